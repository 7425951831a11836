import Foundation
import Postgres

/// Forgets, a batch at a time, events and attempts of which the retention is over, and secrets that no longer sign. True when there may be more.
struct ForgetOld: Sendable {
    let retention: Duration
    let now: @Sendable () -> Date

    func callAsFunction(_ tx: Transaction) async throws -> Bool {
        let now = now()
        try await tx.deleteExpiredSecrets(now: now)
        return try await tx.forgetEvents(before: now.addingTimeInterval(-Double(retention.components.seconds)))
    }
}
