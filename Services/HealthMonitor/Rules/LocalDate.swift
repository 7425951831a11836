import CareModels

/// A day as a calendar on the wall names it, `2026-03-08` in JSON.
struct LocalDate: Hashable, Comparable, Sendable {
    var daysSince1970: Int

    init(daysSince1970: Int) { self.daysSince1970 = daysSince1970 }

    static func < (left: LocalDate, right: LocalDate) -> Bool { left.daysSince1970 < right.daysSince1970 }

    func advanced(by days: Int) -> LocalDate { LocalDate(daysSince1970: daysSince1970 + days) }
}

extension LocalDate: CustomStringConvertible {
    var description: String {
        let date = CivilDate(daysSince1970: daysSince1970)
        return [Digits.padded(date.year, 4), Digits.padded(date.month, 2), Digits.padded(date.day, 2)].joined(separator: "-")
    }

    init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, let year = Digits.number(parts[0], 4), let month = Digits.number(parts[1], 2),
            let day = Digits.number(parts[2], 2), let date = CivilDate(year: year, month: month, day: day)
        else { return nil }
        daysSince1970 = date.daysSince1970
    }
}

extension LocalDate: Codable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let date = LocalDate(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "expected a date, such as 2026-03-08")
        }
        self = date
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// Numbers of a fixed width, as dates and clocks spell them.
enum Digits {
    static func padded(_ value: Int, _ width: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }

    static func number(_ text: Substring, _ width: Int) -> Int? {
        guard text.utf8.count == width, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text)
    }
}
