import CareModels
import Foundation
import Outbox
import Postgres

/// A provider changes one of their one-off intervals, or takes it away.
struct ChangeInterval: Sendable {
    let now: @Sendable () -> Date
    let newID: @Sendable () -> UUID

    /// `change`: nil takes it away. `expectedVersion`: the calendar's that the provider has read, where they say so.
    func callAsFunction(
        _ id: UUID, _ change: IntervalDraft?, of provider: UserID, expectedVersion: Int?, _ tx: Transaction
    ) async throws -> StoredCalendar {
        guard let before = try await tx.lockCalendar(of: provider) else { throw Refusal.noSuchInterval }
        try ReadVersion.check(expectedVersion, against: before.version, Refusal.availabilityChanged)
        guard let interval = before.intervalIDs.find(id, in: before.calendar) else { throw Refusal.noSuchInterval }
        let now = now()
        var after = before
        if let change {
            let changed = try AvailabilityRule.change(interval, change, in: before.calendar, now: now.epochSeconds)
            after.calendar = changed.calendar
            after.intervalIDs = before.intervalIDs.next(
                from: before.calendar, to: after.calendar, moved: (from: interval, to: changed.interval), newID: newID)
        } else {
            after.calendar = AvailabilityRule.remove(interval, from: before.calendar)
            after.intervalIDs = before.intervalIDs.next(from: before.calendar, to: after.calendar, newID: newID)
        }
        after.version += 1
        try await tx.save(after, choosing: nil)
        try await tx.emit(AvailabilityChanged(providerId: provider, version: after.version, changedAt: now))
        return after
    }
}
