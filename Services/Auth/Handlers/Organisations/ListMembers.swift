import CareModels
import HTTP

/// `GET /organisations/:id/members?limit=&after=`: who works there, by username; for its members.
struct ListMembers: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id = try request.id("id", of: Organisation.self)
        let caller = try await dependencies.organisationCaller(request)
        let page = try request.page()
        let after = try NameCursor<User>(page)
        let rows = try await dependencies.pool.withConnection { connection in
            _ = try await connection.organisation(id, for: caller)
            return try await connection.members(of: id, after: after, limit: page.limit + 1)
        }
        let found = page.page(rows) { NameCursor<User>($0.username, $0.member.userID).fields }
        let items = found.items.map { MemberView($0) }
        return try .json(HTTP.Page(items: items, nextCursor: found.nextCursor), headers: ["Cache-Control": "no-store"])
    }
}
