import CareModels
import HTTP

/// `GET /appointments/:id`, for its patient, its provider and the front desk; for anyone else there is no such appointment.
struct ShowAppointment: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id: AppointmentID = try request.id("id")
        let caller = try Caller(request)
        let record = try await dependencies.pool.withConnection { connection in
            let found = try await connection.appointment(id, dependencies.keys)
            guard let found, try await connection.actor(of: caller, to: found) != nil else { throw Refusal.noSuchAppointment }
            return found
        }
        return .json(AppointmentView(record, to: caller.user), version: record.version)
    }
}
