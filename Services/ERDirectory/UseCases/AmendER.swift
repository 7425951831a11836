import CareModels
import Outbox
import Postgres

/// A scheduler changes what the directory says of an emergency room.
struct AmendER: Sendable {
    let change: Change

    /// `expectedVersion`: the one that the caller has read; nil for whatever is there.
    func callAsFunction(_ id: ERID, _ draft: ERDraft, expectedVersion: Int?, _ tx: Transaction) async throws -> ERRecord {
        let before = try await tx.lock(id, expectedVersion: expectedVersion)
        let details = try ERRule.change(draft, of: before.details)
        guard details != before.details else { return before }
        var after = before.changed(to: details, now: change.now)
        // Before the position is drawn: there may be two years of dates.
        try await tx.refreshSearch(of: after, after: before.details, now: change.now)
        try await tx.refreshWeeklyReach([(after, before.details)], now: change.now)
        after.position = try await tx.drawPositions(1)
        try await tx.update(after)
        try await tx.log(change.audit(.updated, after, from: before.details, to: details))
        try await tx.emit(ERUpdated(after))
        return after
    }
}
