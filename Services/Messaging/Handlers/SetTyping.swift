import CareModels
import HTTP

/// `PUT /conversations/:id/typing`: the caller types; the others who are connected see it for 20 s, or until a message comes.
struct SetTyping: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let user = try request.identity.user()
        let id: ConversationID = try request.id("id")
        try await dependencies.pool.transaction { tx in try await MarkTyping(now: dependencies.now)(in: id, by: user, tx) }
        return .noContent
    }
}
