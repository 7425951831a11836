import CareModels
import HTTP
import Outbox

/// `POST /organisations/:id/members`: makes somebody a member without asking them; by the platform's admin.
struct AddOneMember: Sendable {
    let dependencies: Dependencies

    private struct Body: Decodable {
        var userId: UserID
        var roles: [String]?
    }

    func handle(_ request: Request) async throws -> Response {
        let id = try request.id("id", of: Organisation.self)
        try await dependencies.requirePower(request)
        let body: Body = try request.decode()
        var checks = Checks()
        let roles = OrganisationRole.checked(body.roles, &checks)
        try checks.done()
        let add = AddMember(now: dependencies.now)
        let origin = dependencies.actorOrigin(of: request)
        return try await dependencies.pool.idempotent(request) { tx in
            let joined = try await add(body.userId, as: roles, to: id, from: origin, tx)
            return try .json(MemberView(joined.member), status: .created, version: joined.member.member.revision)
        }
    }
}
