import CareModels
import HTTP

/// `DELETE /users/:id`: erases an account, one's own, once its person has had time to think again, or anyone's for an admin, at once.
struct DeleteUser: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id = try request.id("id", of: User.self)
        try await dependencies.requireAccount(id, scope: "account:write", request)
        try await dependencies.requireFreshSignIn(request)
        let origin = dependencies.actorOrigin(of: request)
        guard id == request.identity.userID else {
            let erase = dependencies.erasePerson
            try await dependencies.pool.transaction { tx in try await erase(id, from: origin, tx) }
            return .noContent
        }
        let ask = dependencies.askForErasure(in: request.language)
        let eraseAt = try await dependencies.pool.transaction { tx in try await ask(id, from: origin, tx) }
        return try eraseAt.map { try .json(ErasureView(eraseAt: $0), status: .accepted) } ?? .noContent
    }
}
