import CareModels
import Foundation
import HTTP

/// `PATCH /appointments/:id`, or `PATCH /appointments` with the id in the body: another time, or, by the provider, how it ended
/// (`status` completed or no-show).
struct ChangeAppointment: Sendable {
    let dependencies: Dependencies
    let idIn: AppointmentPlace

    private struct Body: Decodable {
        var id: AppointmentID?
        var startTime: Date?
        var endTime: Date?
        var status: String?
    }

    private enum Wish {
        case time(Interval)
        case end(AppointmentState.Action)
    }

    func handle(_ request: Request) async throws -> Response {
        let user = try request.identity.user()
        let body = try request.decode(Body.self)
        let id = try idIn.id(request, inBody: body.id)
        let wish = try wish(body)
        let change = AppointmentChange(appointment: id, user: user, expectedVersion: try request.ifMatch())
        let changed = try await dependencies.pool.transaction { tx in
            switch wish {
            case .time(let slot): try await Reschedule(now: dependencies.now)(change, to: slot, tx)
            case .end(let action): try await End(now: dependencies.now)(change, action, tx)
            }
        }
        return try .json(AppointmentView(changed), version: changed.version)
    }

    private func wish(_ body: Body) throws -> Wish {
        var checks = Checks()
        guard let status = body.status else {
            let slot = try SlotBody.slot(body.startTime, body.endTime, &checks)
            return .time(try checks.done(slot))
        }
        checks.check(body.startTime == nil && body.endTime == nil, "status", "cannot be changed together with the time")
        let actions: [String: AppointmentState.Action] = ["completed": .complete, "no-show": .markNoShow]
        let action = actions[status]
        checks.check(action != nil, "status", "must be completed or no-show; cancel with DELETE")
        return .end(try checks.done(action))
    }
}
