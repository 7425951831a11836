import CareModels
import Foundation
import Postgres
import Sealing

/// A patient sends a batch of their heart rates.
struct TakeHeartRates: Sendable {
    let keys: PersonKeys
    /// Of one person, kept.
    let most: Int
    let now: @Sendable () -> Date
    let newID: @Sendable () -> UUID

    func callAsFunction(_ items: [HeartRateBatch.Item], of person: UserID, _ tx: Transaction) async throws -> BatchRecord {
        let now = now()
        // Before the lock: it needs nothing of the person's.
        let checked = try HeartRateBatch.checked(items, now: now)
        var monitor = try await tx.lockMonitor(of: person, keys)
        return try await Watch(now: now, newID: newID)(checked, from: .api, atMost: most, &monitor, tx)
    }
}
