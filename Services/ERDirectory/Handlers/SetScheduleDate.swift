import CareModels
import HTTP
import Postgres

/// `PUT /ers/:id/schedule/:date`: the hours of one date. If-Match with the version that was read (0 when nothing was ever written), or
/// If-None-Match: * for a date that nothing is known of.
struct SetScheduleDate: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let condition = try ScheduleCondition(request)
        let hours = try OpeningHours(request.decode(OpeningHours.Draft.self))
        return try await ScheduleDateChange(dependencies: dependencies).run(request, condition) { tx, record, current, change in
            let (_, changed) = try await tx.schedule([(current.date, hours)], of: record, change)
            let day = changed.first ?? current
            return .json(ScheduleDayView(day), version: day.version)
        }
    }
}

/// `DELETE /ers/:id/schedule/:date`: nothing is known of that date any more.
struct ForgetScheduleDate: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let condition = try ScheduleCondition(request)
        return try await ScheduleDateChange(dependencies: dependencies).run(request, condition) { tx, record, current, change in
            _ = try await tx.schedule([(current.date, nil)], of: record, change)
            return .noContent
        }
    }
}

/// What a caller says of the hours that they have read.
enum ScheduleCondition: Equatable, Sendable {
    case version(Int)
    /// Whatever is there.
    case any
    /// Nothing is known yet.
    case nothing

    /// 428 when the caller says nothing.
    init(_ request: Request) throws {
        let tags = request.headers["If-None-Match"]
        if request.headers["If-Match"].isEmpty, tags == ["*"] {
            self = .nothing
        } else {
            self = try request.requiredIfMatch().map { .version($0) } ?? .any
        }
    }

    func check(_ current: DaySchedule) throws {
        switch self {
        case .version(let version):
            if version != current.version { throw Problem.changedMeanwhile(current.version) }
        case .nothing:
            if current.hours != nil { throw Problem.preconditionFailed("Hours of that date are known, at version \(current.version).") }
        case .any: break
        }
    }
}

/// One date of a locked emergency room, with the caller's condition checked.
struct ScheduleDateChange: Sendable {
    let dependencies: Dependencies

    typealias Body = (Transaction, ERRecord, DaySchedule, Change) async throws -> Response

    func run(_ request: Request, _ condition: ScheduleCondition, _ body: Body) async throws -> Response {
        let id = try request.erID()
        let text = try request.parameter("date")
        let change = Change(request, dependencies)
        return try await dependencies.pool.transaction { tx in
            guard let record = try await tx.lockER(id) else { throw Problem.noSuchER }
            let today = ZoneClock(Zones.named(record.details.timeZone), now: change.now.epochSeconds).today
            var faults: [Fault] = []
            guard let date = ScheduleRange.date(text, "date", today, &faults) else { throw Faults(faults) }
            let written = try await tx.schedules(of: id, from: date, to: date).first
            let current = written ?? DaySchedule(unwritten: date, of: id)
            try condition.check(current)
            return try await body(tx, record, current, change)
        }
    }
}
