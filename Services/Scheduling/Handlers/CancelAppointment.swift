import CareModels
import Foundation
import HTTP
import Postgres

/// `DELETE /appointments/:id`, or `DELETE /appointments` with the id in the body: cancels, by patient or provider. To cancel
/// what is cancelled changes nothing, so that a retry is safe.
struct CancelAppointment: Sendable {
    let dependencies: Dependencies
    let idIn: AppointmentTarget.Place

    private struct Body: Decodable {
        var id: AppointmentID?
        var reason: String?
    }

    func handle(_ request: Request) async throws -> Response {
        let user = try request.identity.user()
        let body = request.body.isEmpty ? Body() : try request.decode(Body.self)
        let id = try idIn.id(request, inBody: body.id)
        var validation = Validation()
        let reason = validation.prose(body.reason, "reason", most: 500)
        try validation.done()
        let expected = try request.ifMatch()
        let cancelled = try await dependencies.pool.transaction { tx in
            try await cancel(id, reason, by: user, expected, tx)
        }
        return try .json(AppointmentView(cancelled), version: cancelled.version)
    }

    private func cancel(_ id: AppointmentID, _ reason: String?, by user: UserID, _ expected: Int?, _ tx: Transaction) async throws -> AppointmentRecord {
        let locked = try await tx.lockAppointment(id)
        if let locked, locked.record.actor(of: user) != nil, locked.record.status == .cancelled { return locked.record }
        let (found, actor) = try AppointmentTarget.check(locked, user, expected)
        let now = dependencies.now()
        let status = try found.record.next(.cancel, by: actor, now: now, settings: found.calendar.settings)
        return try await tx.cancel(found.record, as: status, by: user, reason: reason, now: now)
    }
}
