import CareModels
import Foundation

/// How a patient wants to be watched.
struct MonitorSettings: Codable, Equatable, Sendable {
    /// At or below this a boundary counts as not set.
    static let lowestBoundary = 20.0
    static let highestBoundary = 250.0

    /// Resting heart rates above it raise an alert; nil until the patient chooses one.
    var boundary: Double?
    /// Whether "yes, taken" raises the boundary by the gap.
    var isDynamic = true
    /// In bpm.
    var gap = 3.0
    /// Alerts are raised from this time of day until the other, both included.
    var windowStart = ClockTime(minutes: 14 * 60)
    var windowEnd = ClockTime(minutes: 20 * 60)
    /// From one alert to the next, at least.
    var minimumIntervalMinutes = 10
    /// IANA name; nil takes the account's.
    var timeZone: String?

    /// The boundary after a "yes": the heart rate was high although the medication was taken.
    func raisedAfterYes() -> MonitorSettings {
        guard isDynamic, let boundary else { return self }
        var settings = self
        // As one adds on paper: 69.1 and 11.3 are 80.4, of which 80.4 bpm is not above.
        settings.boundary = min(((boundary + gap) * 1_000_000).rounded() / 1_000_000, Self.highestBoundary)
        return settings
    }
}
