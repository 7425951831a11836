import CareModels
import JSON

/// A weekday's hours as JSON: for who keeps a copy, without reading the text of the weekly hours.
struct WeekdayView: JSONWritable, Sendable {
    var weekday: Weekday
    /// Empty: closed.
    var intervals: [ERScheduleChanged.Hours]

    static func week(_ text: String) -> [WeekdayView]? {
        guard let hours = try? WeeklyHours(text) else { return nil }
        return Weekday.allCases.map { weekday in
            WeekdayView(
                weekday: weekday,
                intervals: hours[weekday].map { ERScheduleChanged.Hours(start: OpeningHours.text($0.start), end: OpeningHours.text($0.end)) })
        }
    }

    func write(to json: inout JSONWriter) {
        json.object {
            $0.list("intervals", intervals.map(HoursView.init))
            $0.member("weekday", weekday.rawValue)
        }
    }
}
