import CareModels
import HTTP

/// `DELETE /appointments/:id`, or `DELETE /appointments` with the id in the body: cancels, by patient, provider or front desk.
struct CancelAppointment: Sendable {
    let dependencies: Dependencies
    let idIn: AppointmentPlace

    private struct Body: Decodable {
        var id: AppointmentID?
        var reason: String?
    }

    func handle(_ request: Request) async throws -> Response {
        let body = request.body.isEmpty ? Body() : try request.decode(Body.self)
        let id = try idIn.id(request, inBody: body.id)
        var checks = Checks()
        let reason = checks.prose(body.reason, "reason", most: 500)
        try checks.done()
        let change = try AppointmentChange(of: id, request)
        let cancelled = try await dependencies.pool.transaction { tx in
            try await Cancel(keys: dependencies.keys, now: dependencies.now)(change, reason: reason, tx)
        }
        return .json(AppointmentView(cancelled, to: change.caller.user), version: cancelled.version)
    }
}
