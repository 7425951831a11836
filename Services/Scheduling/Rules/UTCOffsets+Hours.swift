import CareModels

/// Wall-clock hours are open at every instant whose wall clock reads within them. So a rule that begins in a spring gap
/// begins when the gap ends, a rule that lies within it is empty that day, and an hour that comes twice in autumn is open twice.
extension UTCOffsets {
    /// The instants at which the wall clock reads within `hours` counted from the midnight that begins `date`; in order,
    /// touching ones joined.
    func instants(on date: LocalDate, _ hours: ClockRange) -> [Interval] {
        let localStart = date.localSeconds + hours.start * 60
        let localEnd = date.localSeconds + hours.endFromStartOfDay * 60
        var result: [Interval] = []
        for stretch in stretches {
            let start = max(localStart - stretch.offset, stretch.start)
            let end = min(localEnd - stretch.offset, stretch.end)
            guard start < end else { continue }
            if let last = result.last, last.end == start {
                result[result.count - 1].end = end
            } else {
                result.append(Interval(start: start, end: end))
            }
        }
        return result
    }

    /// From the first until the last instant of a local date: 23, 24, 25 hours long, or whatever the zone did.
    func bounds(of date: LocalDate) -> Interval {
        let parts = instants(on: date, ClockRange(start: 0, end: ClockTime.minutesPerDay))
        guard let first = parts.first, let last = parts.last else { return Interval(start: 0, end: 0) }
        return Interval(start: first.start, end: last.end)
    }
}
