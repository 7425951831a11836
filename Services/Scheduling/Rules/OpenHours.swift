import CareModels

/// When a provider is open, before anything is taken: weekly rules with date overrides on the wall clocks of the provider's
/// zone, and one-off open intervals.
enum OpenHours {
    /// The open intervals that overlap `range`, each whole, so that the slots counted from its start do not depend on what was
    /// asked. Those of one date are joined when they touch; those of different dates are not.
    static func intervals(of calendar: ProviderCalendar, offsets: UTCOffsets, in range: Interval) -> [Interval] {
        guard range.start < range.end else { return [] }
        var result: [Interval] = []
        let weekly = hoursByWeekday(calendar.weekly)
        let overrides = Dictionary(calendar.overrides.map { ($0.date, $0.hours) }, uniquingKeysWith: { _, last in last })
        // Overnight hours begin on the date before; so does what a zone shifted by up to a day.
        let first = offsets.date(at: range.start).advanced(by: -1)
        let last = offsets.date(at: range.end - 1).advanced(by: 1)
        for date in first...last {
            let hours = overrides.isEmpty ? nil : overrides[date]
            append(hours ?? weekly[date.weekdayIndex], on: date, offsets, range, to: &result)
        }
        for interval in calendar.open where interval.overlaps(range) { result.append(interval) }
        return result
    }

    private static func hoursByWeekday(_ rules: [ProviderCalendar.WeeklyRule]) -> [[ClockRange]] {
        var result = [[ClockRange]](repeating: [], count: 7)
        for rule in rules { result[rule.weekday.index].append(rule.hours) }
        return result
    }

    private static func append(_ hours: [ClockRange], on date: LocalDate, _ offsets: UTCOffsets, _ range: Interval, to result: inout [Interval]) {
        guard !hours.isEmpty else { return }
        var ofDate: [Interval] = []
        for clock in hours { ofDate += offsets.instants(on: date, clock) }
        for interval in Interval.merged(ofDate) where interval.overlaps(range) { result.append(interval) }
    }
}
