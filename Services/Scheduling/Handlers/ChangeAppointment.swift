import CareModels
import Foundation
import HTTP

/// `PATCH /appointments/:id`, or `PATCH /appointments` with the id in the body: other texts, another time, or, by the provider, how it ended
/// (`status` completed or no-show).
struct ChangeAppointment: Sendable {
    let dependencies: Dependencies
    let idIn: AppointmentPlace

    private struct Body: Decodable {
        var id: AppointmentID?
        var title: Nullable<String>?
        /// `null` takes it away.
        var description: Nullable<String>?
        var startTime: Date?
        var endTime: Date?
        var status: String?
    }

    /// What ended is not changed at the same time.
    private enum Wish {
        case change(time: Interval?, texts: TextChange?)
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
            case .change(let time, let texts): try await Amend(now: dependencies.now)(change, time: time, texts: texts, tx)
            case .end(let action): try await End(now: dependencies.now)(change, action, tx)
            }
        }
        return try .json(AppointmentView(changed), version: changed.version)
    }

    private func wish(_ body: Body) throws -> Wish {
        var checks = Checks()
        if let status = body.status { return .end(try action(status, body, &checks)) }
        let texts = texts(body, &checks)
        // Without anything at all it is the time that is missing.
        guard texts == nil || body.startTime != nil || body.endTime != nil else {
            try checks.done()
            return .change(time: nil, texts: texts)
        }
        let slot = SlotBody.slot(body.startTime, body.endTime, &checks)
        return .change(time: try checks.done(slot), texts: texts)
    }

    private func texts(_ body: Body, _ checks: inout Checks) -> TextChange? {
        guard body.title != nil || body.description != nil else { return nil }
        var texts = TextChange()
        if let title = body.title { texts.title = checks.text(title.value, "title", required: true, most: 200) }
        if let description = body.description { texts.description = Nullable(checks.prose(description.value, "description", most: 2000)) }
        return texts
    }

    private func action(_ status: String, _ body: Body, _ checks: inout Checks) throws -> AppointmentState.Action {
        let isAlone = body.startTime == nil && body.endTime == nil && body.title == nil && body.description == nil
        checks.check(isAlone, "status", "cannot be changed together with anything else")
        let actions: [String: AppointmentState.Action] = ["completed": .complete, "no-show": .markNoShow]
        let action = actions[status]
        checks.check(action != nil, "status", "must be completed or no-show; cancel with DELETE")
        return try checks.done(action)
    }
}
