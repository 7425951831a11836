import CareModels
import Foundation
import JSON

/// When the providers of a specialty may be booked. What is found is put in as it comes.
struct SpecialtySlotsView: Sendable {
    /// What was searched.
    let range: Interval
    /// Where slots are put together by them.
    let days: SlotDays?
    var nextCursor: String?
    /// Where nobody was found, the specialty of the list that is spelled nearly so.
    var didYouMean: String?
    private var items: [Item] = []

    init(_ range: Interval, days: SlotDays?) {
        self.range = range
        self.days = days
    }

    var isEmpty: Bool { items.isEmpty }

    mutating func add(_ bookable: BookableCalendar, _ starts: ArraySlice<Int>) {
        let slots = SlotsView(starts, of: bookable.stored.calendar, by: days)
        items.append(Item(stored: bookable.stored, fullName: bookable.fullName, slots: slots, isByDays: days != nil))
    }

    fileprivate struct Item: Sendable {
        var stored: StoredCalendar
        var fullName: String?
        var slots: SlotsView
        var isByDays: Bool
    }
}

extension SpecialtySlotsView: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.object {
            $0.member("didYouMean", didYouMean)
            $0.member("from", Date(epochSeconds: range.start))
            $0.list("items", items)
            $0.member("nextCursor", nextCursor)
            $0.member("to", Date(epochSeconds: range.end))
        }
    }
}

extension SpecialtySlotsView.Item: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.object {
            if isByDays { slots.write(as: "days", to: &$0) }
            $0.object("provider") {
                $0.member("fullName", fullName)
                $0.member("providerId", stored.providerId.description)
                $0.member("slotMinutes", stored.calendar.settings.slotMinutes)
                $0.member("timeZone", stored.calendar.timeZone)
            }
            if !isByDays { slots.write(as: "slots", to: &$0) }
        }
    }
}
