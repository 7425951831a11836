/// When a provider is open, before anything is taken: weekly rules with date overrides on the wall clocks of the provider's
/// zone, and one-off open intervals.
enum OpenHours {
    /// The open intervals that overlap `range`, each whole, so that the slots counted from its start do not depend on what was
    /// asked. Those of one date are joined when they touch; those of different dates are not.
    static func intervals(of calendar: ProviderCalendar, offsets: UTCOffsets, in range: Interval) -> [Interval] {
        guard range.start < range.end else { return [] }
        var result: [Interval] = []
        let weekly = hoursByWeekday(calendar.weekly)
        let overrides = Dictionary(calendar.overrides.map { ($0.day, $0.hours) }, uniquingKeysWith: { _, last in last })
        // Overnight hours begin on the date before; so does what a zone shifted by up to a day.
        let first = offsets.localDay(of: range.start) - 1
        let last = offsets.localDay(of: range.end - 1) + 1
        for day in first...last {
            let hours = overrides.isEmpty ? nil : overrides[day]
            append(hours ?? weekly[Weekday.index(ofDay: day)], on: day, offsets, range, to: &result)
        }
        for interval in calendar.open where interval.overlaps(range) { result.append(interval) }
        return result
    }

    private static func hoursByWeekday(_ rules: [ProviderCalendar.WeeklyRule]) -> [[ClockRange]] {
        var result = [[ClockRange]](repeating: [], count: 7)
        for rule in rules { result[rule.weekday.index].append(rule.hours) }
        return result
    }

    private static func append(_ hours: [ClockRange], on day: Int, _ offsets: UTCOffsets, _ range: Interval, to result: inout [Interval]) {
        guard !hours.isEmpty else { return }
        var ofDay: [Interval] = []
        for clock in hours { ofDay += offsets.instants(on: day, clock) }
        for interval in Interval.merged(ofDay) where interval.overlaps(range) { result.append(interval) }
    }
}
