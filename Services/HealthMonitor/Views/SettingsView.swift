import CareModels
import Foundation

/// A patient's settings; what `PUT` takes, with the zone that holds when none was chosen.
struct SettingsView: Encodable, Sendable {
    struct Window: Encodable, Sendable {
        var start: ClockTime
        var end: ClockTime
    }

    var boundary: Double?
    var dynamic: Bool
    var gap: Double
    var window: Window
    var minimumIntervalMinutes: Int
    var timeZone: String?
    var effectiveTimeZone: String
    var version: Int

    init(_ monitor: Monitor) { self.init(monitor.settings, effectiveTimeZone: monitor.timeZone, version: monitor.settingsVersion) }

    init(_ settings: MonitorSettings, effectiveTimeZone: Zone, version: Int) {
        boundary = settings.boundary
        dynamic = settings.isDynamic
        gap = settings.gap
        window = Window(start: settings.windowStart, end: settings.windowEnd)
        minimumIntervalMinutes = settings.minimumIntervalMinutes
        timeZone = settings.timeZone
        self.effectiveTimeZone = effectiveTimeZone.name
        self.version = version
    }
}
