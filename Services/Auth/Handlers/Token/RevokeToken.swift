import CareModels
import CareService
import Foundation
import HTTP

/// `POST /oauth/revoke` (RFC 7009): an app gives a token of its own back. Its session ends, with all of its tokens. What is no token any more is fine.
struct RevokeToken: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        do {
            let (form, client) = try await ClientForm(dependencies: dependencies).read(request)
            guard let token = form["token"] else { throw OAuthError(.invalidRequest, "token is required") }
            if let session = try await session(of: token, client) { try await end(session, client, request) }
            return Response(.ok, headers: ["Cache-Control": "no-store", "Pragma": "no-cache"])
        } catch let error as OAuthError {
            return try error.response(to: request)
        }
    }

    /// Nil when there is nothing left to end.
    private func session(of token: String, _ client: Client) async throws -> SessionID? {
        if let refresh = RefreshToken(token) {
            guard let found = try await dependencies.pool.withConnection({ try await $0.session(refreshHandle: refresh.handle) }) else { return nil }
            return try own(found.session.id, of: found.session.clientID, client)
        }
        do {
            let identity = try await dependencies.verifier.look(at: token, now: Date())
            guard let session = identity.sessionID else {
                throw OAuthError(.unsupportedTokenType, "a machine's access token ends by itself, within minutes")
            }
            return try own(session, of: identity.clientID, client)
        } catch is TokenRefusal {
            return nil
        }
    }

    private func own(_ session: SessionID, of owner: String, _ client: Client) throws -> SessionID {
        guard owner == client.id else { throw OAuthError(.invalidGrant, "the token was given to another client") }
        return session
    }

    private func end(_ session: SessionID, _ client: Client, _ request: Request) async throws {
        let origin = dependencies.origin(of: request, client: client.id)
        let instant = dependencies.now()
        try await dependencies.pool.transaction { tx in try await GiveBackSession(now: dependencies.now)(session, from: origin, tx) }
        // Other replicas hear of it by the event, some moments later.
        dependencies.verifier.revoke(session: session, until: instant.addingTimeInterval(dependencies.settings.accessTokenLifetime))
    }
}
