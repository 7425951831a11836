import CareModels
import HTTP

/// `GET /conversations/:id`, for its participants; for anyone else there is no such conversation.
struct ShowConversation: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let user = try request.identity.user()
        let id: ConversationID = try request.id("id")
        let found = try await dependencies.pool.withConnection { connection in
            try await connection.openedConversation(id, for: user, with: dependencies.keys)
        }
        guard let found else { throw Refusal.noSuchConversation }
        return try .conversation(found, for: user, now: dependencies.moment(), in: request.language)
    }
}
