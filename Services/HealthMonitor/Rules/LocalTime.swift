import Foundation

/// What the calendar and the clock on a person's wall show at an instant, to the second. Every instant has one, on the days too
/// on which a clock skips an hour or shows one twice.
struct LocalTime: Equatable, Sendable {
    var date: LocalDate
    /// 0…86399
    var secondOfDay: Int

    init(_ instant: Date, in zone: TimeZone) {
        let local = Int(instant.timeIntervalSince1970.rounded(.down)) + zone.secondsFromGMT(for: instant)
        let day = local >= 0 ? local / 86_400 : (local - 86_399) / 86_400
        date = LocalDate(daysSince1970: day)
        secondOfDay = local - day * 86_400
    }

    /// `20:00:01`; without the seconds when there are none.
    var clock: String {
        let time = ClockTime(minutes: secondOfDay / 60).description
        return secondOfDay % 60 == 0 ? time : time + ":" + Digits.padded(secondOfDay % 60, 2)
    }
}
