import CareModels
import Foundation
import JSON

/// When a provider may be booked.
struct ProviderSlotsView: Sendable {
    var stored: StoredCalendar
    /// What was searched.
    var range: Interval
    var starts: ArraySlice<Int>
    /// Where they are put together by days.
    var days: SlotDays?
    var nextCursor: String?
}

extension ProviderSlotsView: JSONWritable {
    func write(to json: inout JSONWriter) {
        let calendar = stored.calendar
        json.object {
            $0.member("from", Date(epochSeconds: range.start))
            SlotsView(starts, of: calendar, by: days).write(as: "items", to: &$0)
            $0.member("nextCursor", nextCursor)
            $0.member("providerId", stored.providerId.description)
            $0.member("slotMinutes", calendar.settings.slotMinutes)
            $0.member("timeZone", calendar.timeZone)
            $0.member("to", Date(epochSeconds: range.end))
        }
    }
}
