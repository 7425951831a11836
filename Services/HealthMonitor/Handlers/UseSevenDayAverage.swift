import CareModels
import Foundation
import HTTP
import Postgres

/// `POST /health/settings/seven-day-average`: makes the caller's 7-day average their boundary.
struct UseSevenDayAverage: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let person = try request.identity.user()
        return try await dependencies.pool.transaction { tx in
            var monitor = try await tx.lockMonitor(of: person, dependencies.keys)
            try request.requireMatch(version: monitor.settingsVersion)
            let week = try await tx.week(of: monitor, now: dependencies.moment)
            guard let average = DailyAverages.average(of: week) else { throw NoAverage() }
            var settings = monitor.settings
            settings.boundary = min(average, MonitorSettings.highestBoundary)
            monitor.change(to: settings)
            try await tx.save(monitor)
            return try .json(SettingsView(monitor), version: monitor.settingsVersion)
        }
    }
}

extension PostgresRunner {
    /// Today and the six days before, on the person's calendar.
    func week(of monitor: Monitor, now: Date) async throws -> [DailyAverages.Day] {
        // A local day is at most 25 hours long, and begins at most 26 away from UTC's.
        let since = now.addingTimeInterval(-Double((DailyAverages.days + 1) * LocalDate.secondsPerDay))
        let heartRates = try await heartRates(of: monitor, since: since)
        return DailyAverages.week(of: heartRates, endingOn: LocalTime(now, in: monitor.timeZone).date, in: monitor.timeZone)
    }
}
