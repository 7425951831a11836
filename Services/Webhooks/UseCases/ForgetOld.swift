import Foundation
import Postgres

/// Forgets, a batch of each at a time, events and attempts of which the retention is over, secrets that no longer sign, and who was
/// erased so long ago that nothing of theirs can come any more. What still waited of an event is given up, and its webhook's log says so. True when there may
/// be more.
struct ForgetOld: Sendable {
    let retention: Duration
    let now: @Sendable () -> Date

    func callAsFunction(_ tx: Transaction) async throws -> Bool {
        let now = now()
        let secrets = try await tx.forgetExpiredSecrets(now: now)
        let events = try await tx.forgetEvents(before: now - retention.seconds, now: now)
        let erased = try await tx.forgetErased(before: now - Erased.remembered(for: retention).seconds)
        return secrets || events || erased
    }
}
