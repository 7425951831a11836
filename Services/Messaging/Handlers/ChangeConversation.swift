import CareModels
import HTTP
import Outbox

/// `PATCH /conversations/:id` {isLocked}: a provider closes or reopens it. To ask for what is changes nothing.
struct ChangeConversation: Sendable {
    let dependencies: Dependencies

    private struct Body: Decodable { var isLocked: Bool }

    func handle(_ request: Request) async throws -> Response {
        let user = try request.identity.user()
        let role = request.identity.role
        let id: ConversationID = try request.id("id")
        let body: Body = try request.decode()
        let closeOrReopen = CloseOrReopen(keys: dependencies.keys, now: dependencies.now, newID: dependencies.newID)
        return try await dependencies.pool.idempotent(request) { tx in
            let changed = try await closeOrReopen(id, isLocked: body.isLocked, by: user, role, tx)
            dependencies.tell(changed.news, after: tx)
            return try .json(ConversationView(changed.conversation, for: user, now: dependencies.now()))
        }
    }
}
