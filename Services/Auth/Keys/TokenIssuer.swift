import CareModels
import CareService
import Crypto
import Foundation

/// Makes access tokens (RFC 9068), signed with ES256, and id tokens (OpenID Connect Core, 2), signed with what their app is registered for.
struct TokenIssuer: Sendable {
    struct IDClaims: Encodable {
        var iss: String
        var aud: String
        var sub: String
        /// For who is told of sessions that end (OpenID Connect Back-Channel Logout 1.0, 2.1).
        var sid: String?
        var iat: Int
        var exp: Int
        var auth_time: Int
        var acr: String
        var amr: [String]
        var nonce: String?
        var at_hash: String
        /// What was asked for claim by claim.
        var person: PersonView?
        /// The address of their own resource (SMART App Launch).
        var fhirUser: String?

        private enum CodingKeys: String, CodingKey { case iss, aud, sub, sid, iat, exp, auth_time, acr, amr, nonce, at_hash, fhirUser }

        func encode(to encoder: any Encoder) throws {
            try person?.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(iss, forKey: .iss)
            try container.encode(aud, forKey: .aud)
            try container.encode(sub, forKey: .sub)
            try container.encodeIfPresent(sid, forKey: .sid)
            try container.encode(iat, forKey: .iat)
            try container.encode(exp, forKey: .exp)
            try container.encode(auth_time, forKey: .auth_time)
            try container.encode(acr, forKey: .acr)
            try container.encode(amr, forKey: .amr)
            try container.encodeIfPresent(nonce, forKey: .nonce)
            try container.encode(at_hash, forKey: .at_hash)
            try container.encodeIfPresent(fhirUser, forKey: .fhirUser)
        }
    }

    /// OpenID Connect Back-Channel Logout 1.0, 2.4.
    struct LogoutClaims: Encodable {
        var iss: String
        var aud: String
        var sub: String
        var sid: String
        var iat: Int
        var exp: Int
        var jti: String
        var events: [String: [String: String]] = ["http://schemas.openid.net/event/backchannel-logout": [:]]
    }

    /// What an id token says beside its session.
    struct IDContent: Sendable {
        var algorithm = SigningAlgorithm.es256
        var namesSession = true
        var nonce: String?
        var person: PersonView?
        var fhirUser: String?
    }

    let issuer: String
    let audience: String
    let lifetime: TimeInterval
    let keys: KeyRing
    /// Whoever checks a token does so by its machine's clock.
    var now: @Sendable () -> Date = { Date() }

    /// `key`: whose thumbprint the client has shown, and to which the token is bound.
    func access(for session: SessionRecord, role: Role, key: String? = nil) async throws -> String {
        try await access(subject: session.userID.description, client: session.clientID, session: session, scopes: session.scopes, role: role, key: key)
    }

    /// For whoever acts for the session's person; it ends with the session, which has so many seconds left.
    func access(for session: SessionRecord, role: Role, actor: UserID, endingIn seconds: TimeInterval, key: String? = nil) async throws -> String {
        try await access(
            subject: session.userID.description, client: session.clientID, session: session, scopes: session.scopes, role: role, actor: actor,
            lifetime: min(lifetime, seconds), key: key)
    }

    /// For a machine itself; it ends in so many seconds.
    func access(for client: Client, scopes: Set<String>, endingIn seconds: TimeInterval, key: String? = nil) async throws -> String {
        try await access(
            subject: client.id, client: client.id, session: nil, scopes: scopes, role: .service, lifetime: min(lifetime, seconds), key: key)
    }

    func id(for session: SessionRecord, _ content: IDContent, accessToken: String) async throws -> String {
        let now = now()
        let digest = SHA256.hash(data: Array(accessToken.utf8))
        let claims = IDClaims(
            iss: issuer, aud: session.clientID, sub: session.userID.description, sid: content.namesSession ? session.id.description : nil,
            iat: Int(now.timeIntervalSince1970), exp: Int((now + lifetime).timeIntervalSince1970),
            auth_time: Int(session.authTime.timeIntervalSince1970), acr: session.context.reference, amr: session.context.methods, nonce: content.nonce,
            at_hash: Base64URL.encode(digest.prefix(16)),
            person: content.person, fhirUser: content.fhirUser)
        return try await keys.signer(content.algorithm).sign(claims, type: "JWT")
    }

    /// What tells a client that a session of its has ended; made anew for each try, and good for two minutes.
    func logout(client: String, user: UserID, session: SessionID, algorithm: SigningAlgorithm) async throws -> String {
        let now = now()
        let claims = LogoutClaims(
            iss: issuer, aud: client, sub: user.description, sid: session.description, iat: Int(now.timeIntervalSince1970),
            exp: Int((now + 120).timeIntervalSince1970), jti: UUID.v7(at: now).lowercaseText)
        return try await keys.signer(algorithm).sign(claims, type: "logout+jwt")
    }

    private func access(
        subject: String, client: String, session: SessionRecord?, scopes: Set<String>, role: Role, actor: UserID? = nil, lifetime: TimeInterval? = nil,
        key: String? = nil
    ) async throws -> String {
        let now = now()
        var claims = AccessTokenClaims(
            iss: issuer, aud: audience, sub: subject, clientID: client, role: role, sid: session?.id, scope: Scopes.format(scopes),
            jti: UUID.v7(at: now).lowercaseText, iat: now, exp: now + (lifetime ?? self.lifetime))
        claims.act = actor.map { AccessTokenClaims.Actor($0) }
        claims.auth_time = session.map { Int($0.authTime.timeIntervalSince1970) }
        claims.patient = session?.patientID?.description
        (claims.acr, claims.amr) = (session?.context.reference, session?.context.methods)
        claims.cnf = key.map { .init(jkt: $0) }
        return try await keys.signer().sign(claims, type: "at+jwt")
    }
}
