import CareModels
import HTTP

/// `GET /appointments/:id`, for its patient and its provider; for anyone else there is no such appointment.
struct ShowAppointment: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id: AppointmentID = try request.id("id")
        let user = try request.identity.user()
        let record = try await dependencies.pool.withConnection { try await $0.appointment(id, dependencies.keys) }
        guard let record, record.actor(of: user) != nil else { throw Refusal.noSuchAppointment }
        return .json(AppointmentView(record), version: record.version)
    }
}
