import CareModels

/// Dates without a clock, as text: the calendar counts them in days since 1970-01-01.
extension CivilDate {
    /// The day that `2026-03-08` spells, or nil: four, two and two digits, of a date that exists.
    static func parse(_ text: String) -> Int? {
        let bytes = Array(text.utf8)
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") else { return nil }
        guard let year = digits(bytes[0..<4]), let month = digits(bytes[5..<7]), let day = digits(bytes[8..<10]) else { return nil }
        guard (1970...9999).contains(year) else { return nil }
        return CivilDate(year: year, month: month, day: day)?.daysSince1970
    }

    static func format(_ day: Int) -> String {
        let date = CivilDate(daysSince1970: day)
        return padded(date.year, 4) + "-" + padded(date.month, 2) + "-" + padded(date.day, 2)
    }

    static func digits(_ bytes: ArraySlice<UInt8>) -> Int? {
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
