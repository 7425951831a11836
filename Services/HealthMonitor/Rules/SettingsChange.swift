import CareModels
import Foundation

/// New settings as they came; all of them, so that what is absent takes its default.
struct SettingsChange: Decodable, Sendable {
    struct Window: Decodable, Sendable {
        var start: String?
        var end: String?
    }

    static let gaps = 1.0...20.0
    /// In minutes.
    static let minimumInterval = 1...1440

    var boundary: Double?
    var dynamic: Bool?
    var gap: Double?
    var window: Window?
    var minimumIntervalMinutes: Int?
    var timeZone: String?

    /// The settings that it asks for, or everything that is wrong with it.
    func settings() throws(Faults) -> MonitorSettings {
        var checks = Checks()
        var settings = MonitorSettings()
        settings.boundary = boundary
        settings.isDynamic = dynamic ?? settings.isDynamic
        settings.gap = gap ?? settings.gap
        settings.minimumIntervalMinutes = minimumIntervalMinutes ?? settings.minimumIntervalMinutes
        settings.timeZone = timeZone
        let highest = MonitorSettings.highestBoundary
        checks.check((0...highest).contains(boundary ?? 0), "boundary", "must be from 0 to \(limit: Int(highest)) beats per minute; null, or 20 and less, is not set")
        checks.check(Self.gaps.contains(settings.gap), "gap", "must be from \(BPM.text(Self.gaps.lowerBound)) to \(limit: Int(Self.gaps.upperBound)) beats per minute")
        checks.check(
            Self.minimumInterval.contains(settings.minimumIntervalMinutes), "minimumIntervalMinutes",
            "must be from \(Self.minimumInterval.lowerBound) to \(limit: Self.minimumInterval.upperBound)")
        let (start, end) = (window?.start.map(ClockTime.init) ?? settings.windowStart, window?.end.map(ClockTime.init) ?? settings.windowEnd)
        checks.check(start != nil, "window.start", "must be a time of day from 00:00 to 24:00, such as 14:00")
        checks.check(end != nil, "window.end", "must be a time of day from 00:00 to 24:00, such as 20:00")
        if let start, let end {
            checks.check(start < end, "window.end", "must be after window.start")
            settings.windowStart = start
            settings.windowEnd = end
        }
        if let timeZone { checks.check(TimeZoneName.isKnown(timeZone), "timeZone", "\(TimeZoneName.expectation); null takes your account's") }
        try checks.done()
        return settings
    }
}
