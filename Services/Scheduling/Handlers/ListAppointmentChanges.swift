import CareModels
import HTTP

/// `GET /appointments/:id/changes`: who did what with it, when and with which app, the last first; for its patient and its provider.
struct ListAppointmentChanges: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id: AppointmentID = try request.id("id")
        let caller = try Caller(request)
        let page = try request.page()
        let before = try page.int(at: 0)
        let (actor, entries) = try await dependencies.pool.withConnection { connection in
            guard let found = try await connection.appointment(id, dependencies.keys), let actor = try await connection.actor(of: caller, to: found) else {
                throw Refusal.noSuchAppointment
            }
            guard actor != .frontDesk else { throw AppointmentState.Refusal.notForTheDesk }
            return (actor, try await connection.log(of: id, before: before, limit: page.limit + 1))
        }
        return try .json(page.page(entries.map { AppointmentLogView($0.seen(by: actor)) }) { ["\($0.version)"] })
    }
}
