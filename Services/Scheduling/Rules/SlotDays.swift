import CareModels

/// Slots by the local day that they begin on, on the clocks of whoever looks for them.
struct SlotDays: Sendable {
    struct Day: Sendable, Equatable {
        var date: LocalDate
        var starts: ArraySlice<Int>
    }

    private let offsets: UTCOffsets

    init(_ range: Interval, in timeZone: String) { offsets = UTCOffsets.around(range, in: timeZone) }

    /// `starts` are in order.
    func days(of starts: ArraySlice<Int>) -> [Day] {
        var days: [Day] = []
        var rest = starts
        while let first = rest.first {
            let date = offsets.date(at: first)
            let ofDay = rest.prefix { offsets.date(at: $0) == date }
            days.append(Day(date: date, starts: ofDay))
            rest = rest[ofDay.endIndex...]
        }
        return days
    }
}
