import Foundation

/// A time zone's offsets from UTC over a range, found once, so that all that follows is integers.
///
/// Wall-clock hours are open at every instant whose wall clock reads within them. So a rule that begins in a spring gap
/// begins when the gap ends, a rule that lies within it is empty that day, and an hour that comes twice in autumn is open twice.
struct UTCOffsets: Sendable {
    /// Instants from `start` until `end` at which the wall clock is `offset` seconds ahead of UTC.
    struct Stretch: Equatable, Sendable {
        var start: Int
        var end: Int
        var offset: Int
    }

    static let secondsPerDay = 86_400
    let stretches: [Stretch]

    /// Covers `from` until `to`. The zone is asked twice a day, then each change is found to the second by halving.
    init(zone: TimeZone, from: Int, to: Int) {
        let step = Self.secondsPerDay / 2
        var result: [Stretch] = []
        var stretchStart = from
        var probe = from
        var offset = Self.offset(of: zone, at: from)
        while probe < to {
            let next = min(probe + step, to)
            let nextOffset = Self.offset(of: zone, at: next)
            if nextOffset != offset {
                let change = Self.change(in: zone, from: offset, after: probe, until: next)
                result.append(Stretch(start: stretchStart, end: change, offset: offset))
                stretchStart = change
                offset = nextOffset
            }
            probe = next
        }
        if stretchStart < to { result.append(Stretch(start: stretchStart, end: to, offset: offset)) }
        stretches = result
    }

    /// The day since 1970-01-01 that a calendar on the wall shows at `instant` (the nearest known offset outside the range).
    func localDay(of instant: Int) -> Int {
        let stretch = stretches.first { instant < $0.end } ?? stretches.last
        return Self.floorDay(instant + (stretch?.offset ?? 0))
    }

    /// The instants at which the wall clock reads within `hours` counted from the midnight that begins `day`; in order,
    /// touching ones joined.
    func instants(on day: Int, _ hours: ClockRange) -> [Interval] {
        let localStart = day * Self.secondsPerDay + hours.start * 60
        let localEnd = day * Self.secondsPerDay + hours.endFromStartOfDay * 60
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

    /// From the first until the last instant of a local day: 23, 24, 25 hours long, or whatever the zone did.
    func bounds(ofDay day: Int) -> Interval {
        let parts = instants(on: day, ClockRange(start: 0, end: ClockRange.minutesPerDay))
        guard let first = parts.first, let last = parts.last else { return Interval(start: 0, end: 0) }
        return Interval(start: first.start, end: last.end)
    }

    private static func floorDay(_ local: Int) -> Int {
        local >= 0 ? local / secondsPerDay : (local - secondsPerDay + 1) / secondsPerDay
    }

    private static func offset(of zone: TimeZone, at instant: Int) -> Int {
        zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant)))
    }

    private static func change(in zone: TimeZone, from offset: Int, after low: Int, until high: Int) -> Int {
        var before = low
        var after = high
        while after - before > 1 {
            let middle = before + (after - before) / 2
            if Self.offset(of: zone, at: middle) == offset { before = middle } else { after = middle }
        }
        return after
    }
}
