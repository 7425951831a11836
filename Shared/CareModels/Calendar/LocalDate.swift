/// A day as a calendar on the wall names it, wherever the wall is: `2026-03-08`.
public struct LocalDate: Hashable, Sendable {
    public static let secondsPerDay = 86_400

    public var daysSince1970: Int

    public init(daysSince1970: Int) { self.daysSince1970 = daysSince1970 }

    /// The date that a wall calendar shows when its clock has counted so many seconds since 1970-01-01T00:00.
    public init(localSeconds: Int) { daysSince1970 = floorDivide(localSeconds, Self.secondsPerDay) }

    /// The first second of the date, counted as `init(localSeconds:)` does.
    public var localSeconds: Int { daysSince1970 * Self.secondsPerDay }

    /// 0 for Monday … 6 for Sunday; 1970-01-01 was a Thursday.
    public var weekdayIndex: Int { daysSince1970 + 3 - floorDivide(daysSince1970 + 3, 7) * 7 }
    public var weekday: Weekday { Weekday.allCases[weekdayIndex] }
}

extension LocalDate: Strideable {
    public func advanced(by days: Int) -> LocalDate { LocalDate(daysSince1970: daysSince1970 + days) }
    public func distance(to other: LocalDate) -> Int { other.daysSince1970 - daysSince1970 }
    public static func < (left: LocalDate, right: LocalDate) -> Bool { left.daysSince1970 < right.daysSince1970 }
}

extension LocalDate: TextCodable {
    public static let spelling = "a date, such as 2026-03-08"

    public init?(_ text: String) { self.init(text, years: 0...9999) }

    /// Four, two and two digits of a date that exists, in one of `years`. Else nil.
    public init?(_ text: String, years: ClosedRange<Int>) {
        let bytes = Array(text.utf8)
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") else { return nil }
        guard let year = Digits.number(bytes[0..<4]), let month = Digits.number(bytes[5..<7]), let day = Digits.number(bytes[8..<10]),
            years.contains(year), let date = CivilDate(year: year, month: month, day: day)
        else { return nil }
        daysSince1970 = date.daysSince1970
    }

    public var description: String {
        let date = CivilDate(daysSince1970: daysSince1970)
        return Digits.padded(date.year, 4) + "-" + Digits.padded(date.month, 2) + "-" + Digits.padded(date.day, 2)
    }
}
