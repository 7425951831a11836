import CareModels
import Foundation
import JSON

/// One date's hours as JSON.
struct ScheduleDayView: JSONWritable, Sendable {
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

    func write(to json: inout JSONWriter) {
        json.object {
            $0.member("date", date.description)
            if let intervals { $0.list("intervals", intervals) }
            $0.member("known", known)
            $0.member("updatedAt", updatedAt)
            $0.member("version", version)
        }
    }
}

/// The hours from one date to another, every date named.
struct ScheduleView: JSONWritable, Sendable {
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

    func write(to json: inout JSONWriter) {
        json.object {
            $0.member("erId", erId.description)
            $0.member("from", from.description)
            $0.list("items", items)
            $0.member("timeZone", timeZone)
            $0.member("to", to.description)
            $0.member("version", version)
        }
    }
}
