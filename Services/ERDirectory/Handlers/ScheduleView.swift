import CareModels
import Foundation

/// One date's hours as JSON.
struct ScheduleDayView: Encodable, Sendable {
    var date: LocalDate
    /// False: nobody knows whether it is open.
    var known: Bool
    /// Absent when not known; empty: closed.
    var intervals: [ERScheduleChanged.Hours]?
    var version: Int
    var updatedAt: Date?

    init(_ schedule: DaySchedule) {
        date = schedule.date
        known = schedule.hours != nil
        intervals = schedule.hours.map(ScheduleText.intervals)
        version = schedule.version
        updatedAt = schedule.updatedAt
    }
}

/// The hours from one date to another, every date named.
struct ScheduleView: Encodable, Sendable {
    var erId: ERID
    /// Counts the changes of this emergency room's hours.
    var version: Int
    var timeZone: String
    var from: LocalDate
    var to: LocalDate
    var items: [ScheduleDayView]

    init(_ record: ERRecord, from first: LocalDate, to last: LocalDate, _ written: [DaySchedule]) {
        let byDate = Dictionary(written.map { ($0.date, $0) }, uniquingKeysWith: { _, later in later })
        erId = record.id
        version = record.scheduleVersion
        timeZone = record.details.timeZone
        from = first
        to = last
        items = (first...last).map { date in ScheduleDayView(byDate[date] ?? DaySchedule(unwritten: date, of: record.id)) }
    }
}
