import CareModels
import Foundation

/// When in the week the weekly hours can hold at most, on UTC's clock: with every offset that the zone's clocks have from now on for a year, and an hour
/// for a zone whose law changes later. What the search narrows down by; the hours themselves decide.
enum WeeklyReach {
    static let minutes = 7 * ClockTime.minutesPerDay
    private static let margin = 60

    /// Minutes since Monday's beginning in UTC, in order and apart.
    static func ranges(_ hours: WeeklyHours, in zone: String, now: Int) -> [Range<Int>] {
        let zone = Zone.stored(zone)
        let offsets = (0...12).map { zone.offset(at: now + $0 * 30 * LocalDate.secondsPerDay) }
        // Rounded outwards: an offset of long ago need not be in whole minutes.
        let ahead = Int((Double(offsets.max() ?? 0) / 60).rounded(.up)) + margin
        let behind = Int((Double(offsets.min() ?? 0) / 60).rounded(.down)) - margin
        var found: [Range<Int>] = []
        for (day, spans) in hours.days.enumerated() {
            let midnight = day * ClockTime.minutesPerDay
            for span in spans {
                let length = span.end - span.start + ahead - behind
                let start = ((midnight + span.start - ahead) % minutes + minutes) % minutes
                // Over the week's end it goes on at its beginning.
                found.append(start..<min(start + length, minutes))
                if start + length > minutes { found.append(0..<min(start + length - minutes, minutes)) }
            }
        }
        return found.united
    }

    /// `0` at the beginning of Monday in UTC. 1970-01-01 was a Thursday.
    static func minute(of now: Int) -> Int { (now / 60 + 3 * ClockTime.minutesPerDay) % minutes }
}
