import CareModels
import CareService
import HTTP
import Postgres

extension Handlers {
    private enum CodeOutcome: Sendable {
        case issued(SessionRecord, Role, nonce: String?)
        case refused
    }

    /// `authorization_code`: spends the code, and begins the session.
    func exchangeCode(_ form: [String: String], client: Client, _ request: Request) async throws -> TokenView {
        guard let code = form["code"] else { throw OAuthError(.invalidRequest, "code is required") }
        guard let verifier = form["code_verifier"] else { throw OAuthError(.invalidRequest, "code_verifier is required (PKCE, RFC 7636)") }
        let attempt = CodeExchange.Attempt(clientID: client.id, redirectURI: form["redirect_uri"], verifier: verifier)
        let hash = Secret.hash(code)
        let refresh = RefreshToken.first()
        // A refusal is a result, not an error: what it burns or revokes has to be committed.
        let outcome = try await dependencies.pool.transaction { tx -> CodeOutcome in
            let instant = dependencies.now()
            guard let found = try await tx.lockedCode(hash: hash) else {
                dependencies.countRefusal(.codeRefused, request, client: client.id)
                return .refused
            }
            let record = found.record
            switch CodeExchange.decide(attempt, code: record.code, now: instant) {
            case .issue:
                let session = newSession(user: record.userID, client: client.id, scopes: record.scopes, authTime: record.authTime)
                try await tx.insert(session, refresh: gives(refreshTo: client, record.scopes) ? refresh : nil)
                try await tx.useCode(hash: hash, session: session.id, now: instant)
                try await tx.audit(dependencies.entry(.codeExchanged, request, user: record.userID, client: client.id, session: session.id))
                return .issued(session, found.role, nonce: record.nonce)
            case .replay(let session):
                if let session { try await tx.revoke(session, reason: .codeReuse, now: instant) }
                try await tx.audit(dependencies.entry(.codeReplayed, request, user: record.userID, client: client.id, session: session))
            case .burn:
                try await tx.useCode(hash: hash, session: nil, now: instant)
                try await tx.audit(dependencies.entry(.codeRefused, request, user: record.userID, client: client.id))
            case .refuse:
                try await tx.audit(dependencies.entry(.codeRefused, request, user: record.userID, client: client.id))
            }
            return .refused
        }
        guard case .issued(let session, let role, let nonce) = outcome else {
            throw OAuthError(.invalidGrant, "the code is unknown, spent, expired, or not for this client, redirect_uri or code_verifier")
        }
        let instant = dependencies.now()
        let token = try await dependencies.tokens.access(for: session, role: role, now: instant)
        let wantsID = session.scopes.contains("openid")
        return TokenView(
            access_token: token, expires_in: Int(dependencies.config.accessTokenLifetime),
            refresh_token: gives(refreshTo: client, session.scopes) ? refresh.text : nil, scope: Scopes.format(session.scopes),
            id_token: wantsID ? try await dependencies.tokens.id(for: session, nonce: nonce, accessToken: token, now: instant) : nil)
    }

    private func gives(refreshTo client: Client, _ scopes: Set<String>) -> Bool {
        client.grants.contains(.refreshToken) && scopes.contains("offline_access")
    }
}
