import CareModels
import Foundation
import Postgres

/// Ends what has begun before `now`, everybody's: first all browsers' logins, then sessions, so many in a transaction that nobody waits long.
struct EndEverySession: Sendable {
    static let most = 500

    let now: Date

    func endBrowsers(_ tx: Transaction) async throws {
        try await tx.endBrowserSessions(before: now)
        try await tx.audit(AuditEntry(.sessionsEnded, at: now, from: .platform))
    }

    /// Those after `id`: the last one's id and how many there were; nil when there was none.
    func callAsFunction(after id: SessionID?, _ tx: Transaction) async throws -> (last: SessionID, count: Int)? {
        let ids = try await tx.lockSessions(after: id, limit: Self.most, now: now)
        guard let last = ids.last else { return nil }
        try await AnnounceEnds(now: now)(try await tx.end(ids, reason: .admin, now: now), tx)
        return (last, ids.count)
    }
}
