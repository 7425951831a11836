import CareModels
import Foundation
import HTTP
import Outbox
import Postgres

/// `PATCH /appointments/:id`, or `PATCH /appointments` with the id in the body: another time, or, by the provider, how it ended
/// (`status` completed or no-show).
struct ChangeAppointment: Sendable {
    let dependencies: Dependencies
    let idIn: AppointmentTarget.Place

    private struct Body: Decodable {
        var id: AppointmentID?
        var startTime: Date?
        var endTime: Date?
        var status: String?
    }

    private enum Change {
        case time(Interval)
        case end(AppointmentState.Action)
    }

    func handle(_ request: Request) async throws -> Response {
        let user = try request.identity.user()
        let body = try request.decode(Body.self)
        let id = try idIn.id(request, inBody: body.id)
        let change = try change(body)
        let expected = try request.ifMatch()
        let changed = try await SlotTaken.naming {
            try await dependencies.pool.transaction { tx in
                switch change {
                case .time(let slot): try await reschedule(id, to: slot, by: user, expected, tx)
                case .end(let action): try await end(id, action, by: user, expected, tx)
                }
            }
        }
        return try .json(AppointmentView(changed), version: changed.version)
    }

    private func change(_ body: Body) throws -> Change {
        var validation = Validation()
        guard let status = body.status else {
            let slot = SlotBody.slot(body.startTime, body.endTime, &validation)
            try validation.done()
            guard let slot else { throw Problem.invalid([]) }
            return .time(slot)
        }
        validation.check(body.startTime == nil && body.endTime == nil, "status", "cannot be changed together with the time")
        let actions: [String: AppointmentState.Action] = ["completed": .complete, "no-show": .markNoShow]
        let action = actions[status]
        validation.check(action != nil, "status", "must be completed or no-show; cancel with DELETE")
        try validation.done()
        guard let action else { throw Problem.invalid([]) }
        return .end(action)
    }

    private func reschedule(_ id: AppointmentID, to slot: Interval, by user: UserID, _ expected: Int?, _ tx: Transaction) async throws -> AppointmentRecord {
        let (locked, actor) = try AppointmentTarget.check(await tx.lockToReschedule(id), user, expected)
        let now = dependencies.now()
        let before = locked.record
        // A retry whose first answer was lost finds the appointment where it wants it.
        let isThere = before.status == .booked && before.startTime.epochSeconds == slot.start && before.endTime.epochSeconds == slot.end
        if isThere { return before }
        _ = try before.next(.reschedule, by: actor, now: now, settings: locked.calendar.settings)
        let party: Booking.Party = actor == .patient ? .patient : .provider
        let claim = try Claim(slot, in: locked.calendar, now: now, by: party)
        var after = before
        after.version += 1
        after.startTime = Date(epochSeconds: slot.start)
        after.endTime = Date(epochSeconds: slot.end)
        after.updatedAt = now
        try await tx.move(after, claiming: claim).check(for: party)
        try await tx.emit(
            AppointmentRescheduled(
                appointmentId: id, version: after.version, patientId: after.patientId, providerId: after.providerId,
                startTime: after.startTime, endTime: after.endTime, previousStartTime: before.startTime, previousEndTime: before.endTime,
                rescheduledBy: user))
        return after
    }

    private func end(_ id: AppointmentID, _ action: AppointmentState.Action, by user: UserID, _ expected: Int?, _ tx: Transaction) async throws -> AppointmentRecord {
        let (locked, actor) = try AppointmentTarget.check(await tx.lockAppointment(id), user, expected)
        let now = dependencies.now()
        let status = try locked.record.next(action, by: actor, now: now, settings: locked.calendar.settings)
        let ended = try await tx.close(locked.record, as: status, now: now)
        switch status {
        case .noShow: try await tx.emit(AppointmentNoShow(ended))
        default: try await tx.emit(AppointmentCompleted(ended))
        }
        return ended
    }
}
