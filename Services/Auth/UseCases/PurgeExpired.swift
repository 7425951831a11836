import Foundation
import Postgres

/// Deletes what has expired, so many rows of each table in a transaction.
struct PurgeExpired: Sendable {
    var most = 1000
    let settings: AuthSettings
    let now: @Sendable () -> Date

    /// True when there may be more.
    func callAsFunction(_ tx: Transaction) async throws -> Bool {
        let now = now()
        let longestLockOut = max(settings.accountLockOut.forgetAfter, settings.addressLockOut.forgetAfter)
        let removed = [
            // A spent code is kept for a day, so that its replay is known for what it is.
            try await tx.purgeCodes(before: now.addingTimeInterval(-86_400), limit: most),
            try await tx.purgeBrowserSessions(before: now, limit: most),
            try await tx.purgeLinks(before: now, limit: most),
            try await tx.purgeGuardianships(before: now.addingTimeInterval(-Guardianship.kept), limit: most),
            try await tx.purgeInvitations(before: now, limit: most),
            try await tx.purgeAssertions(before: now, limit: most),
            try await tx.purgeBegunFactors(before: now.addingTimeInterval(-FactorSetUp.lifetime), limit: most),
            try await tx.purgeChallenges(before: now, limit: most),
            try await tx.purgePushedRequests(before: now, limit: most),
            try await tx.purgeLaunches(before: now, limit: most),
            // Who asks a little late hears that it has expired.
            try await tx.purgeDevices(before: now.addingTimeInterval(-DevicePolling.lifetime), limit: most),
            try await tx.purgeClientInvitations(before: now, limit: most),
            try await tx.purgeSessions(before: now, limit: most),
            // No session is left whose id tokens it may have signed.
            try await tx.purgeRetiredSigningKeys(before: now.addingTimeInterval(-settings.sessionLifetime), limit: most),
            try await tx.purgeLoginFailures(before: now.addingTimeInterval(-longestLockOut), limit: most)
        ]
        return removed.contains { $0 >= most }
    }
}
