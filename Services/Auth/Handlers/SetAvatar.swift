import CareModels
import HTTP

/// `PUT /users/:id/avatar`: the picture's bytes; one's own, or anyone's for an admin.
struct SetAvatar: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id = try request.id("id", of: User.self)
        try await dependencies.requireAccount(id, scope: "account:write", request)
        let (expected, avatar) = (try request.ifMatch(), try Avatar.check(request.body))
        let change = dependencies.changeAvatar
        let origin = dependencies.actorOrigin(of: request)
        try await dependencies.pool.transaction { tx in try await change(avatar, of: id, expectedRevision: expected, from: origin, tx) }
        return .noContent
    }
}
