/// A time on a wall clock in whole minutes, `14:00`; 00:00 to 24:00.
public struct ClockTime: Hashable, Sendable {
    public static let minutesPerDay = 1440

    /// Since midnight, 0…1440.
    public var minutes: Int

    public init(minutes: Int) { self.minutes = minutes }

    public var secondOfDay: Int { minutes * 60 }
}

extension ClockTime: Comparable {
    public static func < (left: ClockTime, right: ClockTime) -> Bool { left.minutes < right.minutes }
}

extension ClockTime: TextCodable {
    public static let spelling = "a time of day, such as 14:00"

    /// Two and two digits. Nil for anything else, and for a time past 24:00.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 5, bytes[2] == UInt8(ascii: ":") else { return nil }
        guard let hour = Digits.number(bytes[0..<2]), let minute = Digits.number(bytes[3..<5]) else { return nil }
        guard minute < 60, hour * 60 + minute <= Self.minutesPerDay else { return nil }
        minutes = hour * 60 + minute
    }

    public var description: String { Digits.padded(minutes / 60, 2) + ":" + Digits.padded(minutes % 60, 2) }
}
