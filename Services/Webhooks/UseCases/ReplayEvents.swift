import Foundation
import Postgres

/// A client has the events since an instant sent again, as far as they are kept: those of the webhook's types, each before what came after it. Whoever asks
/// for that is there: what waits already is due at once too.
struct ReplayEvents: Sendable {
    let mostWaiting: Int
    let now: @Sendable () -> Date

    func callAsFunction(_ id: WebhookID, since: Date, by client: String, _ tx: Transaction) async throws -> Int {
        let webhook = try await tx.lockWebhook(id, of: client, expectedVersion: nil)
        guard try await tx.countKept(since: since, for: webhook, most: mostWaiting) <= mostWaiting else { throw Refusal.tooManyToReplay(limit: mostWaiting) }
        let now = now()
        let queued = try await tx.enqueueKept(since: since, for: webhook, now: now)
        try await tx.retryWaiting(of: id, now: now)
        return queued
    }
}
