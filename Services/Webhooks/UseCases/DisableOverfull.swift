import Foundation
import Postgres

/// Disables webhooks for which too much waits: what comes from then on waits for them no longer. How many there were.
struct DisableOverfull: Sendable {
    let mostWaiting: Int
    let now: @Sendable () -> Date

    func callAsFunction(_ tx: Transaction) async throws -> Int {
        let overfull = try await tx.overfullWebhooks(most: mostWaiting)
        for var webhook in overfull {
            webhook.disable(for: .queueFull, now: now())
            try await tx.update(webhook)
        }
        return overfull.count
    }
}
