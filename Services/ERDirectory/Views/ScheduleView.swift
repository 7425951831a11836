import CareModels
import JSON

/// The hours from one date to another, every date named; a page of them.
struct ScheduleView: JSONWritable, Sendable {
    var erId: ERID
    /// Counts the changes of this emergency room's hours.
    var version: Int
    var timeZone: String
    var from: LocalDate
    var to: LocalDate
    var items: [ScheduleDayView]
    var nextCursor: String?

    init(_ record: ERRecord, from first: LocalDate, to last: LocalDate, _ dates: [LocalDate], nextCursor: String?, _ written: [DaySchedule]) {
        let byDate = Dictionary(written.map { ($0.date, $0) }, uniquingKeysWith: { _, later in later })
        erId = record.id
        version = record.scheduleVersion
        timeZone = record.details.timeZone
        from = first
        to = last
        let weekly = WeeklySchedule(record.details)
        self.nextCursor = nextCursor
        items = dates.map { date in ScheduleDayView(DaySchedule(on: date, of: record.id, written: byDate[date], weekly)) }
    }

    func write(to json: inout JSONWriter) {
        json.object {
            $0.member("erId", erId.description)
            $0.member("from", from.description)
            $0.list("items", items)
            $0.member("nextCursor", nextCursor)
            $0.member("timeZone", timeZone)
            $0.member("to", to.description)
            $0.member("version", version)
        }
    }
}

/// What new hours on many dates changed.
struct ScheduleChangeView: JSONWritable, Sendable {
    var erId: ERID
    var version: Int
    /// The dates whose hours are others now; those that had them already are not named.
    var items: [ScheduleDayView]

    init(_ record: ERRecord, _ days: [DaySchedule]) {
        erId = record.id
        version = record.scheduleVersion
        items = days.map { ScheduleDayView($0) }
    }

    func write(to json: inout JSONWriter) {
        json.object {
            $0.member("erId", erId.description)
            $0.list("items", items)
            $0.member("version", version)
        }
    }
}
