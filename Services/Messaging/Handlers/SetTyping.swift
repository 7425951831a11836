import CareModels
import HTTP

/// `PUT /conversations/:id/typing` {typing?}: the caller types; the others who are connected see it for 20 s, until a message comes, or until
/// `typing: false` says that they have stopped.
struct SetTyping: Sendable {
    let dependencies: Dependencies

    private struct Body: Decodable { var typing: Bool? }

    func handle(_ request: Request) async throws -> Response {
        let user = try request.identity.user()
        let id: ConversationID = try request.id("id")
        let body = request.body.isEmpty ? Body() : try request.decode(Body.self)
        try await dependencies.pool.transaction { tx in
            try await MarkTyping(now: dependencies.moment)(body.typing ?? true, in: id, by: user, tx)
        }
        return .noContent
    }
}
