import CareModels
import Foundation

/// Finds the free slots of many calendars, asking each time zone for its offsets once.
struct SlotFinder {
    let range: Interval
    let now: Int
    private var offsetsByZone: [String: UTCOffsets] = [:]

    init(range: Interval, now: Int) {
        self.range = range
        self.now = now
    }

    /// `after`: only those that begin later.
    mutating func starts(of calendar: ProviderCalendar, taken: [FreeSlots.Taken], after: Int? = nil) -> [Int] {
        let offsets = offsets(of: calendar.timeZone)
        let rest = Interval(start: after.map { max(range.start, $0 + 1) } ?? range.start, end: range.end)
        return FreeSlots.starts(of: calendar, offsets: offsets, taken: taken, in: rest, now: now)
    }

    private mutating func offsets(of name: String) -> UTCOffsets {
        if let known = offsetsByZone[name] { return known }
        let found = UTCOffsets.around(range, in: name)
        offsetsByZone[name] = found
        return found
    }
}

extension UTCOffsets {
    /// Offsets for all that a decision on `range` asks of them. A zone that this machine no longer knows counts as UTC.
    static func around(_ range: Interval, in name: String) -> UTCOffsets {
        UTCOffsets(zone: Zone.stored(name), from: range.start - FreeSlots.margin, to: range.end + FreeSlots.margin)
    }
}
