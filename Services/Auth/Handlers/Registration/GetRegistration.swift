import HTTP

/// `GET /oauth/register/:clientId` (RFC 7592, 2.1)
struct GetRegistration: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let registrations = Registrations(dependencies: dependencies)
        return try await registrations.answering(request) {
            let (id, token) = (try request.parameter("clientId"), try registrations.tokenHash(request))
            let found = try await dependencies.pool.withConnection { try await $0.registeredClient(id, tokenHash: token) }
            guard let found else { throw OAuthError.registrationRefused }
            return try registrations.response(found, token: request.bearerToken)
        }
    }
}
