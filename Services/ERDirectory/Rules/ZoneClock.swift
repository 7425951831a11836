import Foundation

/// A time zone's offsets from UTC over the hours to come, found once, so that all that follows is integers.
struct ZoneClock: Sendable {
    /// Instants from `start` until `end` at which the wall clock is `offset` seconds ahead of UTC.
    struct Stretch: Equatable, Sendable {
        var start: Int
        var end: Int
        var offset: Int
    }

    /// How far ahead: a status that does not change until then is not said to change.
    static let horizon = 60 * 3600

    let now: Int
    let stretches: [Stretch]

    /// The zone is asked every twelve hours, then each change is found to the second by halving.
    init(_ zone: TimeZone, now: Int) {
        self.now = now
        let end = now + Self.horizon
        var result: [Stretch] = []
        var begin = now
        var probe = now
        var offset = Self.offset(of: zone, at: now)
        while probe < end {
            let next = min(probe + 43_200, end)
            let nextOffset = Self.offset(of: zone, at: next)
            if nextOffset != offset {
                let change = Self.change(in: zone, from: offset, after: probe, until: next)
                result.append(Stretch(start: begin, end: change, offset: offset))
                begin = change
                offset = nextOffset
            }
            probe = next
        }
        result.append(Stretch(start: begin, end: end, offset: offset))
        stretches = result
    }

    /// What the wall clock has counted since 1970-01-01T00:00 at an instant from now until the horizon.
    func local(at instant: Int) -> Int {
        let stretch = stretches.first { instant < $0.end } ?? stretches[stretches.count - 1]
        return instant + stretch.offset
    }

    var today: LocalDate { LocalDate(localSeconds: local(at: now)) }

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
