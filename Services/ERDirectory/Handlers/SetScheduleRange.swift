import CareModels
import HTTP

/// `PUT /ers/:id/schedule`: the same hours on many dates, all or some days of the week. If-Match names the version of the schedule.
struct SetScheduleRange: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id = try request.erID()
        let expected = try request.requiredIfMatch()
        let draft: ScheduleRange.Draft = try request.decode()
        let hours = try OpeningHours(draft.hours)
        let set = SetRangeHours(change: Change(request, dependencies))
        let (record, days) = try await dependencies.pool.transaction { tx in
            try await set(hours, draft, of: id, expectedVersion: expected, tx)
        }
        return .json(ScheduleChangeView(record, days), version: record.scheduleVersion)
    }
}
