import CareModels
import Foundation

/// A time zone's wall clock from now over the dates to come.
struct ZoneClock: Sendable {
    /// Of how many dates after today an answer says when something changes.
    static let usualDays = 1

    let now: Int
    let offsets: UTCOffsets
    /// How many dates after today it covers.
    private let days: Int

    init(_ zone: Zone, now: Int, days: Int = usualDays) {
        self.now = now
        self.days = days
        // Half a day more than the dates have: with every turn of the clocks.
        offsets = UTCOffsets(zone: zone, from: now, to: now + (days + 1) * LocalDate.secondsPerDay + LocalDate.secondsPerDay / 2)
    }

    var today: LocalDate { offsets.date(at: now) }
    var last: LocalDate { today.advanced(by: days) }
}
