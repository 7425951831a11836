import CareModels
import Postgres

/// A scheduler says the hours of many dates: all from one to another, or some days of the week.
struct SetRangeHours: Sendable {
    let change: Change

    /// `expectedVersion`: of the schedule, as the caller has read it; nil for whatever is there. Returns the record with its new count, and the
    /// dates that changed.
    func callAsFunction(
        _ hours: OpeningHours, _ range: ScheduleRange.Draft, of id: ERID, expectedVersion: Int?, _ tx: Transaction
    ) async throws -> (ERRecord, [DaySchedule]) {
        guard let record = try await tx.lockER(id) else { throw Refusal.noSuchER }
        try ReadVersion.check(expectedVersion, against: record.scheduleVersion, Refusal.changed)
        let today = ZoneClock(Zone.stored(record.details.timeZone), now: change.now.epochSeconds).today
        let dates = try ScheduleRange.dates(range, today: today)
        guard let first = dates.first, let last = dates.last else { return (record, []) }
        let written = try await tx.schedules(of: id, from: first, to: last)
        return try await WriteHours(change: change)(hours, on: dates, of: record, written, tx)
    }
}
