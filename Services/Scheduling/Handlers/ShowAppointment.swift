import CareModels
import HTTP

/// `GET /appointments/:id`, for its patient, its provider and the front desk; for anyone else there is no such appointment.
struct ShowAppointment: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id: AppointmentID = try request.id("id")
        let caller = try Caller(request)
        let reads = dependencies.pool.quickReads
        let record = try await reads.appointment(id, dependencies.keys)
        guard let record, try await reads.actor(of: caller, to: record) != nil else { throw Refusal.noSuchAppointment }
        return .json(AppointmentView(record, to: caller.user), version: record.version)
    }
}
