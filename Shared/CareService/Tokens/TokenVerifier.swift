import CareModels
import Foundation
import HTTP
import JSON
import Sealing
import Synchronization

/// Checks access tokens (RFC 9068, section 4): ES256 only, keys from the issuer's cached JWKS. A token that was checked is
/// remembered by its hash until it expires or its key is withdrawn, so that the hot path does no elliptic curves.
package struct TokenVerifier: Sendable {
    private let core: Core

    /// Clocks may differ by this much, in seconds.
    static let leeway = 60.0

    private final class Core: Sendable {
        let issuer: String
        let audience: String
        /// Seconds that a token may live.
        let longest: Double
        let keys: KeyCache
        let adminsNeedSecondFactor: Bool
        let nonces: ProofNonces?
        let checked = Mutex(BoundedCache<TokenHash, Identity>(capacity: 20_000))
        let revoked = Mutex(RevokedSessions())
        let spent = Mutex(SpentProofs())

        init(issuer: String, audience: String, longest: Double, keys: KeyCache, adminsNeedSecondFactor: Bool, nonces: ProofNonces?) {
            self.adminsNeedSecondFactor = adminsNeedSecondFactor
            self.nonces = nonces
            self.issuer = issuer
            self.audience = audience
            self.longest = longest
            self.keys = keys
        }
    }

    /// - Parameters:
    ///   - longest: what a token may live from its `iat` to its `exp`; one that lives longer is refused.
    ///   - interval: how often the keys are read: so long, at most, a withdrawn one is still known.
    ///   - adminsNeedSecondFactor: whether an admin who has not signed in with two factors has no power over others.
    ///   - nonces: what proofs of possession have to hold, where that is asked for.
    ///   - jwksURL: an http address inside the platform.
    package init(
        issuer: String, audience: String, longest: Duration = .seconds(3600), interval: Duration = .seconds(30), adminsNeedSecondFactor: Bool = false,
        nonces: ProofNonces? = nil, jwksURL: String
    ) {
        let client = HTTPClient(mostConnections: 1)
        self.init(issuer: issuer, audience: audience, longest: longest, interval: interval, adminsNeedSecondFactor: adminsNeedSecondFactor, nonces: nonces) {
            let response = try await client.get(jwksURL, deadline: .seconds(3))
            guard response.status == .ok else { throw HTTPClientError.unexpectedStatus(Int(response.status.code)) }
            return try CareJSON.decode(JSONWebKeySet.self, from: response.body).keys
        }
    }

    /// For a service that has the keys itself (Auth, which also asks the session how it was signed in).
    package init(
        issuer: String, audience: String, longest: Duration = .seconds(3600), interval: Duration = .seconds(30), adminsNeedSecondFactor: Bool = false,
        nonces: ProofNonces? = nil, keys: @escaping @Sendable () async throws -> [JSONWebKey]
    ) {
        self.init(
            issuer: issuer, audience: audience, longest: longest, keys: KeyCache(interval: interval, fetch: keys), adminsNeedSecondFactor: adminsNeedSecondFactor,
            nonces: nonces)
    }

    init(
        issuer: String, audience: String, longest: Duration = .seconds(3600), keys: KeyCache, adminsNeedSecondFactor: Bool = false, nonces: ProofNonces? = nil
    ) {
        core = Core(
            issuer: issuer, audience: audience, longest: longest.seconds, keys: keys, adminsNeedSecondFactor: adminsNeedSecondFactor, nonces: nonces)
    }

    /// The caller whom `token` speaks for, which comes by itself: one that is bound to a key is refused. Throws `TokenRefusal` (401), or a 503 problem while no
    /// key is known at all.
    package func verify(_ token: String, now: Date) async throws -> Identity { try Self.unbound(await look(at: token, now: now)) }

    /// Whom a request's token speaks for, which comes by itself or with a proof of the key that it is bound to. A proof is spent by it.
    package func verify(_ token: PresentedToken, of call: CallerCheck.Call, now: Date) async throws -> Identity {
        guard case .bound(let text) = token else { return try await verify(token.text, now: now) }
        do {
            let identity = try await look(at: text, now: now)
            guard let bound = identity.keyThumbprint else { throw TokenRefusal.notBound }
            guard try proven(call, token: text, now: now).thumbprint == bound else { throw DPoPRefusal.anotherKey }
            return identity
        } catch let refusal as TokenRefusal {
            throw refusal.problem(isDPoP: true)
        } catch let refusal as DPoPRefusal {
            throw refusal.problem(nonce: nonce(at: now))
        }
    }

    /// What proofs have to hold; nil where that is not asked for.
    package func nonce(at now: Date) -> String? { core.nonces?.current(at: now) }

    /// The key that a request's proof is by; `token`: what comes along. The proof is spent, in this replica.
    package func proven(_ call: CallerCheck.Call, token: String? = nil, now: Date) throws(DPoPRefusal) -> ProvenKey {
        let headers = call.headers[DPoPProof.name]
        guard headers.count == 1, let header = headers.first else { throw .missing }
        let proof = try DPoPProof(header)
        try proof.check(call.method.rawValue, core.issuer + call.path, token: token, now: now)
        if let nonces = core.nonces, !nonces.accepts(proof.claims.nonce, at: now) { throw .nonce }
        guard core.spent.withLock({ $0.spend(proof.identity, now: now.timeIntervalSince1970) }) else { throw .repeated }
        return ProvenKey(thumbprint: proof.thumbprint, algorithm: proof.algorithm)
    }

    /// What a token says, whoever sends it: also of one that is bound to a key, which its caller may not let anybody in with.
    package func look(at token: String, now: Date) async throws -> Identity {
        let hash = TokenHash(token)
        if let known = try recall(hash, now: now) { return known }
        let identity = try await check(token, now: now)
        try refuseRevoked(identity)
        core.checked.withLock { $0[hash] = identity }
        return identity
    }

    /// The issuer's key of that name; nil when it has none. Throws a 503 problem while no key is known at all.
    package func key(_ kid: String) async throws -> PublishedKey? { try await core.keys.key(kid)?.admission }

    /// The caller of a token that was checked before; nil when `verify` has to look at it. Never waits.
    func recall(_ token: String, now: Date) throws -> Identity? { try recall(TokenHash(token), now: now).map(Self.unbound) }

    private static func unbound(_ identity: Identity) throws -> Identity {
        guard identity.keyThumbprint == nil else { throw TokenRefusal.bound }
        return identity
    }

    private func recall(_ hash: TokenHash, now: Date) throws -> Identity? {
        guard let known = core.checked.withLock({ $0[hash] }) else { return nil }
        if known.key?.isWithdrawn ?? true {
            core.checked.withLock { $0[hash] = nil }
            throw TokenRefusal.unknownKey
        }
        guard now.timeIntervalSince1970 < known.expiresAt.timeIntervalSince1970 + Self.leeway else {
            core.checked.withLock { $0[hash] = nil }
            throw TokenRefusal.expired
        }
        try refuseRevoked(known)
        return known
    }

    /// From `care.sessions.v1`: tokens of these sessions are refused until they would have expired.
    package func revoke(session: SessionID, until: Date) {
        core.revoked.withLock { $0.insert(session, until: until.addingTimeInterval(Self.leeway), now: Date()) }
    }

    /// For what outlives the request whose token was checked, such as a stream.
    package func isRevoked(_ session: SessionID) -> Bool { core.revoked.withLock { $0.contains(session) } }

    private func refuseRevoked(_ identity: Identity) throws {
        if let session = identity.sessionID, isRevoked(session) { throw TokenRefusal.revoked }
    }

    private func check(_ token: String, now: Date) async throws -> Identity {
        guard let parts = JSONWebToken.parse(token), let kid = parts.header.kid else { throw TokenRefusal.malformed }
        guard Self.isAccessToken(parts.header.typ) else { throw TokenRefusal.malformed }
        guard let key = try await core.keys.key(kid) else { throw TokenRefusal.unknownKey }
        guard key.verification.accepts(parts.signature, for: parts.input) else { throw TokenRefusal.badSignature }
        guard let claims = try? CareJSON.decode(AccessTokenClaims.self, from: parts.claims) else { throw TokenRefusal.malformed }
        guard claims.iss == core.issuer else { throw TokenRefusal.wrongIssuer }
        guard claims.aud.values.contains(core.audience) else { throw TokenRefusal.wrongAudience }
        let seconds = now.timeIntervalSince1970
        guard seconds < claims.exp + Self.leeway else { throw TokenRefusal.expired }
        guard max(claims.nbf ?? claims.iat, claims.iat) <= seconds + Self.leeway else { throw TokenRefusal.notYetValid }
        // What nobody issues: such a token would outlive every revocation that is remembered.
        guard claims.exp - claims.iat <= core.longest else { throw TokenRefusal.livesTooLong }
        var identity = try Self.identity(claims, key.admission)
        identity.lacksSecondFactor = core.adminsNeedSecondFactor && identity.role == .admin && identity.signIn?.methods?.contains("mfa") != true
        return identity
    }

    /// `typ` guards against an ID token being passed as an access token.
    private static func isAccessToken(_ type: String?) -> Bool {
        guard let type = type?.lowercased() else { return false }
        return type == "at+jwt" || type == "application/at+jwt"
    }

    private static func identity(_ claims: AccessTokenClaims, _ key: PublishedKey) throws -> Identity {
        var userID: UserID?
        if claims.role != .service {
            guard let id = UserID(claims.sub) else { throw TokenRefusal.malformed }
            userID = id
        }
        var sessionID: SessionID?
        if let sid = claims.sid {
            guard let id = SessionID(sid) else { throw TokenRefusal.malformed }
            sessionID = id
        }
        var actorID: UserID?
        if let actor = claims.act {
            guard userID != nil, let id = UserID(actor.sub) else { throw TokenRefusal.malformed }
            actorID = id
        }
        var patientID: UserID?
        if let patient = claims.patient {
            guard let id = UserID(patient) else { throw TokenRefusal.malformed }
            patientID = id
        }
        let scopes = Set((claims.scope ?? "").split(separator: " ").map(String.init))
        var identity = Identity(
            userID: userID, role: claims.role, clientID: claims.client_id, sessionID: sessionID, scopes: scopes,
            expiresAt: Date(timeIntervalSince1970: claims.exp), patientID: patientID, key: key, actorID: actorID)
        identity.keyThumbprint = claims.cnf?.jkt
        if claims.auth_time != nil || claims.acr != nil || claims.amr != nil {
            identity.signIn = .init(time: claims.auth_time, context: claims.acr, methods: claims.amr)
        }
        return identity
    }
}

/// A key whose private half somebody has shown to have.
package struct ProvenKey: Equatable, Sendable {
    /// RFC 7638.
    package var thumbprint: String
    /// What it signs with, by JWS's name.
    package var algorithm: String
}
