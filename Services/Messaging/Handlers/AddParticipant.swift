import CareModels
import HTTP
import Outbox

/// `POST /conversations/:id/participants` {userId}: a participant brings in a provider (200); where there is a patient, another one only proposes
/// them (202), and the patient says yes by the same request. A retry is safe.
struct AddParticipant: Sendable {
    let dependencies: Dependencies

    private struct Body: Decodable { var userId: UserID }

    func handle(_ request: Request) async throws -> Response {
        let user = try request.identity.user()
        let id: ConversationID = try request.id("id")
        let body: Body = try request.decode()
        let bringIn = BringIn(keys: dependencies.keys, quota: dependencies.settings.storage, now: dependencies.moment, newID: dependencies.newID)
        return try await dependencies.charging(user) {
            try await dependencies.pool.idempotent(request) { tx in
                let changed = try await bringIn(body.userId, into: id, by: user, tx)
                dependencies.tell(changed.news, after: tx)
                let isIn = changed.conversation.participants.contains { $0.person.id == body.userId }
                return try .conversation(changed.conversation, for: user, now: dependencies.moment(), in: request.language, status: isIn ? .ok : .accepted)
            }
        }
    }
}
