import CareModels
import HTTP

/// `GET /organisations/:id/teams?limit=&after=`: which teams it has, by name; for its members.
struct ListTeams: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id = try request.id("id", of: Organisation.self)
        let caller = try await dependencies.organisationCaller(request)
        let page = try request.page()
        let after = try NameCursor<Team>(page)
        let rows = try await dependencies.pool.withConnection { connection in
            _ = try await connection.organisation(id, for: caller)
            return try await connection.teams(of: id, after: after, limit: page.limit + 1)
        }
        let found = page.page(rows) { NameCursor<Team>($0.details.foldedName, $0.id).fields }
        let items = found.items.map { TeamView($0) }
        return try .json(HTTP.Page(items: items, nextCursor: found.nextCursor), headers: ["Cache-Control": "no-store"])
    }
}
