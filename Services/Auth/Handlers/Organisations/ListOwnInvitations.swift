import CareModels
import HTTP

/// `GET /organisations/invitations?limit=&after=`: who has asked oneself to join, by id or by the address that one has confirmed; the latest first.
struct ListOwnInvitations: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let user = try request.identity.user()
        try await dependencies.requireLiveSession(request)
        let page = try request.page()
        let (after, now) = (try TimeCursor<OrganisationInvitation>(page), dependencies.now())
        let rows = try await dependencies.pool.withConnection { try await $0.invitations(of: user, after: after, limit: page.limit + 1, now: now) }
        let found = page.page(rows) { TimeCursor($0.invitation.createdAt, $0.invitation.id).fields }
        let items = found.items.map { OwnInvitationView($0) }
        return try .json(HTTP.Page(items: items, nextCursor: found.nextCursor), headers: ["Cache-Control": "no-store"])
    }
}
