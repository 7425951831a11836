import CareModels
import HTTP

/// `GET /organisations/:id/teams/:teamId`: for the organisation's members.
struct GetTeam: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let (id, team) = (try request.id("id", of: Organisation.self), try request.id("teamId", of: Team.self))
        let caller = try await dependencies.organisationCaller(request)
        let found = try await dependencies.pool.withConnection { connection in
            _ = try await connection.organisation(id, for: caller)
            guard let found = try await connection.team(team, of: id) else { throw OrganisationRule.Refusal.noSuchTeam }
            return found
        }
        return try .json(TeamView(found), version: found.revision)
    }
}
