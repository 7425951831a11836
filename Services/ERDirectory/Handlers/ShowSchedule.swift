import CareModels
import HTTP

/// `GET /ers/:id/schedule?from=&to=&limit=&after=`: the hours of two weeks from today on, or of the dates asked for.
struct ShowSchedule: Sendable {
    let dependencies: Dependencies

    static let standardDays = 14
    static let mostDays = 100

    func handle(_ request: Request) async throws -> Response {
        let id = try request.erID()
        let now = dependencies.now()
        let (page, dates) = try read(request)
        let after = try page.int(at: 0)
        return try await dependencies.pool.withConnection { connection in
            guard let record = try await connection.er(id), record.removedAt == nil else { throw Refusal.noSuchER }
            let today = ZoneClock(Zone.stored(record.details.timeZone), now: now.epochSeconds).today
            let (from, to) = try range(dates, today: today)
            let listed = page.page((from...to).filter { $0.daysSince1970 > after ?? .min }) { ["\($0.daysSince1970)"] }
            let written = try await connection.schedules(of: id, from: from, to: to)
            // Without dates of its own the address means other ones tomorrow: the tag names them.
            let tag = "\"\(record.scheduleVersion).\(from.daysSince1970)-\(to.daysSince1970)-\(record.version)\""
            let cache = Caching(dependencies.settings).shared(now: now.epochSeconds)
            return .json(ScheduleView(record, from: from, to: to, listed.items, nextCursor: listed.nextCursor, written)).tagged(tag, cache: cache)
        }
    }

    private struct Dates: Sendable {
        var from: LocalDate?
        var to: LocalDate?
    }

    private func read(_ request: Request) throws -> (PageRequest, Dates) {
        var checks = Checks()
        func date(_ name: String) -> LocalDate? {
            guard let text = request.query[name] else { return nil }
            if let date = LocalDate(text, years: ScheduleRange.years) { return date }
            checks.fail(name, "must be a date, such as 2026-03-08")
            return nil
        }
        let page = try checks.read(request.page())
        let dates = Dates(from: date("from"), to: date("to"))
        return (try checks.done(page), dates)
    }

    private func range(_ dates: Dates, today: LocalDate) throws -> (LocalDate, LocalDate) {
        let from = dates.from ?? today
        let to = dates.to ?? from.advanced(by: Self.standardDays - 1)
        guard from <= to else { throw Faults("to", "must not be before from") }
        guard from.distance(to: to) < Self.mostDays else { throw Faults("to", "must be less than \(Self.mostDays) days after from") }
        return (from, to)
    }
}
