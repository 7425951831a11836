import CareModels
import HTTP

/// `PUT /ers/:id/schedule/:date`: the hours of one date. If-Match with the version that was read (0 when nothing was ever written), or
/// If-None-Match: * for a date that nothing is known of.
struct SetScheduleDate: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let condition = try ScheduleCondition(request)
        let hours = try OpeningHours(request.decode(OpeningHours.Draft.self))
        let (id, date) = (try request.erID(), try request.parameter("date"))
        let set = SetDateHours(change: Change(request, dependencies))
        let day = try await dependencies.pool.transaction { tx in try await set(hours, on: date, of: id, condition, tx) }
        return .json(ScheduleDayView(day), version: day.version)
    }
}

/// `DELETE /ers/:id/schedule/:date`: nothing is known of that date any more.
struct ForgetScheduleDate: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let condition = try ScheduleCondition(request)
        let (id, date) = (try request.erID(), try request.parameter("date"))
        let set = SetDateHours(change: Change(request, dependencies))
        _ = try await dependencies.pool.transaction { tx in try await set(nil, on: date, of: id, condition, tx) }
        return .noContent
    }
}

extension ScheduleCondition {
    /// 428 when the caller says nothing.
    init(_ request: Request) throws {
        if try request.mustBeAbsent(), request.headers["If-Match"].isEmpty {
            self = .nothing
        } else {
            self = try request.requiredIfMatch().map { .version($0) } ?? .any
        }
    }
}
