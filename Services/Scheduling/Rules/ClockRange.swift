import CareModels

/// Hours on a wall clock, in minutes since midnight. An `end` at or before `start` is on the next day: 22:00 to 02:00.
struct ClockRange: Hashable, Sendable {
    static let minutesPerDay = 1440

    /// 0…1439.
    var start: Int
    /// 1…1440; 1440 is 24:00.
    var end: Int

    /// `end`, counted from the midnight that `start` is counted from.
    var endFromStartOfDay: Int { end > start ? end : end + Self.minutesPerDay }

    /// The minutes that `09:30` spells, 00:00 to 24:00, or nil.
    static func parse(_ text: String) -> Int? {
        let bytes = Array(text.utf8)
        guard bytes.count == 5, bytes[2] == UInt8(ascii: ":") else { return nil }
        guard let hour = CivilDate.digits(bytes[0..<2]), let minute = CivilDate.digits(bytes[3..<5]) else { return nil }
        guard hour <= 24, minute <= 59, hour * 60 + minute <= minutesPerDay else { return nil }
        return hour * 60 + minute
    }

    static func format(_ minutes: Int) -> String {
        CivilDate.padded(minutes / 60, 2) + ":" + CivilDate.padded(minutes % 60, 2)
    }
}
