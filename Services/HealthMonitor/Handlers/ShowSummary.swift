import CareModels
import Foundation
import HTTP
import Postgres

/// `GET /health/summary`: how the caller's resting heart rate is, by the days of their time zone.
struct ShowSummary: Sendable {
    let dependencies: Dependencies

    private struct View: Encodable, Sendable {
        var latest: HeartRate?
        var boundary: Double?
        var timeZone: String
        var today: LocalDate
        var series: [DailyAverages.Day]
        var sevenDayAverage: Double?
        var warnings: [LocalDate]
    }

    func handle(_ request: Request) async throws -> Response {
        let person = try request.identity.user()
        let now = dependencies.moment
        let view = try await dependencies.pool.withConnection { connection -> View in
            guard let monitor = try await connection.monitor(of: person, dependencies.keys) else {
                return empty(in: try await connection.accountTimeZone(of: person), now: now)
            }
            let week = try await connection.week(of: monitor, now: now)
            return View(
                latest: monitor.state.latest, boundary: monitor.settings.boundary, timeZone: monitor.timeZone.identifier,
                today: LocalTime(now, in: monitor.timeZone).date, series: week, sevenDayAverage: DailyAverages.average(of: week),
                warnings: monitor.state.warnings)
        }
        return try .json(view)
    }

    private func empty(in zone: TimeZone, now: Date) -> View {
        let today = LocalTime(now, in: zone).date
        return View(timeZone: zone.identifier, today: today, series: DailyAverages.week(of: [], endingOn: today, in: zone), warnings: [])
    }
}
