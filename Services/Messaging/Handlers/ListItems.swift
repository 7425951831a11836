import CareModels
import HTTP

/// `GET /conversations/:id/items`: messages and activities, newest first: those that came while the caller took part.
struct ListItems: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let user = try request.identity.user()
        let id: ConversationID = try request.id("id")
        let page = try request.page()
        let before = try page.int(at: 0) ?? Int.max
        let found = try await dependencies.pool.reading(request) { connection in
            let history = try await connection.history(of: user, in: id)
            guard !history.spans.isEmpty else { throw Refusal.noSuchConversation }
            let records = try await connection.items(of: id, in: history, before: before, limit: page.limit + 1)
            return try await connection.opened(records, with: dependencies.keys)
        }
        return try .json(page.page(found.map { ItemView($0, for: user) }) { [String($0.sequence)] })
    }
}
