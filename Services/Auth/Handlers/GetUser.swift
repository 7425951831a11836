import CareModels
import HTTP

extension Handlers {
    /// `GET /users/:id`: oneself, or anyone for an admin.
    func getUser(_ request: Request) async throws -> Response {
        let id = try request.id("id", of: User.self)
        try await requireLiveSession(request)
        try requireAccess(to: id, scope: "account:read", request)
        guard let user = try await dependencies.pool.withConnection({ try await $0.user(id) }) else { throw Problem.notFound("user") }
        return try .json(UserView(user), version: user.version, headers: ["Cache-Control": "private, no-cache"])
    }

    func requireAccess(to target: UserID, scope: String, _ request: Request) throws {
        let caller = request.identity
        switch UserAccess.decide(caller: caller.userID, role: caller.role, scopes: caller.scopes, target: target, scope: scope) {
        case .allowed: return
        case .needsScope(let scope): throw Problem.insufficientScope([scope])
        case .hidden: throw Problem.notFound("user")
        }
    }
}
