import Foundation
import Outbox
import Postgres

/// Deletes what has expired: some rows of each table in one transaction, then some more, until nothing expired is left.
func purge(_ dependencies: Dependencies) -> Job {
    .sweepInBatches("purge-expired", every: .seconds(60)) { tx in
        try await tx.purgeExpired(config: dependencies.config, now: dependencies.now())
    }
}

extension Transaction {
    /// True when there may be more.
    func purgeExpired(config: Config, now: Date, limit: Int = 1000) async throws -> Bool {
        let longestLockOut = max(config.accountLockOut.forgetAfter, config.addressLockOut.forgetAfter)
        let removed = [
            // A spent code is kept for a day, so that its replay is known for what it is.
            try await purgeCodes(before: now.addingTimeInterval(-86_400), limit: limit),
            try await purgeBrowserSessions(before: now, limit: limit),
            try await purgeSessions(before: now, limit: limit),
            try await purgeLoginFailures(before: now.addingTimeInterval(-longestLockOut), limit: limit),
            try await purgeAudit(before: now.addingTimeInterval(-config.auditRetention), limit: limit)
        ]
        return removed.contains { $0 >= limit }
    }
}
