import CareModels
import Foundation

/// How a patient's resting heart rate is, by the days of their time zone.
struct SummaryView: Encodable, Sendable {
    var latest: HeartRate?
    var boundary: Double?
    var timeZone: String
    var today: LocalDate
    var series: [DailyAverages.Day]
    var sevenDayAverage: Double?
    var warnings: [LocalDate]
    var lastTakenAt: Date?

    init(_ monitor: Monitor, week: [DailyAverages.Day], now: Date) {
        latest = monitor.state.latest
        boundary = monitor.settings.boundary
        timeZone = monitor.timeZone.name
        today = LocalTime(now, in: monitor.timeZone).date
        series = week
        sevenDayAverage = DailyAverages.average(of: week)
        warnings = monitor.state.warnings
        lastTakenAt = monitor.state.lastTakenAt
    }

    /// Of someone of whom nothing is stored.
    init(emptyIn zone: Zone, now: Date) {
        timeZone = zone.name
        today = LocalTime(now, in: zone).date
        series = DailyAverages.week(of: [], endingOn: today, in: zone)
        warnings = []
    }
}
