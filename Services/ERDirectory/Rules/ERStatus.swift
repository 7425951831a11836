import CareModels

/// Whether an emergency room is open.
///
/// It is open at every instant whose wall clock, in its own time zone, reads within an interval of that date, or of the date before when
/// that reaches past midnight. So an hour that comes twice in autumn is open twice, and one that spring leaves out does not matter.
/// Otherwise it is closed when hours are known for the date, and unknown when none are: call ahead.
enum ERStatus: String, Sendable, Codable, CaseIterable {
    case open, closed, unknown

    /// The hours by date, as far as they are known: from yesterday to the last date that is asked about.
    typealias Days = [LocalDate: OpeningHours]

    static func at(local: Int, _ days: Days) -> ERStatus {
        let date = LocalDate(localSeconds: local)
        let second = local - date.localSeconds
        if let yesterday = days[date.advanced(by: -1)], yesterday.contains(second: second + LocalDate.secondsPerDay) { return .open }
        guard let today = days[date] else { return .unknown }
        return today.contains(second: second) ? .open : .closed
    }

    static func now(_ clock: ZoneClock, _ days: Days) -> ERStatus { at(local: clock.offsets.local(at: clock.now), days) }

    struct Change: Equatable, Sendable {
        /// In seconds since 1970.
        var at: Int
        var to: ERStatus
    }

    /// When it will first be another; nil when that is not before the end of the clock's last date.
    static func next(_ clock: ZoneClock, _ days: Days) -> Change? {
        // Unknown, and staying so.
        guard !days.isEmpty else { return nil }
        let current = now(clock, days)
        let end = clock.last.advanced(by: 1)
        for instant in boundaries(clock, days, from: clock.today.advanced(by: -1), to: end) {
            let local = clock.offsets.local(at: instant)
            if LocalDate(localSeconds: local) >= end { return nil }
            let status = at(local: local, days)
            if status != current { return Change(at: instant, to: status) }
        }
        return nil
    }

    /// Every instant after now at which something may change, some more than once: where hours begin or end, at midnight, and when the clocks change.
    private static func boundaries(_ clock: ZoneClock, _ days: Days, from first: LocalDate, to last: LocalDate) -> [Int] {
        var locals: [Int] = []
        for date in first...last {
            let midnight = date.localSeconds
            locals.append(midnight)
            for span in days[date]?.spans ?? [] {
                locals.append(midnight + span.start * 60)
                locals.append(midnight + span.end * 60)
            }
        }
        var instants: [Int] = []
        for stretch in clock.offsets.stretches {
            if stretch.start > clock.now { instants.append(stretch.start) }
            for local in locals {
                let instant = local - stretch.offset
                if instant > clock.now, instant >= stretch.start, instant < stretch.end { instants.append(instant) }
            }
        }
        return instants.sorted()
    }
}
