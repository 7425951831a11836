import Foundation
import Postgres

/// Forgets, a batch of each at a time, events and attempts of which the retention is over, and secrets that no longer sign. True when there may be more.
struct ForgetOld: Sendable {
    let retention: Duration
    let now: @Sendable () -> Date

    func callAsFunction(_ tx: Transaction) async throws -> Bool {
        let now = now()
        let secrets = try await tx.forgetExpiredSecrets(now: now)
        let events = try await tx.forgetEvents(before: now - retention.seconds)
        return secrets || events
    }
}
