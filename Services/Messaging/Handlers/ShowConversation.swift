import CareModels
import HTTP

/// `GET /conversations/:id`, for its participants; for anyone else there is no such conversation.
struct ShowConversation: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let user = try request.identity.user()
        let id: ConversationID = try request.id("id")
        let view = try await dependencies.pool.withConnection { connection in
            try await dependencies.conversationReader.view(id, for: user, connection)
        }
        guard let view else { throw Problem.notFound("conversation") }
        return try .json(view)
    }
}
