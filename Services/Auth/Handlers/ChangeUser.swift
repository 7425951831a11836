import CareModels
import HTTP

/// `PATCH /users/:id`: what an account shows of its person; one's own, or anyone's for an admin.
struct ChangeUser: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id = try request.id("id", of: User.self)
        try await dependencies.requireAccount(id, scope: "account:write", request)
        let expected = try request.ifMatch()
        let patch: Profile.Patch = try request.decode()
        let change = ChangeProfile(now: dependencies.now)
        let origin = dependencies.actorOrigin(of: request)
        let user = try await dependencies.pool.transaction { tx in try await change(patch, of: id, expectedRevision: expected, from: origin, tx) }
        return try .json(UserView(user), version: user.revision)
    }
}
