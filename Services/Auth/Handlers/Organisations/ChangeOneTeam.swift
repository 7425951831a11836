import CareModels
import HTTP

/// `PATCH /organisations/:id/teams/:teamId`: its name, and who is in it; by owners and administrators, none of whom overwrites unseen what another has written.
struct ChangeOneTeam: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let (id, team) = (try request.id("id", of: Organisation.self), try request.id("teamId", of: Team.self))
        let caller = try await dependencies.organisationCaller(request)
        let expected = try request.requiredIfMatch()
        let patch: TeamDetails.Patch = try request.decode()
        let change = ChangeTeam(now: dependencies.now)
        let origin = dependencies.actorOrigin(of: request)
        let changed = try await dependencies.pool.transaction { tx in
            try await change(patch, of: team, in: id, expectedRevision: expected, by: caller, from: origin, tx)
        }
        return try .json(TeamView(changed), version: changed.revision)
    }
}
