import CareModels
import HTTP

/// `DELETE /users/:id/avatar`: no picture any more, nor an address of one elsewhere.
struct RemoveAvatar: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id = try request.id("id", of: User.self)
        try await dependencies.requireAccount(id, scope: "account:write", request)
        let expected = try request.ifMatch()
        let change = dependencies.changeAvatar
        let origin = dependencies.actorOrigin(of: request)
        try await dependencies.pool.transaction { tx in try await change(nil, of: id, expectedRevision: expected, from: origin, tx) }
        return .noContent
    }
}
