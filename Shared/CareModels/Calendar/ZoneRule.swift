/// How a zone's clocks turn every year, as POSIX spells it in TZ and the tz database at the end of a file: `CST6CDT,M3.2.0,M11.1.0`. Hours of turning may be
/// from -167 to 167 (RFC 9636, 3.3.1).
struct ZoneRule: Sendable {
    private let standard: Int
    private let summer: (offset: Int, begins: Turn, ends: Turn)?

    /// A time on the wall on a day of each year.
    private struct Turn {
        enum Day {
            /// 1…365, February never having 29 days.
            case ofCommonYear(Int)
            /// 0…365
            case ofYear(Int)
            /// The `week`th such day of the month, the last where that is 5; 0 is Sunday.
            case ofMonth(month: Int, week: Int, weekday: Int)
        }

        var day: Day
        var seconds: Int
    }

    /// Nil for what is not spelled so.
    init?(_ text: some Collection<UInt8>) {
        var reader = Reader(rest: Array(text)[...])
        guard reader.name(), let west = reader.time() else { return nil }
        standard = -west
        if reader.isAtEnd {
            summer = nil
            return
        }
        guard reader.name() else { return nil }
        var offset = standard + 3600
        if !reader.isNext(",") {
            guard let west = reader.time() else { return nil }
            offset = -west
        }
        guard let begins = reader.turn(), let ends = reader.turn(), reader.isAtEnd else { return nil }
        summer = (offset, begins, ends)
    }

    func offset(at instant: Int) -> Int {
        guard let summer else { return standard }
        let year = CivilDate(daysSince1970: floorDivide(instant + standard, LocalDate.secondsPerDay)).year
        let begin = Self.local(summer.begins, in: year) - standard
        let end = Self.local(summer.ends, in: year) - summer.offset
        let isSummer = begin < end ? begin <= instant && instant < end : !(end <= instant && instant < begin)
        return isSummer ? summer.offset : standard
    }

    /// What the wall clock has counted since 1970-01-01T00:00 when it turns.
    private static func local(_ turn: Turn, in year: Int) -> Int { day(turn.day, in: year) * LocalDate.secondsPerDay + turn.seconds }

    private static func first(of month: Int, _ year: Int) -> Int { CivilDate(year: year, month: month, day: 1)?.daysSince1970 ?? 0 }

    private static func day(_ day: Turn.Day, in year: Int) -> Int {
        switch day {
        case .ofYear(let number): return first(of: 1, year) + number
        case .ofCommonYear(let number): return number < 60 ? first(of: 1, year) + number - 1 : first(of: 3, year) + number - 60
        case .ofMonth(let month, let week, let weekday):
            let begin = first(of: month, year)
            let end = month == 12 ? first(of: 1, year + 1) : first(of: month + 1, year)
            // Monday is 0 here, and Sunday in the rule.
            let found = begin + (weekday + 6 - LocalDate(daysSince1970: begin).weekdayIndex + 7) % 7 + 7 * (week - 1)
            return found < end ? found : found - 7
        }
    }

    private struct Reader {
        var rest: ArraySlice<UInt8>

        var isAtEnd: Bool { rest.isEmpty }

        func isNext(_ character: Character) -> Bool { rest.first == character.asciiValue }

        mutating func take(_ character: Character) -> Bool {
            guard isNext(character) else { return false }
            rest = rest.dropFirst()
            return true
        }

        /// An abbreviation, in brackets where it is not of letters alone.
        mutating func name() -> Bool {
            if take("<") {
                guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
                rest = rest[(end + 1)...]
                return true
            }
            let letters = rest.prefix { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 }
            rest = rest.dropFirst(letters.count)
            return letters.count >= 3
        }

        mutating func number(_ range: ClosedRange<Int>) -> Int? {
            let digits = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }.prefix(3)
            rest = rest.dropFirst(digits.count)
            guard !digits.isEmpty, let value = Digits.number(digits), range.contains(value) else { return nil }
            return value
        }

        /// Hours, and perhaps minutes and seconds, with a sign: in seconds.
        mutating func time() -> Int? {
            let sign = take("-") ? -1 : 1
            if sign > 0 { _ = take("+") }
            guard let hours = number(0...167) else { return nil }
            var seconds = hours * 3600
            for unit in [60, 1] where take(":") {
                guard let part = number(0...59) else { return nil }
                seconds += part * unit
            }
            return sign * seconds
        }

        mutating func turn() -> Turn? {
            guard take(","), let day = day() else { return nil }
            guard take("/") else { return Turn(day: day, seconds: 2 * 3600) }
            return time().map { Turn(day: day, seconds: $0) }
        }

        private mutating func day() -> Turn.Day? {
            if take("J") { return number(1...365).map(Turn.Day.ofCommonYear) }
            guard take("M") else { return number(0...365).map(Turn.Day.ofYear) }
            guard let month = number(1...12), take("."), let week = number(1...5), take("."), let weekday = number(0...6) else { return nil }
            return .ofMonth(month: month, week: week, weekday: weekday)
        }
    }
}
