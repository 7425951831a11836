import CareModels
import Foundation

/// One of a calendar's one-off intervals.
struct OneOffInterval: Hashable, Sendable {
    enum Kind: Int, Sendable { case open, busy }

    var kind: Kind
    var interval: Interval

    fileprivate func holds(_ other: OneOffInterval) -> Bool {
        kind == other.kind && interval.start <= other.interval.start && other.interval.end <= interval.end
    }
}

extension ProviderCalendar {
    var oneOffs: [OneOffInterval] {
        open.map { OneOffInterval(kind: .open, interval: $0) } + busy.map { OneOffInterval(kind: .busy, interval: $0) }
    }
}

/// What a calendar's one-off intervals are told apart by, however their times change.
struct IntervalIDs: Equatable, Sendable {
    private(set) var known: [OneOffInterval: UUID] = [:]

    init(_ known: [OneOffInterval: UUID] = [:]) { self.known = known }

    func id(of each: OneOffInterval) -> UUID { known[each] ?? Self.made(of: each) }

    func find(_ id: UUID, in calendar: ProviderCalendar) -> OneOffInterval? { calendar.oneOffs.first { self.id(of: $0) == id } }

    /// Those of the calendar that `before` became: what is the same keeps its id, `moved` gives its own to what it is now (to the absence that
    /// it became part of), the others get a new one.
    func next(
        from before: ProviderCalendar, to after: ProviderCalendar, moved: (from: OneOffInterval, to: OneOffInterval)? = nil, newID: () -> UUID
    ) -> IntervalIDs {
        let kept = Set(before.oneOffs)
        var result: [OneOffInterval: UUID] = [:]
        for each in after.oneOffs {
            if let moved, each.holds(moved.to) {
                result[each] = id(of: moved.from)
            } else {
                result[each] = kept.contains(each) ? id(of: each) : newID()
            }
        }
        return IntervalIDs(result)
    }

    /// Of one that was never given one: the kind and the two times, which no other interval of the calendar has.
    private static func made(of each: OneOffInterval) -> UUID {
        let start = UInt64(bitPattern: Int64(each.interval.start))
        let length = UInt64(bitPattern: Int64(each.interval.end - each.interval.start))
        func byte(_ value: UInt64, _ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: value >> (8 * index)) }
        // Version 8, variant 10 (RFC 9562). Five bytes are more than either number takes.
        return UUID(
            uuid: (
                UInt8(each.kind.rawValue), byte(start, 4), byte(start, 3), byte(start, 2), byte(start, 1), byte(start, 0), 0x80, 0, 0x80, 0, 0,
                byte(length, 4), byte(length, 3), byte(length, 2), byte(length, 1), byte(length, 0)
            ))
    }
}
