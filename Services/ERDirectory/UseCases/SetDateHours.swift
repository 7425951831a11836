import CareModels
import Postgres

/// A scheduler says the hours of one date, or that they are not known any more (nil).
struct SetDateHours: Sendable {
    let change: Change

    /// `date` as it was sent: which may be written depends on the emergency room's own calendar.
    func callAsFunction(
        _ hours: OpeningHours?, on date: String, of id: ERID, _ condition: ScheduleCondition, _ tx: Transaction
    ) async throws -> DaySchedule {
        guard let record = try await tx.lockER(id) else { throw Refusal.noSuchER }
        let today = ZoneClock(Zone.stored(record.details.timeZone), now: change.now.epochSeconds).today
        var checks = Checks()
        let named = ScheduleRange.date(date, "date", today, &checks)
        let date = try checks.done(named)
        let written = try await tx.schedules(of: id, from: date, to: date)
        let current = written.first ?? DaySchedule(unwritten: date, of: id)
        try condition.check(current)
        let (_, changed) = try await WriteHours(change: change)(hours, on: [date], of: record, written, tx)
        return changed.first ?? current
    }
}
