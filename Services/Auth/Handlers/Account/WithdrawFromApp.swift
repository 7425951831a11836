import HTTP

/// `DELETE /account/apps/:clientId`: the app may do nothing more; its tokens end at once.
struct WithdrawFromApp: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let user = try request.identity.user()
        let client = try request.parameter("clientId")
        try await dependencies.requireLiveSession(request)
        let withdraw = WithdrawConsent(now: dependencies.now)
        let origin = dependencies.origin(of: request, client: request.identity.clientID)
        try await dependencies.pool.transaction { tx in try await withdraw(client, of: user, from: origin, tx) }
        return .noContent
    }
}
