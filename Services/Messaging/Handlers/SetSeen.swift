import CareModels
import HTTP

/// `PUT /conversations/:id/seen` {itemId?}: the caller has seen everything up to that item, or to the latest. The mark only moves on.
struct SetSeen: Sendable {
    let dependencies: Dependencies

    private struct Body: Decodable { var itemId: MessageID? }

    func handle(_ request: Request) async throws -> Response {
        let user = try request.identity.user()
        let id: ConversationID = try request.id("id")
        let body = request.body.isEmpty ? Body() : try request.decode(Body.self)
        try await dependencies.pool.transaction { tx in
            dependencies.tell(try await MarkSeen(now: dependencies.moment)(body.itemId, in: id, by: user, tx), after: tx)
        }
        return .noContent
    }
}
