import HTTP

/// `DELETE /oauth/register/:clientId` (RFC 7592, 2.3): the client is disabled.
struct EndRegistration: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let registrations = Registrations(dependencies: dependencies)
        return try await registrations.answering(request) {
            let (id, token) = (try request.parameter("clientId"), try registrations.tokenHash(request))
            let found = try await dependencies.pool.withConnection { try await $0.registeredClient(id, tokenHash: token) }
            guard found != nil else { throw OAuthError.registrationRefused }
            let (disable, origin) = (DisableClient(now: dependencies.now), dependencies.origin(of: request))
            try await dependencies.pool.transaction { tx in try await disable(id, expectedRevision: nil, from: origin, tx) }
            try await dependencies.clientHasChanged(id, isDisabled: true)
            return .noContent
        }
    }
}
