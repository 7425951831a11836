import CareModels
import HTTP

/// `PATCH /organisations/:id/members/:userId`: what a member does there; by owners and administrators, none of whom overwrites unseen what another has
/// written.
struct ChangeOneMember: Sendable {
    let dependencies: Dependencies

    private struct Patch: Decodable {
        var roles: Patched<[String]> = .absent
    }

    func handle(_ request: Request) async throws -> Response {
        let (id, user) = (try request.id("id", of: Organisation.self), try request.id("userId", of: User.self))
        let caller = try await dependencies.organisationCaller(request)
        let expected = try request.requiredIfMatch()
        let patch: Patch = try request.decode()
        var checks = Checks()
        let roles = checks.kept(patch.roles, "roles").map { OrganisationRole.checked($0, &checks) }
        try checks.done()
        let change = ChangeMember(now: dependencies.now)
        let origin = dependencies.actorOrigin(of: request)
        let member = try await dependencies.pool.transaction { tx in
            try await change(user, to: roles, in: id, expectedRevision: expected, by: caller, from: origin, tx)
        }
        return try .json(MemberView(member), version: member.member.revision, headers: ["Cache-Control": "no-store"])
    }
}
