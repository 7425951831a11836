import CareModels
import Foundation

/// timestamptz on the wire: microseconds since 2000-01-01 00:00 UTC, with the extremes for ±infinity.
enum PostgresTimestamp {
    /// From Foundation's reference date, 2001-01-01, back to PostgreSQL's: the leap year 2000.
    private static let epochOffset: Double = 366 * 86400
    /// 4714-11-24 BC and 294277-01-01 AD (src/include/datatype/timestamp.h).
    private static let range: ClosedRange<Int64> = -211_813_488_000_000_000...9_223_371_331_199_999_999

    static func microseconds(_ date: Date) -> Int64? {
        let value = ((date.timeIntervalSinceReferenceDate + epochOffset) * 1e6).rounded()
        guard let microseconds = Int64(exactly: value), range.contains(microseconds) else { return nil }
        return microseconds
    }

    /// nil for ±infinity.
    static func date(_ microseconds: Int64) -> Date? {
        guard microseconds != .max, microseconds != .min else { return nil }
        let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        return Date(timeIntervalSinceReferenceDate: Double(seconds) - epochOffset + Double(rest) / 1e6)
    }

    /// What the server's input function reads, e.g. `2026-03-08 14:30:00.000001+00`, for COPY.
    static func text(_ microseconds: Int64) -> String {
        let (day, inDay) = floorDivide(microseconds, by: 86_400_000_000)
        let (year, month, dayOfMonth) = civil(day + 10_957)
        let seconds = inDay / 1_000_000
        let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { padded($0, 2) }.joined(separator: ":")
        let calendarYear = year > 0 ? year : 1 - year  // the year before 1 is 1 BC
        let date = "\(padded(calendarYear, 4))-\(padded(month, 2))-\(padded(dayOfMonth, 2))"
        return "\(date) \(clock).\(padded(inDay % 1_000_000, 6))+00\(year > 0 ? "" : " BC")"
    }

    private static func padded(_ value: Int64, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    private static func floorDivide(_ value: Int64, by divisor: Int64) -> (Int64, Int64) {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }

    /// Days since 1970-01-01 to a proleptic Gregorian date (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms").
    private static func civil(_ days: Int64) -> (Int64, Int64, Int64) {
        let (era, dayOfEra) = floorDivide(days + 719_468, by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shifted + 2) / 5 + 1)
    }
}
