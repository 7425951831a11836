import CareModels
import HTTP
import Outbox

/// `POST /organisations/:id/teams`: makes some of its members a team; by owners and administrators.
struct CreateOneTeam: Sendable {
    let dependencies: Dependencies

    private struct Body: Decodable {
        var name: String?
        var memberIds: [UserID]?
    }

    func handle(_ request: Request) async throws -> Response {
        let id = try request.id("id", of: Organisation.self)
        let caller = try await dependencies.organisationCaller(request)
        let body: Body = try request.decode()
        var checks = Checks()
        let sent = TeamDetails.checked(name: body.name, memberIDs: body.memberIds, &checks)
        let details = try checks.done(sent)
        let create = CreateTeam(now: dependencies.now, newID: dependencies.newID)
        let origin = dependencies.actorOrigin(of: request)
        return try await dependencies.pool.idempotent(request) { tx in
            let team = try await create(details, in: id, by: caller, from: origin, tx)
            return try .json(TeamView(team), status: .created, version: team.revision, headers: ["Location": "/organisations/\(id)/teams/\(team.id)"])
        }
    }
}
