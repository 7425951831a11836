/// A half-open stretch of time, `start` included and `end` not, in whole seconds since 1970-01-01T00:00:00Z.
struct Interval: Hashable, Sendable {
    var start: Int
    var end: Int

    func overlaps(_ other: Interval) -> Bool { start < other.end && other.start < end }

    /// Sorted, with overlapping and touching ones made one.
    static func merged(_ intervals: [Interval]) -> [Interval] {
        guard intervals.count > 1 else { return intervals }
        var result: [Interval] = []
        result.reserveCapacity(intervals.count)
        for next in intervals.sorted(by: { $0.start < $1.start }) {
            if let last = result.last, next.start <= last.end {
                result[result.count - 1].end = max(last.end, next.end)
            } else {
                result.append(next)
            }
        }
        return result
    }
}
