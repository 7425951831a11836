import CareModels
import HTTP

/// `DELETE /organisations/:id/teams/:teamId`: ends a team; by owners and administrators.
struct DeleteOneTeam: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let (id, team) = (try request.id("id", of: Organisation.self), try request.id("teamId", of: Team.self))
        let caller = try await dependencies.organisationCaller(request)
        let expected = try request.requiredIfMatch()
        let delete = DeleteTeam(now: dependencies.now)
        let origin = dependencies.actorOrigin(of: request)
        try await dependencies.pool.transaction { tx in try await delete(team, in: id, expectedRevision: expected, by: caller, from: origin, tx) }
        return .noContent
    }
}
