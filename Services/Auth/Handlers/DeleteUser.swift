import CareModels
import HTTP

/// `DELETE /users/:id`: erases an account, one's own, or anyone's for an admin.
struct DeleteUser: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id = try request.id("id", of: User.self)
        try await dependencies.requireLiveSession(request)
        try dependencies.requireAccess(to: id, scope: "account:write", request)
        let erase = ErasePerson(masters: dependencies.masters, identifiers: dependencies.identifiers, now: dependencies.now)
        let origin = dependencies.origin(of: request, client: request.identity.clientID, actor: request.identity.userID)
        try await dependencies.pool.transaction { tx in try await erase(id, from: origin, tx) }
        return .noContent
    }
}
