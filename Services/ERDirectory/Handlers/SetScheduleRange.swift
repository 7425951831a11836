import CareModels
import HTTP
import JSON
import Postgres

/// `PUT /ers/:id/schedule`: the same hours on many dates, all or some days of the week. If-Match names the version of the schedule.
struct SetScheduleRange: Sendable {
    let dependencies: Dependencies

    private struct Body: JSONWritable, Sendable {
        var erId: ERID
        var version: Int
        /// The dates whose hours are others now; those that had them already are not named.
        var items: [ScheduleDayView]

        func write(to json: inout JSONWriter) {
            json.object {
                $0.member("erId", erId.description)
                $0.list("items", items)
                $0.member("version", version)
            }
        }
    }

    func handle(_ request: Request) async throws -> Response {
        let id = try request.erID()
        let expected = try request.requiredIfMatch()
        let draft: ScheduleRange.Draft = try request.decode()
        let hours = try OpeningHours(draft.hours)
        let change = Change(request, dependencies)
        let (record, days) = try await dependencies.pool.transaction { tx in
            guard let record = try await tx.lockER(id) else { throw Problem.noSuchER }
            if let expected, expected != record.scheduleVersion { throw Problem.changedMeanwhile(record.scheduleVersion) }
            let today = ZoneClock(Zones.named(record.details.timeZone), now: change.now.epochSeconds).today
            let dates = try ScheduleRange.dates(draft, today: today)
            return try await tx.schedule(dates.map { ($0, hours) }, of: record, change)
        }
        let body = Body(erId: id, version: record.scheduleVersion, items: days.map { ScheduleDayView($0) })
        return .json(body, version: record.scheduleVersion)
    }
}
