import CareModels
import HTTP

/// `GET /users/:id/appointments` and `GET /providers/:id/appointments`: a person's own appointments, for them or an admin; of a provider's, those
/// that are at their front desk, for that desk too, without what they are about. A provider's own are theirs at either address.
struct ListAppointments: Sendable {
    let dependencies: Dependencies
    let side: AppointmentFilter.Side

    static let query: Set<String> = ["when", "status", "from", "to", "limit", "after"]

    func handle(_ request: Request) async throws -> Response {
        let person: UserID = try request.id("id")
        let caller = request.identity
        let isOwn = try caller.userID == person || caller.isAdmin()
        let side: AppointmentFilter.Side = caller.userID == person && caller.role == .provider ? .provider : self.side
        // Who acts for somebody does so in that person's own matters alone.
        let clerk = side == .provider && caller.actorID == nil ? caller.userID : nil
        var checks = Checks()
        let filter = AppointmentFilter(
            side: side, person: person, when: try checks.read(request.query.value("when", AppointmentFilter.When.self)),
            status: try checks.read(request.query.value("status", AppointmentStatus.self)), from: try checks.read(request.query.instant("from")),
            to: try checks.read(request.query.instant("to")))
        checks.known(filter.from, "from")
        checks.known(filter.to, "to")
        if let from = filter.from, let to = filter.to { checks.check(from < to, "to", "must be after from") }
        // Soonest first, or latest first: a place in the one is none in the other.
        let isUnclear = ["when", "from", "to"].contains(where: checks.isFaulty)
        let asked = try checks.read(request.page(filter.isRising ? "rising" : nil, isUnclear: isUnclear))
        let page = try checks.done(asked)
        let after = try TimeCursor<Appointment>(page)
        let now = dependencies.now()
        let rows = try await dependencies.pool.reading(request) { connection in
            var filter = filter
            if !isOwn {
                guard let clerk else { throw refusal }
                let desks = try await connection.frontDesks(of: clerk, for: person)
                guard !desks.isEmpty else { throw refusal }
                filter.organisations = desks
            }
            return try await connection.appointments(filter, now: now, after: after, limit: page.limit + 1, dependencies.keys)
        }
        let found = page.page(rows) { $0.cursor.fields }
        return .json(Page(items: found.items.map { AppointmentView(isOwn ? $0 : $0.atFrontDesk) }, nextCursor: found.nextCursor))
    }

    private var refusal: Problem {
        Problem.forbidden(
            side == .patient
                ? "Only the user or an admin may list these appointments."
                : "Only the provider, the front desk of their organisation or an admin may list these appointments.")
    }
}
