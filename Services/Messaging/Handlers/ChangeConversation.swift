import CareModels
import HTTP
import Outbox

/// `PATCH /conversations/:id` {closed?}, a JSON merge patch: a provider closes or reopens it. To ask for what is changes nothing.
struct ChangeConversation: Sendable {
    let dependencies: Dependencies

    private struct Body: Decodable { var closed: Patched<Bool> = .absent }

    func handle(_ request: Request) async throws -> Response {
        let user = try request.identity.user()
        let role = request.identity.role
        let id: ConversationID = try request.id("id")
        let body: Body = try request.decode()
        var checks = Checks()
        let isClosed = checks.kept(body.closed, "closed")
        try checks.done()
        let closeOrReopen = CloseOrReopen(
            keys: dependencies.keys, quota: dependencies.settings.storage, now: dependencies.moment, newID: dependencies.newID)
        return try await dependencies.charging(user) {
            try await dependencies.pool.idempotent(request) { tx in
                let changed = try await closeOrReopen(id, isClosed: isClosed, by: user, role, request.requireMatch(version:), tx)
                dependencies.tell(changed.news, after: tx)
                return try .conversation(changed.conversation, for: user, now: dependencies.moment(), in: request.language)
            }
        }
    }
}
