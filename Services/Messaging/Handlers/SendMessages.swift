import CareModels
import HTTP
import Outbox

/// `POST /conversations/:id/messages/batch`: what an app has kept while it had no network, in its order, all or none. Those that were sent before are
/// given as they are; 200 instead of 201 where all were.
struct SendMessages: Sendable {
    let dependencies: Dependencies
    /// Each counts as one.
    let limit: CallerLimiter

    static let most = 50
    /// Bytes of a request.
    static let mostBytes = 256 << 10

    func handle(_ request: Request) async throws -> Response {
        let author = try request.identity.user()
        let id: ConversationID = try request.id("id")
        let messages = try request.decode(Body.self).checked()
        try limit.check(request.identity, count: messages.count)
        let send = Send(keys: dependencies.keys, quota: dependencies.settings.storage, now: dependencies.moment, newID: dependencies.newID)
        return try await dependencies.charging(author) {
            try await dependencies.pool.idempotent(request) { tx in
                let sent = try await send(messages, by: author, in: id, tx)
                dependencies.tell(sent.news, after: tx)
                return try .json(SentMessagesView(items: sent.items.map { ItemView($0, for: author) }), status: sent.isAnyNew ? .created : .ok)
            }
        }
    }

    private struct Body: Decodable {
        var items: [MessageBody]

        func checked() throws -> [CheckedMessage] {
            guard (1...SendMessages.most).contains(items.count) else { throw Problem.invalid(Fault("items", "must be 1 to \(limit: SendMessages.most) messages")) }
            var checks = Checks()
            let messages = items.enumerated().compactMap { index, message in message.checked(&checks, prefix: "items[\(index)].") }
            try checks.done()
            return messages
        }
    }
}
