import Foundation

/// From when until when the hours of a date can hold at most, on UTC's clock: wide enough for a change of the clocks, and for a zone whose
/// law changes after the hours were written. What the search narrows down by; the hours themselves decide.
struct ScheduleReach: Equatable, Sendable {
    static let margin = 3 * 3600

    var opensAt: Date
    var closesAt: Date

    /// Nil when it is not open on that date.
    init?(_ hours: OpeningHours?, on date: LocalDate, in zone: String) {
        guard let hours, let first = hours.spans.first else { return nil }
        let midnight = date.day * LocalDate.secondsPerDay
        let offset = Zones.named(zone).secondsFromGMT(for: Date(epochSeconds: midnight))
        opensAt = Date(epochSeconds: midnight + first.start * 60 - offset - Self.margin)
        closesAt = Date(epochSeconds: midnight + hours.lastEnd * 60 - offset + Self.margin)
    }
}
