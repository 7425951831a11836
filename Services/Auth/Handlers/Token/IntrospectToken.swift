import CareModels
import CareService
import Foundation
import HTTP

/// `POST /oauth/introspect` (RFC 7662): what a token is worth, for the confidential client that it was given to, and access tokens for resource
/// servers. An access token costs no question to the database: that its session has ended is known here as in every service.
struct IntrospectToken: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        do {
            let (form, client) = try await ClientForm(dependencies: dependencies).read(request)
            guard client.kind == .confidential else { throw OAuthError(.unauthorizedClient, "introspection is for confidential clients") }
            guard let token = form["token"] else { throw OAuthError(.invalidRequest, "token is required") }
            let view = if let refresh = RefreshToken(token) { try await look(refresh, client) } else { try await look(token, client) }
            return try .json(view, headers: ["Cache-Control": "no-store"])
        } catch let error as OAuthError {
            return try error.response(to: request)
        }
    }

    private func look(_ token: String, _ client: Client) async throws -> IntrospectionView {
        do {
            let identity = try await dependencies.verifier.look(at: token, now: Date())
            guard client.isResourceServer || identity.clientID == client.id else { return .inactive }
            return IntrospectionView(identity, issuer: dependencies.settings.issuer, audience: dependencies.settings.audience)
        } catch is TokenRefusal {
            return .inactive
        }
    }

    private func look(_ token: RefreshToken, _ client: Client) async throws -> IntrospectionView {
        let (limits, now) = (dependencies.settings.refresh, dependencies.now())
        let found = try await dependencies.pool.quickReads.session(refreshHandle: token.handle)
        guard let found else { return .inactive }
        let decision = RefreshRotation.decide(
            presentedHash: token.hash, clientID: client.id, key: found.family.keyThumbprint, family: found.family, limits: limits, now: now)
        // As a refresh has it: what was taken from the client is taken from its sessions.
        var session = found.session
        session.scopes = client.remaining(of: session.scopes)
        guard case .rotate = decision, client.mayRefresh(session.scopes) else { return .inactive }
        if !session.scopes.contains("offline_access") {
            let browser = session.browserHash
            guard try await dependencies.pool.withConnection({ try await $0.isLoggedIn(browserHash: browser, now: now) }) else { return .inactive }
        }
        let ends = min(found.family.expiresAt, found.family.rotatedAt.addingTimeInterval(limits.idle))
        return IntrospectionView(session, role: found.role, ends: ends, issuer: dependencies.settings.issuer)
    }
}
