import CareModels
import Foundation

/// A time zone's wall clock from now over the hours to come.
struct ZoneClock: Sendable {
    /// How far ahead: a status that does not change until then is not said to change.
    static let horizon = 60 * 3600

    let now: Int
    let offsets: UTCOffsets

    init(_ zone: TimeZone, now: Int) {
        self.now = now
        offsets = UTCOffsets(zone: zone, from: now, to: now + Self.horizon)
    }

    var today: LocalDate { offsets.date(at: now) }
}
