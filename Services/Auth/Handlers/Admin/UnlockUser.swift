import CareModels
import HTTP

/// `POST /admin/users/:id/unlock`: lets somebody try again at once whose name was tried in vain too often.
struct UnlockUser: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id = try request.id("id", of: User.self)
        try await dependencies.requirePower(request)
        let unlock = UnlockAccount(identifiers: dependencies.identifiers, now: dependencies.now)
        let origin = dependencies.actorOrigin(of: request)
        try await dependencies.pool.transaction { tx in try await unlock(id, from: origin, tx) }
        return .noContent
    }
}
