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
    /// When its own hours were set, or forgotten.
    var updatedAt: Date?
    /// The hours are the week's, not its own.
    var weekly: Bool

    init(_ schedule: DaySchedule) {
        date = schedule.date
        known = schedule.hours != nil
        intervals = schedule.hours?.texts
        version = schedule.version
        updatedAt = schedule.updatedAt
        weekly = schedule.isWeekly
    }

    func write(to json: inout JSONWriter) {
        json.object {
            $0.member("date", date.description)
            if let intervals { $0.list("intervals", intervals.map(HoursView.init)) }
            $0.member("known", known)
            $0.member("updatedAt", updatedAt)
            $0.member("version", version)
            $0.member("weekly", weekly)
        }
    }
}

/// Hours of a day, as everybody writes them.
struct HoursView: JSONWritable {
    let hours: ERScheduleChanged.Hours

    func write(to json: inout JSONWriter) {
        json.object {
            $0.member("end", hours.end)
            $0.member("start", hours.start)
        }
    }
}
