import Foundation
import Postgres
import Sealing

/// Deletes the oldest rows of the audit, so many in a transaction. The chain begins behind them from then on, and says so under its seal: what is left
/// is checked as before.
struct PurgeAudit: Sendable {
    var most = 1000
    let retention: TimeInterval
    let masters: MasterKeys
    let now: @Sendable () -> Date

    /// True when there may be more.
    func callAsFunction(_ tx: Transaction) async throws -> Bool {
        guard let seal = try await tx.lockedAuditSeal() else { return false }
        try seal.check(masters)
        let before = now().addingTimeInterval(-retention)
        let expired = try await tx.auditLines(after: seal.ends.start.place, limit: most).prefix { $0.at < before }
        guard let last = expired.last else { return false }
        var ends = seal.ends
        ends.start = last.sealed.link
        try await tx.save(AuditSeal(ends, by: masters))
        try await tx.deleteAudit(through: ends.start.place)
        return expired.count == most
    }
}
