import CareModels
import HTTP

/// `GET /conversations/:id/items`: messages and activities, newest first.
struct ListItems: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let user = try request.identity.user()
        let id: ConversationID = try request.id("id")
        let page = try request.page()
        return try await dependencies.pool.withConnection { connection in
            guard try await connection.isParticipant(user, of: id) else { throw Problem.notFound("conversation") }
            let records = try await connection.items(of: id, page)
            let views = try await dependencies.itemReader.views(records, for: user, connection)
            return try .json(page.page(views) { [String($0.sequence)] })
        }
    }
}
