import CareModels
import CareService
import Crypto
import Foundation

/// Makes access tokens (RFC 9068) and id tokens (OpenID Connect Core, 2), signed with ES256.
struct TokenIssuer: Sendable {
    struct IDClaims: Encodable {
        var iss: String
        var aud: String
        var sub: String
        var sid: String
        var iat: Int
        var exp: Int
        var auth_time: Int
        var nonce: String?
        var at_hash: String
    }

    let issuer: String
    let audience: String
    let lifetime: TimeInterval
    let keys: KeyRing
    /// Whoever checks a token does so by its machine's clock.
    var now: @Sendable () -> Date = { Date() }

    func access(for session: SessionRecord, role: Role) async throws -> String {
        try await access(
            subject: session.userID.description, client: session.clientID, session: session.id, scopes: session.scopes, role: role)
    }

    func access(for client: Client, scopes: Set<String>) async throws -> String {
        try await access(subject: client.id, client: client.id, session: nil, scopes: scopes, role: .service)
    }

    func id(for session: SessionRecord, nonce: String?, accessToken: String) async throws -> String {
        let now = now()
        let digest = SHA256.hash(data: Array(accessToken.utf8))
        let claims = IDClaims(
            iss: issuer, aud: session.clientID, sub: session.userID.description, sid: session.id.description,
            iat: Int(now.timeIntervalSince1970), exp: Int((now + lifetime).timeIntervalSince1970),
            auth_time: Int(session.authTime.timeIntervalSince1970), nonce: nonce, at_hash: Base64URL.encode(digest.prefix(16)))
        return try await sign(claims, type: "JWT")
    }

    private func access(subject: String, client: String, session: SessionID?, scopes: Set<String>, role: Role) async throws -> String {
        let now = now()
        let claims = AccessTokenClaims(
            iss: issuer, aud: audience, sub: subject, clientID: client, role: role, sid: session, scope: Scopes.format(scopes),
            jti: UUID.v7(at: now).lowercaseText, iat: now, exp: now + lifetime)
        return try await sign(claims, type: "at+jwt")
    }

    private func sign(_ claims: some Encodable & Sendable, type: String) async throws -> String {
        let key = try await keys.signer()
        return try JSONWebToken.sign(claims, type: type, kid: key.schedule.kid, key: key.privateKey)
    }
}
