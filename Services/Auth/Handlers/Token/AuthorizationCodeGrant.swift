import CareModels
import HTTP

/// `authorization_code`: spends the code, and begins the session.
struct AuthorizationCodeGrant: Sendable {
    let dependencies: Dependencies

    func tokens(_ form: [String: String], for client: Client, key: String?, on device: SignInDevice, from origin: Origin) async throws -> TokenView {
        guard let code = form["code"] else { throw OAuthError(.invalidRequest, "code is required") }
        let verifier = form["code_verifier"]
        // Nothing does not fit the challenge either (RFC 7636, 4.6); the code is still good to who sends what does.
        guard verifier != nil || !client.requiresPKCE else { throw OAuthError(.invalidGrant, "code_verifier is required (PKCE, RFC 7636)") }
        let attempt = CodeExchange.Attempt(clientID: client.id, redirectURI: form["redirect_uri"], verifier: verifier, keyThumbprint: key)
        let (hash, refresh) = (Secret.hash(code), RefreshToken.first())
        let (allowances, tally) = (dependencies.allowances, dependencies.tally)
        let exchange = ExchangeCode(
            lifetime: dependencies.settings.sessionLifetime, isWorthALine: { allowances.isWorthALine($0, of: hash, from: origin, tally) }, now: dependencies.now,
            newID: dependencies.newID)
        let outcome = try await dependencies.pool.transaction { tx in
            try await exchange(hash, attempt, by: client, refresh: refresh, on: device, from: origin, tx)
        }
        switch outcome {
        case .issued(let issued):
            return try await view(issued, client, key: key, refresh: client.mayRefresh(issued.session.scopes) ? refresh : nil)
        case .unknown:
            dependencies.tally.count(.codeRefused, from: origin)
            throw OAuthError.codeRefused
        case .refused:
            throw OAuthError.codeRefused
        }
    }

    /// Of a session that has just begun.
    func view(_ issued: ExchangeCode.Issued, _ client: Client, key: String?, refresh: RefreshToken?) async throws -> TokenView {
        let session = issued.session
        let token = try await dependencies.tokens.access(for: session, role: issued.role, key: key)
        var id: String?
        if session.scopes.contains("openid") {
            let person = issued.idTokenClaims.isEmpty ? nil : try await person(session.userID, issued.idTokenClaims)
            var content = TokenIssuer.IDContent(algorithm: client.idTokenAlgorithm, nonce: issued.nonce, person: person)
            content.namesSession = client.hearsOfSessions
            if session.scopes.contains(LaunchScopes.fhirUser), let base = issued.fhirBase { content.fhirUser = "\(base)/Patient/\(session.userID)" }
            id = try await dependencies.tokens.id(for: session, content, accessToken: token)
        }
        // Of an app that was opened by itself there is nothing that it should look like.
        let style = session.scopes.contains(LaunchScopes.launch) ? SMARTStyleView.address(issuer: dependencies.settings.issuer) : nil
        return TokenView(
            access_token: token, token_type: TokenView.type(boundTo: key), expires_in: Int(dependencies.settings.accessTokenLifetime), refresh_token: refresh?.text,
            scope: Scopes.format(session.scopes), id_token: id, patient: session.patientID, encounter: issued.encounterID,
            smart_style_url: style)
    }

    private func person(_ id: UserID, _ claims: Set<String>) async throws -> PersonView? {
        try await dependencies.pool.withConnection { try await $0.user(id) }.map {
            PersonView($0, claims: claims, picture: dependencies.avatarAddress)
        }
    }
}
