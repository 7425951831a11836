import CareModels
import HTTP
import Outbox

/// `POST /conversations/:id/messages`. The same `clientId` again returns the first result, with 200 instead of 201.
struct SendMessage: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let author = try request.identity.user()
        let id: ConversationID = try request.id("id")
        let body: MessageBody = try request.decode()
        var checks = Checks()
        let message = body.checked(&checks)
        let checked = try checks.done(message)
        let send = Send(keys: dependencies.keys, quota: dependencies.settings.storage, now: dependencies.moment, newID: dependencies.newID)
        return try await dependencies.charging(author) {
            try await dependencies.pool.idempotent(request) { tx in
                do {
                    let sent = try await send([checked], by: author, in: id, tx)
                    dependencies.tell(sent.news, after: tx)
                    return try .json(ItemView(sent.items[0], for: author), status: sent.isAnyNew ? .created : .ok)
                } catch let refused as RefusedMessage {
                    // There is but one, whose fields need no index.
                    throw refused.refusal
                }
            }
        }
    }
}
