import CareModels
import CareService
import Foundation
import HTTP

/// A guardian's own access token, given to the same client, for one in which they act for their ward: `sub` is the ward, `act.sub` the guardian.
struct GuardianExchange: Sendable {
    private static let refused = OAuthError(
        .invalidRequest, "requested_subject: the person of subject_token may not act for them, or the session of subject_token has ended")

    let dependencies: Dependencies

    func tokens(_ exchange: TokenExchange, ward: UserID, for client: Client, key: String?, from origin: Origin) async throws -> TokenView {
        let guardian = try await guardian(exchange.subjectToken, client, key)
        let scopes = try TokenExchange.actingScopes(asked: exchange.scope, of: guardian.scopes, client: client)
        try dependencies.allowances.checkExchange(of: guardian.user.description)
        let act = ActFor(lifetime: dependencies.settings.accessTokenLifetime, now: dependencies.now, newID: dependencies.newID)
        let acting = try await dependencies.pool.transaction { tx in
            try await act(ward, by: guardian.user, in: guardian.session, client: client.id, scopes: scopes, from: origin, tx)
        }
        guard let acting else { throw Self.refused }
        let seconds = acting.session.expiresAt.timeIntervalSince(acting.session.createdAt)
        let token = try await dependencies.tokens.access(for: acting.session, role: acting.role, actor: guardian.user, endingIn: seconds, key: key)
        return TokenView(
            access_token: token, token_type: TokenView.type(boundTo: key),
            expires_in: Int(seconds), scope: Scopes.format(scopes), issued_token_type: TokenExchange.TokenType.accessToken.rawValue)
    }

    /// Whose token it is, that of a person who acts for nobody. One that is bound to a key is exchanged for one of the same key.
    private func guardian(_ token: String, _ client: Client, _ key: String?) async throws -> (user: UserID, session: SessionID, scopes: Set<String>) {
        do {
            let identity = try await dependencies.verifier.look(at: token, now: Date())
            guard identity.keyThumbprint == nil || identity.keyThumbprint == key else {
                throw OAuthError(.invalidDPoPProof, "subject_token is bound to a key: show that key")
            }
            guard identity.clientID == client.id, identity.actorID == nil, let user = identity.userID, let session = identity.sessionID else {
                throw OAuthError(.invalidRequest, "subject_token must be a person's own access token, given to this client")
            }
            return (user, session, identity.scopes)
        } catch is TokenRefusal {
            throw OAuthError(.invalidRequest, "subject_token is no access token that is valid now")
        }
    }
}
