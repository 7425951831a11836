import CareModels

/// A change of hours on many dates: from one date to another, on some days of the week.
enum ScheduleRange {
    static let mostDays = 400
    /// Hours are kept for dates from two days ago (somewhere it is still yesterday, and that may reach into today) to two years ahead.
    static let pastDays = 2
    static let aheadDays = 731
    /// Of the dates that may be asked for.
    static let years = 1970...2199

    struct Draft: Decodable, Sendable {
        var from: String
        var to: String
        /// All when absent.
        var weekdays: [String]?
        var preset: String?
        var intervals: [OpeningHours.Draft.Interval]?

        var hours: OpeningHours.Draft { OpeningHours.Draft(preset: preset, intervals: intervals) }
    }

    static func dates(_ draft: Draft, today: LocalDate) throws(Faults) -> [LocalDate] {
        var checks = Checks()
        let first = date(draft.from, "from", today, &checks)
        let last = date(draft.to, "to", today, &checks)
        var weekdays: Set<Weekday> = []
        let most = Weekday.allCases.count
        if let named = draft.weekdays?.count, named > most { throw Faults("weekdays", "holds \(named); at most \(limit: most) are taken at once") }
        for (index, name) in (draft.weekdays ?? Weekday.allCases.map(\.rawValue)).enumerated() {
            if let weekday = Weekday(rawValue: name) {
                weekdays.insert(weekday)
            } else {
                let known = Weekday.allCases.map(\.rawValue).joined(separator: ", ")
                checks.fail("weekdays[\(index)]", "must be one of \(known)")
            }
        }
        if draft.weekdays?.isEmpty == true { checks.fail("weekdays", "is empty; leave it out for every day") }
        let (from, to) = try checks.done(first, last)
        guard from <= to else { throw Faults("to", "must not be before from") }
        guard from.distance(to: to) < mostDays else { throw Faults("to", "must be less than \(mostDays) days after from") }
        let dates = (from...to).filter { weekdays.contains($0.weekday) }
        guard !dates.isEmpty else { throw Faults("weekdays", "none of them lies between from and to") }
        return dates
    }

    /// One date that hours may be written for.
    static func date(_ text: String, _ field: String, _ today: LocalDate, _ checks: inout Checks) -> LocalDate? {
        guard let date = LocalDate(text, years: years) else {
            checks.fail(field, "must be a date, such as 2026-03-08")
            return nil
        }
        let (first, last) = (today.advanced(by: -pastDays), today.advanced(by: aheadDays))
        guard (first...last).contains(date) else {
            checks.fail(field, "must be from \(first) to \(last)")
            return nil
        }
        return date
    }
}
