import Foundation

/// RFC 3339 instants in UTC, as every body, event and query of Careline spells them: `2026-03-08T14:30:00Z`, with
/// milliseconds only when there are any.
///
/// Written out in integers, because Foundation's `ISO8601FormatStyle` reads `2026-02-30`, `14:60` and `…Zgarbage` as if they
/// were instants, and truncates some milliseconds by one.
public enum RFC3339 {
    /// The years that RFC 3339 can spell, as milliseconds since 1970.
    private static let spellable = -62_167_219_200_000...253_402_300_799_999

    /// The instant to the nearest millisecond. One before the year 0 or after 9999 has no spelling and becomes the nearest that has.
    public static func format(_ instant: Date) -> String {
        String(unsafeUninitializedCapacity: longest) { write(instant, to: $0) }
    }

    /// The same, behind `bytes`.
    public static func append(_ instant: Date, to bytes: inout [UInt8]) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: longest) { text in
            let count = write(instant, to: text)
            bytes.append(contentsOf: text[..<count])
        }
    }

    /// `2026-03-08T14:30:00.125Z`, in bytes.
    private static let longest = 24

    /// Into `text`, which has room for the longest: how many bytes it took.
    private static func write(_ instant: Date, to text: UnsafeMutableBufferPointer<UInt8>) -> Int {
        let exact = (instant.timeIntervalSince1970 * 1000).rounded()
        let bounded = exact >= Double(spellable.lowerBound) ? min(exact, Double(spellable.upperBound)) : Double(spellable.lowerBound)
        let milliseconds = Int(bounded)
        let second = floorDivide(milliseconds, 1000)
        let day = floorDivide(second, 86_400)
        let date = CivilDate(daysSince1970: day)
        let secondOfDay = second - day * 86_400
        let fraction = milliseconds - second * 1000

        put(date.year / 100, "0", at: 0, text)
        put(date.year % 100, "-", at: 2, text)
        put(date.month, "-", at: 5, text)
        put(date.day, "T", at: 8, text)
        put(secondOfDay / 3600, ":", at: 11, text)
        put(secondOfDay / 60 % 60, ":", at: 14, text)
        guard fraction != 0 else {
            put(secondOfDay % 60, "Z", at: 17, text)
            return 20
        }
        put(secondOfDay % 60, ".", at: 17, text)
        put(fraction / 10, "0", at: 20, text)
        text[22] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: fraction % 10)
        text[23] = UInt8(ascii: "Z")
        return 24
    }

    /// Two digits and what follows them.
    private static func put(_ number: Int, _ mark: Unicode.Scalar, at place: Int, _ text: UnsafeMutableBufferPointer<UInt8>) {
        text[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 10)
        text[place + 1] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10)
        text[place + 2] = UInt8(ascii: mark)
    }

    /// The instant that `text` spells, in any offset and with any fraction, or nil when it is not RFC 3339 (section 5.6). A leap
    /// second (`23:59:60` in UTC) is the instant after it, as in Unix time.
    public static func parse(_ text: String) -> Date? {
        var reader = Reader(bytes: Array(text.utf8))
        guard let year = reader.number(digits: 4), reader.take("-"), let month = reader.number(digits: 2), reader.take("-"),
            let day = reader.number(digits: 2), reader.take("T") || reader.take("t"),
            let hour = reader.number(digits: 2), hour < 24, reader.take(":"),
            let minute = reader.number(digits: 2), minute < 60, reader.take(":"),
            let second = reader.number(digits: 2), second <= 60,
            let date = CivilDate(year: year, month: month, day: day)
        else { return nil }
        guard let fraction = reader.fraction(), let offset = reader.offset(), reader.isAtEnd else { return nil }

        let seconds = date.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second - offset
        if second == 60, seconds - floorDivide(seconds, 86_400) * 86_400 != 0 { return nil }
        guard spellable.contains(seconds * 1000) else { return nil }
        // A Double's steps are 30 microseconds in the year 9999: nearer to the next second it would be in it, and on another day.
        let next = Double(seconds + 1)
        let step = max(next.ulp, (next - Date.timeIntervalBetween1970AndReferenceDate).ulp)
        return Date(timeIntervalSince1970: min(Double(seconds) + fraction, next - step))
    }

    /// A part of an instant that says what there is not, and what would be there.
    package enum ImpossiblePart: String, CaseIterable, Sendable {
        case month = "an instant with a month from 01 to 12"
        case day = "an instant on a day that its month has"
        case hour = "an instant with an hour from 00 to 23"
        case minute = "an instant with a minute from 00 to 59"
        case second = "an instant with a second from 00 to 59"
    }

    /// The first such part of a text that is written as an instant so far: of `2026-13-45T10:00:00Z` the month. Nil where the writing is what is wrong.
    package static func impossiblePart(of text: String) -> ImpossiblePart? {
        var reader = Reader(bytes: Array(text.utf8))
        guard let year = reader.number(digits: 4), reader.take("-"), let month = reader.number(digits: 2), reader.take("-") else { return nil }
        guard (1...12).contains(month) else { return .month }
        guard let day = reader.number(digits: 2), reader.take("T") || reader.take("t") else { return nil }
        guard CivilDate(year: year, month: month, day: day) != nil else { return .day }
        guard let hour = reader.number(digits: 2), reader.take(":") else { return nil }
        guard hour < 24 else { return .hour }
        guard let minute = reader.number(digits: 2), reader.take(":") else { return nil }
        guard minute < 60 else { return .minute }
        guard let second = reader.number(digits: 2) else { return nil }
        return second > 59 ? .second : nil
    }

    /// Walks the characters of an instant, from the left.
    private struct Reader {
        let bytes: [UInt8]
        var position = 0

        var isAtEnd: Bool { position == bytes.count }

        mutating func take(_ character: Unicode.Scalar) -> Bool {
            guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
            position += 1
            return true
        }

        mutating func digit() -> Int? {
            guard position < bytes.count, bytes[position] >= UInt8(ascii: "0"), bytes[position] <= UInt8(ascii: "9") else { return nil }
            position += 1
            return Int(bytes[position - 1] - UInt8(ascii: "0"))
        }

        mutating func number(digits: Int) -> Int? {
            var number = 0
            for _ in 0..<digits {
                guard let digit = digit() else { return nil }
                number = number * 10 + digit
            }
            return number
        }

        /// Zero when there is none; nil for a point without a digit. What is finer than a nanosecond is dropped.
        mutating func fraction() -> Double? {
            guard take(".") else { return 0 }
            guard var digits = digit() else { return nil }
            var scale = 10
            while let next = digit() {
                guard scale < 1_000_000_000 else { continue }
                digits = digits * 10 + next
                scale *= 10
            }
            return Double(digits) / Double(scale)
        }

        /// Seconds east of UTC.
        mutating func offset() -> Int? {
            if take("Z") || take("z") { return 0 }
            let isEast = take("+")
            guard isEast || take("-") else { return nil }
            guard let hour = number(digits: 2), hour < 24, take(":"), let minute = number(digits: 2), minute < 60 else { return nil }
            let seconds = hour * 3600 + minute * 60
            return isEast ? seconds : -seconds
        }
    }
}
