import Foundation

/// What the calendar and the clock on a wall show at an instant, to the second. Every instant has one, on the days too on which a
/// clock skips an hour or shows one twice.
public struct LocalTime: Equatable, Sendable {
    public var date: LocalDate
    /// 0…86399
    public var secondOfDay: Int

    public init(_ instant: Date, in zone: Zone) {
        let local = instant.epochSeconds + zone.offset(at: instant.epochSeconds)
        date = LocalDate(localSeconds: local)
        secondOfDay = local - date.localSeconds
    }

    /// `20:00:01`; without the seconds when there are none.
    public var clock: String {
        let time = ClockTime(minutes: secondOfDay / 60).description
        return secondOfDay % 60 == 0 ? time : time + ":" + Digits.padded(secondOfDay % 60, 2)
    }
}
