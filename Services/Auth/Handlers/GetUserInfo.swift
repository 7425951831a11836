import HTTP

/// `/userinfo` (OpenID Connect Core, 5.3): what the token's scopes give.
struct GetUserInfo: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let id = try request.identity.user()
        try await dependencies.requireLiveSession(request)
        guard let user = try await dependencies.pool.withConnection({ try await $0.user(id) }) else {
            throw Problem.unauthorized("This account is gone.")
        }
        return try .json(UserInfoView(user, scopes: request.identity.scopes), headers: ["Cache-Control": "no-store"])
    }
}
