import CareModels
import HTTP

/// `authorization_code`: spends the code, and begins the session.
struct AuthorizationCodeGrant: Sendable {
    let dependencies: Dependencies

    func tokens(_ form: [String: String], for client: Client, from origin: Origin) async throws -> TokenView {
        guard let code = form["code"] else { throw OAuthError(.invalidRequest, "code is required") }
        guard let verifier = form["code_verifier"] else { throw OAuthError(.invalidRequest, "code_verifier is required (PKCE, RFC 7636)") }
        let attempt = CodeExchange.Attempt(clientID: client.id, redirectURI: form["redirect_uri"], verifier: verifier)
        let (hash, refresh) = (Secret.hash(code), RefreshToken.first())
        let exchange = ExchangeCode(lifetime: dependencies.settings.sessionLifetime, now: dependencies.now, newID: dependencies.newID)
        let outcome = try await dependencies.pool.transaction { tx in
            try await exchange(hash, attempt, by: client, refresh: refresh, from: origin, tx)
        }
        switch outcome {
        case .issued(let session, let role, let nonce):
            return try await view(session, role, nonce: nonce, refresh: client.mayRefresh(session.scopes) ? refresh : nil)
        case .unknown:
            dependencies.tally.count(.codeRefused, from: origin)
            throw OAuthError.codeRefused
        case .refused:
            throw OAuthError.codeRefused
        }
    }

    private func view(_ session: SessionRecord, _ role: Role, nonce: String?, refresh: RefreshToken?) async throws -> TokenView {
        let token = try await dependencies.tokens.access(for: session, role: role)
        let wantsID = session.scopes.contains("openid")
        return TokenView(
            access_token: token, expires_in: Int(dependencies.settings.accessTokenLifetime), refresh_token: refresh?.text,
            scope: Scopes.format(session.scopes),
            id_token: wantsID ? try await dependencies.tokens.id(for: session, nonce: nonce, accessToken: token) : nil)
    }
}
