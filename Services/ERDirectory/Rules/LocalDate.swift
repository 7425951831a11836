import CareModels

/// A date on a wall calendar, in days since 1970-01-01.
struct LocalDate: Hashable, Comparable, Sendable {
    static let secondsPerDay = 86_400

    var day: Int

    init(day: Int) { self.day = day }

    /// `2026-03-08`: four, two and two digits of a date that exists, in the years that hours are kept for. Else nil.
    init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") else { return nil }
        guard let year = Digits.number(bytes[0..<4]), let month = Digits.number(bytes[5..<7]), let dayOfMonth = Digits.number(bytes[8..<10]) else {
            return nil
        }
        guard (1970...2199).contains(year), let date = CivilDate(year: year, month: month, day: dayOfMonth) else { return nil }
        day = date.daysSince1970
    }

    /// The date that a wall calendar shows when its clock has counted so many seconds since 1970-01-01T00:00.
    init(localSeconds: Int) {
        let quotient = localSeconds / Self.secondsPerDay
        day = localSeconds % Self.secondsPerDay < 0 ? quotient - 1 : quotient
    }

    var text: String {
        let date = CivilDate(daysSince1970: day)
        return Digits.padded(date.year, 4) + "-" + Digits.padded(date.month, 2) + "-" + Digits.padded(date.day, 2)
    }

    var weekday: Weekday { Weekday.allCases[((day + 3) % 7 + 7) % 7] }

    static func < (left: LocalDate, right: LocalDate) -> Bool { left.day < right.day }
    static func + (date: LocalDate, days: Int) -> LocalDate { LocalDate(day: date.day + days) }
}

/// The day of the week, Monday first (ISO 8601).
enum Weekday: String, CaseIterable, Codable, Sendable {
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday
}

enum Digits {
    static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
        var value = 0
        for byte in bytes {
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return value
    }

    static func padded(_ value: Int, _ width: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }
}
