import CareModels
import Outbox
import Postgres

/// The same hours on some dates of a locked emergency room, with their event and the log's line.
struct WriteHours: Sendable {
    let change: Change

    /// - Parameters:
    ///   - hours: nil when they are not known any more.
    ///   - written: what was written for the dates, as far as anything was.
    /// - Returns: the record with its new count, and the dates that changed.
    func callAsFunction(
        _ hours: OpeningHours?, on dates: [LocalDate], of record: ERRecord, _ written: [DaySchedule], _ tx: Transaction
    ) async throws -> (ERRecord, [DaySchedule]) {
        var schedule = ScheduleChange(to: hours, on: dates, of: record.id, written, now: change.now)
        guard !schedule.after.isEmpty else { return (record, []) }
        var changed = record
        changed.scheduleVersion += 1
        schedule.place(from: try await tx.drawPositions(schedule.after.count))
        try await tx.write(schedule.after, of: changed, at: change.now)
        try await tx.log(change.audit(schedule, of: changed))
        try await tx.emit(ERScheduleChanged(changed, schedule.after, changedAt: change.now))
        return (changed, schedule.after)
    }
}
