import CareModels
import Foundation
import HTTP

/// A token in which a trusted client's issuer names a user of its own, for a session with an account of ours.
struct UserExchange: Sendable {
    let dependencies: Dependencies

    func tokens(_ exchange: TokenExchange, for client: Client, key: String?, on device: SignInDevice, from origin: Origin) async throws -> TokenView {
        guard client.kind == .confidential, let users = client.userIssuer else {
            throw OAuthError(.unauthorizedClient, "this client is not registered with users of its own")
        }
        let assertion = try await assertion(exchange.subjectToken, by: users, client)
        try dependencies.allowances.checkExchange(of: "\(client.id) \(Base64URL.encode(assertion.subjectHash))")
        let refresh = RefreshToken.first()
        let settings = dependencies.settings
        let adopt = AdoptUser(
            demanding: settings.secondFactorRoles, lifetime: settings.sessionLifetime, now: dependencies.now, newID: dependencies.newID)
        let adopted = try await dependencies.pool.transaction { tx in
            try await adopt(
                assertion, of: client, role: users.role, scopes: { try TokenExchange.adoptedScopes(asked: exchange.scope, role: $0, client: client) },
                refresh: refresh, on: device, from: origin, tx)
        }
        guard let adopted else { throw OAuthError(.invalidRequest, "subject_token: the account of this user is suspended, or asks for a second factor") }
        let session = adopted.session
        return TokenView(
            access_token: try await dependencies.tokens.access(for: session, role: adopted.role, key: key), token_type: TokenView.type(boundTo: key),
            expires_in: Int(dependencies.settings.accessTokenLifetime),
            refresh_token: client.mayRefresh(session.scopes) ? refresh.text : nil, scope: Scopes.format(session.scopes),
            issued_token_type: TokenExchange.TokenType.accessToken.rawValue)
    }

    /// Checked, and spent: each is good for one session.
    private func assertion(_ token: String, by users: UserIssuer, _ client: Client) async throws -> UserAssertion {
        guard let assertion = UserAssertion(token) else {
            throw OAuthError(.invalidRequest, "subject_token must be a JWT with iss, sub, aud, exp and jti, signed with one of \(AssertionAlgorithm.names)")
        }
        let issuer = dependencies.settings.issuer
        // Apps go by their machine's clock.
        let id = try assertion.id(by: users.issuer, for: [issuer, issuer + "/oauth/token"], now: Date())
        let signed = assertion.signed
        let keys = await dependencies.clientKeys.keys(of: users, client: client.id, kid: signed.header.kid)
        guard keys.contains(where: { $0.accepts(signed.signature, for: signed.input, by: assertion.algorithm) }) else {
            throw OAuthError(.invalidRequest, "subject_token: no key of its issuer has signed it")
        }
        let isNew = try await dependencies.pool.transaction { tx in
            // Apart from what the client proves itself with.
            try await SpendAssertion()(Secret.hash("\(users.issuer)\n\(id)"), of: client.id, forgottenAt: assertion.forgottenAt, tx)
        }
        guard isNew else { throw OAuthError(.invalidRequest, "subject_token: its jti was used before") }
        return assertion
    }
}
