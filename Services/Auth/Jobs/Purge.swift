import CareService
import Foundation
import Postgres

/// Deletes what has expired, some rows at a time.
func purge(_ dependencies: Dependencies) -> Job {
    .sweep("purge-expired", every: .seconds(60)) { tx in
        try await tx.purgeExpired(config: dependencies.config, now: dependencies.now())
    }
}

extension Transaction {
    private static var limit: Int { 1000 }

    func purgeExpired(config: Config, now: Date) async throws {
        let longestLockOut = max(config.accountLockOut.forgetAfter, config.addressLockOut.forgetAfter)
        // A spent code is kept for a day, so that its replay is known for what it is.
        _ = try await purgeCodes(before: now.addingTimeInterval(-86_400), limit: Self.limit)
        _ = try await purgeBrowserSessions(before: now, limit: Self.limit)
        _ = try await purgeSessions(before: now, limit: Self.limit)
        _ = try await purgeLoginFailures(before: now.addingTimeInterval(-longestLockOut), limit: Self.limit)
        _ = try await purgeAudit(before: now.addingTimeInterval(-config.auditRetention), limit: Self.limit)
    }
}
