import CareModels
import HTTP

/// `GET /organisations/:id/invitations?limit=&after=`: whom it has asked to join and waits for, the latest first; for owners and administrators.
struct ListInvitations: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id = try request.id("id", of: Organisation.self)
        let caller = try await dependencies.organisationCaller(request)
        let page = try request.page()
        let (after, now) = (try TimeCursor<OrganisationInvitation>(page), dependencies.now())
        let rows = try await dependencies.pool.withConnection { connection in
            try OrganisationRule.manage(try await connection.organisation(id, for: caller).1)
            return try await connection.invitations(to: id, after: after, limit: page.limit + 1, now: now)
        }
        let found = page.page(rows) { TimeCursor($0.createdAt, $0.id).fields }
        let items = found.items.map { InvitationView($0) }
        return try .json(HTTP.Page(items: items, nextCursor: found.nextCursor), headers: ["Cache-Control": "no-store"])
    }
}
