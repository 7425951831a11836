import HTTP

/// `POST /auth/logout`: ends the token's session, with its refresh tokens.
struct LogOut: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let identity = request.identity
        guard let session = identity.sessionID else { throw Problem.forbidden("A machine's token has no session to end.") }
        try await dependencies.requireLiveSession(request)
        let origin = dependencies.origin(of: request, client: identity.clientID)
        try await dependencies.pool.transaction { tx in
            try await EndSession(now: dependencies.now)(session, of: identity.userID, from: origin, tx)
        }
        return .noContent
    }
}
