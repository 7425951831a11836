import CareModels
import Foundation
import HTTP

/// `PATCH /appointments/:id`, or `PATCH /appointments` with the id in the body: other texts, another time, or, by the provider, how it ended
/// (`status` completed or no-show). What is absent stays, and without anything nothing is changed; with the id in the body, as the oldest apps send it, a time has both ends.
struct ChangeAppointment: Sendable {
    let dependencies: Dependencies
    let idIn: AppointmentPlace

    private struct Body: Decodable {
        var id: AppointmentID?
        var title: Patched<String> = .absent
        var description: Patched<String> = .absent
        var startTime: Patched<Date> = .absent
        var endTime: Patched<Date> = .absent
        var status: Patched<String> = .absent

        /// Of a time of which one end is sent alone the other.
        var absentEnd: String? {
            if startTime.isAbsent == endTime.isAbsent { return nil }
            return startTime.isAbsent ? "startTime" : "endTime"
        }
    }

    /// What ended is not changed at the same time.
    private enum Wish {
        case change(time: TimeChange, texts: TextChange)
        case end(AppointmentState.Action)
    }

    func handle(_ request: Request) async throws -> Response {
        let body = try request.decode(Body.self)
        let id = try idIn.id(request, inBody: body.id)
        let wish = try wish(body)
        let change = try AppointmentChange(of: id, request)
        do {
            let changed = try await dependencies.pool.transaction { tx in
                switch wish {
                case .change(let time, let texts): try await Amend(keys: dependencies.keys, now: dependencies.now)(change, time: time, texts: texts, tx)
                case .end(let action): try await End(keys: dependencies.keys, now: dependencies.now)(change, action, tx)
                }
            }
            return .json(AppointmentView(changed, to: change.caller.user), version: changed.version)
        } catch let refusal as Booking.Refusal {
            throw refusal.explained(absentEnd: body.absentEnd)
        }
    }

    private func wish(_ body: Body) throws -> Wish {
        var checks = Checks()
        let title = checks.kept(body.title, "title").flatMap { checks.name($0, "title", required: true, most: 200) }
        let (start, end) = (checks.kept(body.startTime, "startTime"), checks.kept(body.endTime, "endTime"))
        let status = checks.kept(body.status, "status")
        try checks.done()
        if let status {
            let isAlone = start == nil && end == nil && title == nil && body.description.isAbsent
            checks.check(isAlone, "status", "cannot be changed together with anything else")
            return .end(try action(status, &checks))
        }
        let texts = TextChange(title: title, description: description(body.description, &checks))
        if idIn == .body, texts.isNothing || start != nil || end != nil {
            checks.check(start != nil, "startTime", "is required")
            checks.check(end != nil, "endTime", "is required")
        }
        let time = try SlotBody.change(start, end, &checks)
        try checks.done()
        return .change(time: time, texts: texts)
    }

    private func description(_ patch: Patched<String>, _ checks: inout Checks) -> Patched<String> {
        guard let text = patch.value else { return patch }
        return Patched(checks.prose(text, "description", most: 2000))
    }

    private func action(_ status: String, _ checks: inout Checks) throws -> AppointmentState.Action {
        let actions: [String: AppointmentState.Action] = ["completed": .complete, "no-show": .markNoShow]
        let action = actions[status]
        checks.check(action != nil, "status", "must be completed or no-show; cancel with DELETE")
        return try checks.done(action)
    }
}
