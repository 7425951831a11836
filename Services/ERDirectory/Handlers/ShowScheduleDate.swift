import CareModels
import HTTP

/// `GET /ers/:id/schedule/:date`: one date's hours, known or not, with the ETag that a change of them names in If-Match.
struct ShowScheduleDate: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id = try request.erID()
        guard let date = LocalDate(try request.parameter("date"), years: ScheduleRange.years) else { throw Problem.notFound("There is no such date.") }
        return try await dependencies.pool.withConnection { connection in
            guard let record = try await connection.er(id), record.removedAt == nil else { throw Refusal.noSuchER }
            let written = try await connection.schedules(of: id, from: date, to: date).first
            let day = DaySchedule(on: date, of: id, written: written, WeeklySchedule(record.details))
            // The week's hours change with the details.
            let tag = day.isWeekly ? "\(day.version).\(record.version)" : "\(day.version)"
            let cache = Caching(dependencies.settings).shared(now: dependencies.now().epochSeconds)
            return .json(ScheduleDayView(day)).tagged("\"\(tag)\"", cache: cache)
        }
    }
}
