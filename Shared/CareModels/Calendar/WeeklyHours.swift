/// The hours of a week on the wall clocks of a house: of every weekday, closed on those that are not named.
///
/// Written as the weekly part of OpenStreetMap's `opening_hours`: `Mo-Fr 08:00-12:00,13:00-18:00; Sa,Su 10:00-14:00`, `Mo-Su 08:00-20:00; We off`,
/// `24/7`. A later rule takes the place of an earlier one for its days. Holidays, months, weeks and sunsets are no part of it: a text that has them
/// is refused, since what is left of it would be other hours.
public struct WeeklyHours: Hashable, Sendable {
    /// From a minute until before another since the midnight that begins the day; past 1440 is the next day.
    public struct Span: Hashable, Sendable {
        public var start: Int
        public var end: Int
    }

    public struct Unreadable: Error, Equatable, CustomStringConvertible {
        package let text: Text
        public var description: String { text.description }
    }

    /// In characters, of what is sent. Our own spelling of the same may be longer, and is read too.
    public static let longest = 400
    private static let mostBytes = 1000
    /// Of one day.
    package static let mostSpans = 12

    /// Seven, Monday's first; each day's in order, none touching another's inside.
    public let days: [[Span]]

    public subscript(weekday: Weekday) -> [Span] { days[weekday.index] }

    public init(_ text: String) throws(Unreadable) {
        guard text.utf8.count <= Self.mostBytes else { throw Unreadable(text: "is longer than \(limit: Self.longest) characters") }
        if Self.words(text[...]) == ["24/7"] {
            days = Array(repeating: [Span(start: 0, end: ClockTime.minutesPerDay)], count: 7)
            return
        }
        var days: [[Span]] = Array(repeating: [], count: 7)
        var isNamed = false
        for rule in text.split(separator: ";") where !Self.words(rule).isEmpty {
            let (weekdays, spans) = try Self.rule(rule)
            for day in weekdays { days[day] = spans }
            isNamed = true
        }
        guard isNamed else { throw Unreadable(text: "is empty; \(Self.expectation)") }
        self.days = days
    }

    private static let expectation: Text = "expected weekly hours such as Mo-Fr 08:00-18:00; Sa,Su 10:00-14:00, or 24/7"
    private static let names = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]

    private static func words(_ text: Substring) -> [Substring] { text.split { $0 == " " || $0 == "\t" } }

    private static func unreadable(_ text: Substring) -> Unreadable { Unreadable(text: "cannot be read at \"\(text.prefix(20))\"; \(expectation)") }
}

// MARK: - As text

extension WeeklyHours {
    /// `Mo-Fr 08:00-18:00`: the days, all when none are named, and their hours.
    private static func rule(_ text: Substring) throws(Unreadable) -> ([Int], [Span]) {
        let words = words(text)
        // Of days with spaces after their commas too; the hours begin with the first word that begins with a digit, or are one word.
        let first = words.firstIndex { $0.first?.isNumber == true } ?? words.count - 1
        let weekdays = try weekdays(words[..<first].joined()[...])
        let hours = words[first...].joined()
        if ["off", "closed"].contains(hours.lowercased()) { return (weekdays, []) }
        return (weekdays, try spans(hours[...]))
    }

    private static func weekdays(_ text: Substring) throws(Unreadable) -> [Int] {
        guard !text.isEmpty else { return Array(0..<7) }
        var result: [Int] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false)
            guard ends.count <= 2, let first = weekday(ends[0]), let last = weekday(ends[ends.count - 1]) else { throw unreadable(part) }
            // Sa-Mo goes over the week's end.
            let count = (last - first + 7) % 7
            result += (0...count).map { (first + $0) % 7 }
        }
        return result
    }

    private static func weekday(_ text: Substring) -> Int? { names.firstIndex { $0.lowercased() == text.lowercased() } }

    private static func spans(_ text: Substring) throws(Unreadable) -> [Span] {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count <= mostSpans else { throw Unreadable(text: "has a day of \(parts.count) intervals; at most \(limit: mostSpans) are taken") }
        var spans: [Span] = []
        for part in parts {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false)
            guard ends.count == 2, let start = time(ends[0]), let end = time(ends[1]), start < ClockTime.minutesPerDay else { throw unreadable(part) }
            guard start != end else { throw Unreadable(text: "has \(part), which is no time at all; a whole day is 00:00-24:00") }
            // At or before the start is on the next day.
            spans.append(Span(start: start, end: end > start ? end : end + ClockTime.minutesPerDay))
        }
        spans.sort { ($0.start, $0.end) < ($1.start, $1.end) }
        for (earlier, later) in zip(spans, spans.dropFirst()) where earlier.end > later.start {
            throw Unreadable(text: "has intervals of one day that overlap, \(Self.text(earlier)) and \(Self.text(later)); join them")
        }
        return spans
    }

    /// Lists leave the zero of 08:00 out.
    private static func time(_ text: Substring) -> Int? { ClockTime(text.utf8.count == 4 ? "0" + text : String(text))?.minutes }

    private static func text(_ span: Span) -> String {
        let end = span.end > ClockTime.minutesPerDay ? span.end - ClockTime.minutesPerDay : span.end
        return "\(ClockTime(minutes: span.start))-\(ClockTime(minutes: end))"
    }
}

extension WeeklyHours: CustomStringConvertible {
    /// One spelling for the same hours; read again it is the same.
    public var description: String {
        if days.allSatisfy({ $0 == [Span(start: 0, end: ClockTime.minutesPerDay)] }) { return "24/7" }
        var rules: [String] = []
        var named: Set<[Span]> = [[]]
        for spans in days where named.insert(spans).inserted {
            let hours = spans.map(Self.text).joined(separator: ",")
            rules.append(Self.names(days.indices.filter { days[$0] == spans }) + " " + hours)
        }
        return rules.isEmpty ? "off" : rules.joined(separator: "; ")
    }

    /// `Mo-Fr`, `Sa,Su`, `Mo,We`
    private static func names(_ weekdays: [Int]) -> String {
        var runs: [ClosedRange<Int>] = []
        for day in weekdays {
            if let last = runs.last, last.upperBound + 1 == day { runs[runs.count - 1] = last.lowerBound...day } else { runs.append(day...day) }
        }
        return runs.flatMap { run in run.count > 2 ? [names[run.lowerBound] + "-" + names[run.upperBound]] : run.map { names[$0] } }.joined(separator: ",")
    }
}
