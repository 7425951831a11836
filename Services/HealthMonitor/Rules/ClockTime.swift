import CareModels

/// A time on a wall clock in whole minutes, `14:00`; 00:00 to 24:00.
struct ClockTime: Hashable, Comparable, Sendable {
    static let minutesPerDay = 1440

    var minutes: Int

    init(minutes: Int) { self.minutes = minutes }

    static func < (left: ClockTime, right: ClockTime) -> Bool { left.minutes < right.minutes }

    var secondOfDay: Int { minutes * 60 }
}

extension ClockTime: CustomStringConvertible {
    var description: String { Digits.padded(minutes / 60, 2) + ":" + Digits.padded(minutes % 60, 2) }

    init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let hour = Digits.number(parts[0], 2), let minute = Digits.number(parts[1], 2) else { return nil }
        guard minute < 60, hour * 60 + minute <= Self.minutesPerDay else { return nil }
        minutes = hour * 60 + minute
    }
}

extension ClockTime: Codable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let time = ClockTime(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "expected a time of day, such as 14:00")
        }
        self = time
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
