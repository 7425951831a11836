/// A time zone's offsets from UTC over a range, found once, so that all that follows is integers. Instants are whole seconds
/// since 1970-01-01T00:00:00Z.
public struct UTCOffsets: Sendable {
    /// Instants from `start` until `end` at which the wall clock is `offset` seconds ahead of UTC.
    public struct Stretch: Equatable, Sendable {
        public var start: Int
        public var end: Int
        public var offset: Int
    }

    /// In order, each beginning where the one before ends.
    public let stretches: [Stretch]

    /// Covers `from` until `to`. The zone is asked twice a day, then each change is found to the second by halving.
    public init(zone: Zone, from: Int, to: Int) {
        self.init(from: from, to: to) { zone.offset(at: $0) }
    }

    /// The same of any clock: `offsetAt` gives its offset at an instant.
    public init(from: Int, to: Int, offsetAt: (Int) -> Int) {
        let step = LocalDate.secondsPerDay / 2
        var result: [Stretch] = []
        var stretchStart = from
        var probe = from
        var offset = offsetAt(from)
        while probe < to {
            let next = min(probe + step, to)
            let nextOffset = offsetAt(next)
            if nextOffset != offset {
                let change = Self.change(from: offset, after: probe, until: next, offsetAt)
                result.append(Stretch(start: stretchStart, end: change, offset: offset))
                stretchStart = change
                offset = nextOffset
            }
            probe = next
        }
        if stretchStart < to { result.append(Stretch(start: stretchStart, end: to, offset: offset)) }
        stretches = result
    }

    /// What the wall clock has counted since 1970-01-01T00:00 at `instant` (by the nearest known offset outside the range).
    public func local(at instant: Int) -> Int {
        let stretch = stretches.first { instant < $0.end } ?? stretches.last
        return instant + (stretch?.offset ?? 0)
    }

    /// What a calendar on the wall shows then.
    public func date(at instant: Int) -> LocalDate { LocalDate(localSeconds: local(at: instant)) }

    private static func change(from offset: Int, after low: Int, until high: Int, _ offsetAt: (Int) -> Int) -> Int {
        var before = low
        var after = high
        while after - before > 1 {
            let middle = before + (after - before) / 2
            if offsetAt(middle) == offset { before = middle } else { after = middle }
        }
        return after
    }
}
