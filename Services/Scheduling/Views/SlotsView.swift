import CareModels
import Foundation
import JSON

/// A provider's slots: each for itself, or by the local days that somebody looks for.
struct SlotsView: Sendable {
    private let starts: ArraySlice<Int>
    private let minutes: Int
    private let timeZone: String
    private let days: SlotDays?

    init(_ starts: ArraySlice<Int>, of calendar: ProviderCalendar, by days: SlotDays?) {
        self.starts = starts
        minutes = calendar.settings.slotMinutes
        timeZone = calendar.timeZone
        self.days = days
    }

    /// `[{"endTime":…,"startTime":…,"timeZone":…},…]`; by days `[{"date":…,"slots":[…]},…]`.
    func write(as name: StaticString, to json: inout JSONWriter) {
        guard let days else { return list(name, starts, to: &json) }
        json.list(name, days.days(of: starts)) { day, json in
            json.object {
                $0.member("date", day.date.description)
                list("slots", day.starts, to: &$0)
            }
        }
    }

    private func list(_ name: StaticString, _ starts: ArraySlice<Int>, to json: inout JSONWriter) {
        json.list(name, starts) { start, json in
            json.object {
                $0.member("endTime", Date(epochSeconds: start + minutes * 60))
                $0.member("startTime", Date(epochSeconds: start))
                $0.member("timeZone", timeZone)
            }
        }
    }
}
