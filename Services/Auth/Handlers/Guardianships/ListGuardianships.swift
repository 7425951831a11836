import CareModels
import HTTP

/// `GET /users/:id/guardianships`: who may act for somebody, and for whom they may, with the invitations that wait; the latest first.
struct ListGuardianships: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id = try await dependencies.guardianshipParty(request, scope: "account:read")
        let page = try request.page()
        let (after, now) = (try TimeCursor<Guardianship>(page), dependencies.now())
        let rows = try await dependencies.pool.withConnection { connection in
            guard let user = try await connection.user(id) else { throw Refusal.noSuchUser }
            return try await connection.guardianships(of: id, provenAddress: user.provenAddress, after: after, limit: page.limit + 1, now: now)
        }
        try await dependencies.noteReading(of: id, request)
        let found = page.page(rows) { TimeCursor<Guardianship>($0.guardianship.invitedAt, $0.guardianship.id).fields }
        let items = found.items.map { GuardianshipView($0, now: now) }
        return try .json(HTTP.Page(items: items, nextCursor: found.nextCursor), headers: ["Cache-Control": "no-store"])
    }
}
