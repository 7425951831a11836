import CareModels
import HTTP

/// `GET /health/summary`: how the caller's resting heart rate is, by the days of their time zone.
struct ShowSummary: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let person = try request.identity.user()
        let now = dependencies.moment()
        let view = try await dependencies.pool.reading(request) { connection in
            guard let monitor = try await connection.monitor(of: person, dependencies.keys) else {
                return SummaryView(emptyIn: try await connection.accountTimeZone(of: person), now: now)
            }
            return SummaryView(monitor, week: try await connection.week(of: monitor, now: now), now: now)
        }
        return try .json(view)
    }
}
