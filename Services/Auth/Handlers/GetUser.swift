import CareModels
import HTTP

/// `GET /users/:id`: oneself, or anyone for an admin with that power.
struct GetUser: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id = try request.id("id", of: User.self)
        try await dependencies.requireAccount(id, scope: "account:read", request)
        guard let user = try await dependencies.pool.quickReads.user(id) else { throw Refusal.noSuchUser }
        try await dependencies.noteReading(of: id, request)
        return try .json(UserView(user), version: user.revision)
    }
}
