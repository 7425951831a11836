import CareModels

/// The weekly hours of an emergency room, on the dates that they hold on. They do not run out; a date's own hours come before them.
struct WeeklySchedule: Sendable {
    private let hours: [OpeningHours]
    private let first: LocalDate?
    private let last: LocalDate?

    /// Nil when none are known.
    init?(_ details: ERDetails) { self.init(details.weeklyHours, from: details.weeklyHoursFrom, to: details.weeklyHoursTo) }

    /// As the details spell them.
    init?(_ text: String?, from: String?, to: String?) {
        guard let text, let weekly = try? WeeklyHours(text) else { return nil }
        hours = weekly.days.compactMap { day in OpeningHours(columns: day.flatMap { [$0.start, $0.end] }) }
        guard hours.count == 7 else { return nil }
        first = from.flatMap { LocalDate($0) }
        last = to.flatMap { LocalDate($0) }
    }

    subscript(date: LocalDate) -> OpeningHours? {
        if let first, date < first { return nil }
        if let last, date > last { return nil }
        return hours[date.weekday.index]
    }
}

extension DaySchedule {
    /// What holds on a date: its own hours, else the week's.
    init(on date: LocalDate, of er: ERID, written: DaySchedule?, _ weekly: WeeklySchedule?) {
        self = written ?? DaySchedule(unwritten: date, of: er)
        guard hours == nil, let weekly = weekly?[date] else { return }
        hours = weekly
        isWeekly = true
        updatedAt = nil
    }
}
