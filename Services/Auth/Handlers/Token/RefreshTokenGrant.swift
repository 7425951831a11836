import CareModels
import HTTP

/// `refresh_token`: spends the token and gives its successor.
struct RefreshTokenGrant: Sendable {
    let dependencies: Dependencies

    func tokens(_ form: [String: String], for client: Client, key: String?, from origin: Origin) async throws -> TokenView {
        guard let text = form["refresh_token"] else { throw OAuthError(.invalidRequest, "refresh_token is required") }
        guard let presented = RefreshToken(text) else { throw OAuthError.refreshTokenRefused }
        let (allowances, tally) = (dependencies.allowances, dependencies.tally)
        let rotate = RotateRefreshToken(
            limits: dependencies.settings.refresh, isWorthALine: { allowances.isWorthALine($0, of: Array($1.description.utf8), from: origin, tally) },
            masters: dependencies.masters, now: dependencies.now)
        let outcome = try await dependencies.refreshes.take(presented.handle) {
            try await dependencies.pool.transaction { tx in
                try await rotate(presented, asked: form["scope"], key: key, by: client, from: origin, tx)
            }
        }
        // One line for each app and some seconds: a row for each would be most of the audit, and the session says itself when it was used last.
        if case .issued = outcome { dependencies.tally.count(.refreshed, from: Origin(clientID: client.id)) }
        switch outcome {
        case .issued(let found, let scopes, let successor), .repeated(let found, let scopes, let successor):
            var session = found.session
            session.scopes = scopes
            return TokenView(
                access_token: try await dependencies.tokens.access(for: session, role: found.role, key: key), token_type: TokenView.type(boundTo: key),
                expires_in: Int(dependencies.settings.accessTokenLifetime), refresh_token: successor.text, scope: Scopes.format(scopes),
                patient: session.patientID)
        case .unknown:
            dependencies.tally.count(.refreshRefused, from: origin)
            throw OAuthError.refreshTokenRefused
        case .refused:
            throw OAuthError.refreshTokenRefused
        }
    }
}
