import CareModels
import Foundation

/// From when until when the hours of a date can hold at most, on UTC's clock: with both offsets of a day on which the clocks change, and an hour
/// for a zone whose law changes after the hours were written. What the search narrows down by; the hours themselves decide.
struct ScheduleReach: Equatable, Sendable {
    static let margin = 3600

    var opensAt: Date
    var closesAt: Date

    /// Nil when it is not open on that date.
    init?(_ hours: OpeningHours?, on date: LocalDate, in zone: String) {
        guard let hours, let first = hours.spans.first else { return nil }
        let zone = Zone.stored(zone)
        let midnight = date.localSeconds
        // The offsets before and after anything that can happen on that date, and the night after it.
        let offsets = [-1, 0, 1, 2, 3].map { zone.offset(at: midnight + $0 * LocalDate.secondsPerDay) }
        let ahead = offsets.max() ?? 0
        let behind = offsets.min() ?? 0
        opensAt = Date(epochSeconds: midnight + first.start * 60 - ahead - Self.margin)
        closesAt = Date(epochSeconds: midnight + hours.lastEnd * 60 - behind + Self.margin)
    }
}
