import CareModels
import Crypto
import Foundation
import NIOCore
import Synchronization
import Testing

@testable import CareService
@testable import HTTP
@testable import Sealing

/// An issuer with keys of its own, whose JWKS can rotate, fail and be counted.
final class Issuer: Sendable {
    struct Away: Error {}

    private struct State {
        var keys: [JSONWebKey] = []
        var isAway = false
        var fetches = 0
    }

    static let name = "https://issuer.example"
    static let audience = "careline"
    private let state = Mutex(State())

    /// A new key, published from now on; older ones stay unless `alone`.
    func rotate(alone: Bool = false) -> P256.Signing.PrivateKey {
        let key = P256.Signing.PrivateKey()
        let published = JSONWebKey(publicKey: [UInt8](key.publicKey.x963Representation))
        state.withLock { $0.keys = (alone ? [] : $0.keys) + [published] }
        return key
    }

    func publish(_ keys: [JSONWebKey]) { state.withLock { $0.keys = keys } }
    func goAway() { state.withLock { $0.isAway = true } }
    func comeBack() { state.withLock { $0.isAway = false } }
    var fetches: Int { state.withLock { $0.fetches } }

    func keys() throws -> [JSONWebKey] {
        try state.withLock { state in
            state.fetches += 1
            if state.isAway { throw Away() }
            return state.keys
        }
    }

    func verifier(pause: Duration = .zero, adminsNeedSecondFactor: Bool = false, nonces: ProofNonces? = nil) -> TokenVerifier {
        TokenVerifier(
            issuer: Self.name, audience: Self.audience, keys: cache(pause: pause), adminsNeedSecondFactor: adminsNeedSecondFactor, nonces: nonces)
    }

    func verifier(_ cache: KeyCache) -> TokenVerifier { TokenVerifier(issuer: Self.name, audience: Self.audience, keys: cache) }

    func cache(interval: Duration = .seconds(3600), pause: Duration = .zero) -> KeyCache {
        KeyCache(interval: interval, pause: pause, firstPause: .zero) { try self.keys() }
    }

    static func kid(_ key: P256.Signing.PrivateKey) -> String { JSONWebKey(publicKey: [UInt8](key.publicKey.x963Representation)).kid }
}

struct TokenVerifierTests {
    static let now = Date(timeIntervalSince1970: 1_800_000_000)
    static let user = UserID(UUID.v7())
    static let session = SessionID(UUID.v7())

    static func claims(_ change: (inout AccessTokenClaims) -> Void = { _ in }) -> AccessTokenClaims {
        var claims = AccessTokenClaims(
            iss: Issuer.name, aud: Issuer.audience, sub: user.description, clientID: "app", role: .patient, sid: session,
            scope: "openid care", jti: "j-1", iat: now - 10, exp: now + 300)
        change(&claims)
        return claims
    }

    static func token(_ key: P256.Signing.PrivateKey, type: String = "at+jwt", kid: String? = nil, _ change: (inout AccessTokenClaims) -> Void = { _ in }) throws
        -> String
    {
        try JSONWebToken.sign(claims(change), type: type, kid: kid ?? Issuer.kid(key), key: key)
    }

    @Test func anAdminsPowerIsForTwoFactorsWhereThatIsWanted() async throws {
        let issuer = Issuer()
        let key = issuer.rotate()
        func admin(_ methods: [String]?, role: Role = .admin) throws -> String {
            try Self.token(key) { ($0.role, $0.amr) = (role, methods) }
        }
        let cases: [(String, Bool)] = [
            (try admin(["pwd"]), false), (try admin(nil), false), (try admin([]), false), (try admin(["pwd", "otp", "mfa"]), true),
            (try admin(["hwk", "user", "mfa"]), true)
        ]
        let route = Access.roles(.scheduler, .admin)
        for (token, isLetIn) in cases {
            let identity = try await issuer.verifier(adminsNeedSecondFactor: true).verify(token, now: Self.now)
            #expect(((try? route.check(identity)) != nil) == isLetIn)
            #expect((try? identity.isAdmin()) == (isLetIn ? true : nil))
            // What is anybody's is theirs.
            try Access.signedIn.check(identity)
            let free = try await issuer.verifier().verify(token, now: Self.now)
            try route.check(free)
            #expect(try free.isAdmin())
        }
        let scheduler = try await issuer.verifier(adminsNeedSecondFactor: true).verify(try admin(["pwd"], role: .scheduler), now: Self.now)
        try route.check(scheduler)
        #expect(try !scheduler.isAdmin())
        let refusal = Problem.secondFactorWanted
        #expect(refusal.headers.first(name: "WWW-Authenticate")?.contains("insufficient_user_authentication") == true)
    }

    static func refusal(_ verifier: TokenVerifier, _ token: String, at now: Date = now) async -> TokenRefusal? {
        do {
            _ = try await verifier.verify(token, now: now)
            return nil
        } catch {
            return error as? TokenRefusal
        }
    }

    @Test func readsWhoActs() async throws {
        let issuer = Issuer()
        let (key, actor) = (issuer.rotate(), UserID(UUID.v7()))
        let verifier = issuer.verifier()
        let acting = try await verifier.verify(try Self.token(key) { $0.act = AccessTokenClaims.Actor(actor) }, now: Self.now)
        #expect(acting.actorID == actor && acting.userID == Self.user)
        // A machine acts for nobody, and nobody acts who has no id.
        let machine = try Self.token(key) {
            ($0.role, $0.sub) = (.service, "app")
            $0.act = AccessTokenClaims.Actor(actor)
        }
        let nobody = try Self.token(key) {
            $0.act = AccessTokenClaims.Actor(actor)
            $0.act?.sub = "ada"
        }
        for token in [machine, nobody] { #expect(await Self.refusal(verifier, token) == .malformed) }
    }

    @Test func readsTheIdentityOfAGoodToken() async throws {
        let issuer = Issuer()
        let token = try Self.token(issuer.rotate())
        let verifier = issuer.verifier()
        let identity = try await verifier.verify(token, now: Self.now)
        #expect(
            identity
                == Identity(
                    userID: Self.user, role: .patient, clientID: "app", sessionID: Self.session, scopes: ["openid", "care"], expiresAt: Self.now + 300, key: identity.key)
        )
        #expect(identity.key?.isWithdrawn == false)
        #expect(try await verifier.verify(token, now: Self.now) == identity)
        #expect(issuer.fetches == 1)
    }

    @Test func knowsAMachine() async throws {
        let issuer = Issuer()
        let token = try Self.token(issuer.rotate()) { ($0.role, $0.sub, $0.sid, $0.scope) = (.service, "importer", nil, nil) }
        let identity = try await issuer.verifier().verify(token, now: Self.now)
        #expect(identity.userID == nil)
        #expect(identity.scopes.isEmpty)
        #expect(problem { _ = try identity.user() }?.status == .forbidden)
    }

    @Test func takesAListOfAudiences() async throws {
        let issuer = Issuer()
        let token = try Self.token(issuer.rotate()) { $0.aud = .init(["other", "careline"]) }
        _ = try await issuer.verifier().verify(token, now: Self.now)
    }

    @Test(arguments: [
        ("expired", TokenRefusal.expired), ("future", .notYetValid), ("nbf", .notYetValid), ("iss", .wrongIssuer), ("aud", .wrongAudience), ("sub", .malformed),
        ("sid", .malformed), ("patient", .malformed)
    ])
    func refusesWrongClaims(_ what: String, _ expected: TokenRefusal) async throws {
        let issuer = Issuer()
        let token = try Self.token(issuer.rotate()) { claims in
            let now = Self.now.timeIntervalSince1970
            switch what {
            case "expired": claims.exp = now - 61
            case "future": claims.iat = now + 61
            case "nbf": claims.nbf = now + 61
            case "iss": claims.iss = "https://issuer.example/"
            case "aud": claims.aud = .init(["other"])
            case "sub": claims.sub = "no-uuid"
            case "patient": claims.patient = "no-uuid"
            default: claims.sid = "no-uuid"
            }
        }
        #expect(await Self.refusal(issuer.verifier(), token) == expected)
    }

    @Test func allowsForClocksThatDiffer() async throws {
        let issuer = Issuer()
        let key = issuer.rotate()
        let verifier = issuer.verifier()
        let now = Self.now.timeIntervalSince1970
        #expect(await Self.refusal(verifier, try Self.token(key) { $0.exp = now - 59 }) == nil)
        #expect(await Self.refusal(verifier, try Self.token(key) { $0.iat = now + 59 }) == nil)
    }

    @Test func forgetsACheckedTokenWhenItExpires() async throws {
        let issuer = Issuer()
        let token = try Self.token(issuer.rotate())
        let verifier = issuer.verifier()
        #expect(await Self.refusal(verifier, token) == nil)
        #expect(await Self.refusal(verifier, token, at: Self.now + 361) == .expired)
    }

    @Test func refusesOtherAlgorithmsAndTypes() async throws {
        let issuer = Issuer()
        let key = issuer.rotate()
        let kid = Issuer.kid(key)
        let verifier = issuer.verifier()
        let claims = Base64URL.encode(try JSONEncoder().encode(Self.claims()))
        func forged(_ header: String, _ signature: (String) -> [UInt8]) -> String {
            let input = Base64URL.encode(Array(header.utf8)) + "." + claims
            return input + "." + Base64URL.encode(signature(input))
        }
        let published = [UInt8](key.publicKey.x963Representation)
        let hmac: (String) -> [UInt8] = { [UInt8](HMAC<SHA256>.authenticationCode(for: Data($0.utf8), using: SymmetricKey(data: published))) }
        let p384 = P384.Signing.PrivateKey()
        let tokens = [
            forged(#"{"alg":"none","typ":"at+jwt","kid":"\#(kid)"}"#) { _ in [] },
            forged(#"{"alg":"HS256","typ":"at+jwt","kid":"\#(kid)"}"#, hmac),
            forged(#"{"alg":"ES256","typ":"at+jwt","kid":"\#(kid)"}"#, hmac),
            forged(#"{"alg":"ES384","typ":"at+jwt","kid":"\#(kid)"}"#) { [UInt8](try! p384.signature(for: Data($0.utf8)).rawRepresentation) },
            forged(#"{"alg":"ES256","typ":"at+jwt","kid":"\#(kid)","crit":["b64"]}"#) { [UInt8](try! key.signature(for: Data($0.utf8)).rawRepresentation) },
            forged(#"{"alg":"ES256","typ":"at+jwt"}"#) { [UInt8](try! key.signature(for: Data($0.utf8)).rawRepresentation) },
            forged(#"{"alg":"ES256","kid":"\#(kid)"}"#) { [UInt8](try! key.signature(for: Data($0.utf8)).rawRepresentation) },
            try Self.token(key, type: "JWT"),
            "", "a", "a.b", "a.b.c", "a.b.c.d", "..", String(repeating: "a", count: 9000)
        ]
        for token in tokens { #expect(await Self.refusal(verifier, token) == .malformed, "\(token.prefix(60))") }
    }

    /// A token's header is read before its signature is checked: each of these keys ended the process when Foundation's decoder met it.
    @Test(arguments: [#"\ud800"#, #"\udc00"#, #"\ud800A"#, #"\q"#, #"\uZZZZ"#])
    func aHeaderWithAStrangeKeyIsRefused(_ key: String) async throws {
        let header = Base64URL.encode(Array(#"{"alg":"ES256","kid":"x","typ":"at+jwt","\#(key)":1}"#.utf8))
        let signature = Base64URL.encode([UInt8](repeating: 7, count: 64))
        #expect(await Self.refusal(Issuer().verifier(), "\(header).e30.\(signature)") == .malformed)
    }

    @Test func refusesWhatWasTamperedWith() async throws {
        let issuer = Issuer()
        let key = issuer.rotate()
        let verifier = issuer.verifier()
        let parts = try Self.token(key).split(separator: ".").map(String.init)
        let raised = Base64URL.encode(try JSONEncoder().encode(Self.claims { $0.role = .admin }))
        #expect(await Self.refusal(verifier, [parts[0], raised, parts[2]].joined(separator: ".")) == .badSignature)
        var signature = try #require(Base64URL.decode(parts[2]))
        signature[5] ^= 1
        #expect(await Self.refusal(verifier, [parts[0], parts[1], Base64URL.encode(signature)].joined(separator: ".")) == .badSignature)
        let stranger = P256.Signing.PrivateKey()
        #expect(await Self.refusal(verifier, try Self.token(stranger, kid: Issuer.kid(key))) == .badSignature)
        #expect(await Self.refusal(verifier, try Self.token(stranger)) == .unknownKey)
    }

    @Test func followsARotation() async throws {
        let issuer = Issuer()
        let verifier = issuer.verifier()
        let first = issuer.rotate()
        #expect(await Self.refusal(verifier, try Self.token(first)) == nil)
        let second = issuer.rotate()
        #expect(await Self.refusal(verifier, try Self.token(second)) == nil)
        #expect(await Self.refusal(verifier, try Self.token(first) { $0.jti = "j-2" }) == nil)
        #expect(issuer.fetches == 2)
        let third = issuer.rotate(alone: true)
        #expect(await Self.refusal(verifier, try Self.token(third)) == nil)
        #expect(await Self.refusal(verifier, try Self.token(first) { $0.jti = "j-3" }) == .unknownKey)
    }

    @Test func endsCheckedTokensOfAWithdrawnKey() async throws {
        let issuer = Issuer()
        let cache = issuer.cache()
        let verifier = issuer.verifier(cache)
        let (first, second) = (issuer.rotate(), issuer.rotate())
        let (stolen, other) = (try Self.token(first), try Self.token(second))
        for token in [stolen, other] { #expect(await Self.refusal(verifier, token) == nil) }
        await cache.refresh()
        for token in [stolen, other] { #expect(await Self.refusal(verifier, token) == nil) }
        issuer.publish([JSONWebKey(publicKey: [UInt8](second.publicKey.x963Representation))])
        await cache.refresh()
        for _ in 0..<2 { #expect(await Self.refusal(verifier, stolen) == .unknownKey) }
        #expect(await Self.refusal(verifier, other) == nil)
    }

    /// Whoever takes a key's name for another key ends its tokens too.
    @Test func endsCheckedTokensOfAKeyThatBecameAnother() async throws {
        let issuer = Issuer()
        let cache = issuer.cache()
        let verifier = issuer.verifier(cache)
        let first = issuer.rotate()
        let token = try Self.token(first)
        #expect(await Self.refusal(verifier, token) == nil)
        issuer.publish([JSONWebKey(kid: Issuer.kid(first), publicKey: [UInt8](P256.Signing.PrivateKey().publicKey.x963Representation))])
        await cache.refresh()
        #expect(await Self.refusal(verifier, token) == .unknownKey)
        #expect(await Self.refusal(verifier, token) == .badSignature)
    }

    /// Nobody asks for a key here: every token is known.
    @Test func readsTheKeysAgainByItself() async throws {
        let issuer = Issuer()
        let verifier = issuer.verifier(issuer.cache(interval: .milliseconds(5)))
        let token = try Self.token(issuer.rotate())
        #expect(await Self.refusal(verifier, token) == nil)
        _ = issuer.rotate(alone: true)
        let read = issuer.fetches
        while issuer.fetches < read + 2 { try await Task.sleep(for: .milliseconds(5)) }
        #expect(await Self.refusal(verifier, token) == .unknownKey)
    }

    @Test(arguments: [(3600, nil), (3601, .livesTooLong), (1e18, .livesTooLong)] as [(Double, TokenRefusal?)])
    func refusesWhatLivesLongerThanTokensMay(_ life: Double, _ expected: TokenRefusal?) async throws {
        let issuer = Issuer()
        let token = try Self.token(issuer.rotate()) { $0.exp = $0.iat + life }
        #expect(await Self.refusal(issuer.verifier(), token) == expected)
    }

    /// Without its beginning nobody knows how long it lives.
    @Test func refusesWhatSaysNotWhenItBegan() async throws {
        struct Claims: Encodable {
            var iss = Issuer.name
            var aud = Issuer.audience
            var sub = TokenVerifierTests.user.description
            var client_id = "app"
            var role = "patient"
            var jti = "j-1"
            var exp = TokenVerifierTests.now.timeIntervalSince1970 + 300
            var iat: Double?
        }
        let issuer = Issuer()
        let key = issuer.rotate()
        func token(_ claims: Claims) throws -> String { try JSONWebToken.sign(claims, type: "at+jwt", kid: Issuer.kid(key), key: key) }
        #expect(await Self.refusal(issuer.verifier(), try token(Claims())) == .malformed)
        #expect(await Self.refusal(issuer.verifier(), try token(Claims(iat: Self.now.timeIntervalSince1970))) == nil)
    }

    @Test func doesNotFetchForEveryUnknownKey() async throws {
        let issuer = Issuer()
        let known = issuer.rotate()
        let verifier = issuer.verifier(pause: .seconds(3600))
        #expect(await Self.refusal(verifier, try Self.token(known)) == nil)
        for _ in 0..<20 { #expect(await Self.refusal(verifier, try Self.token(P256.Signing.PrivateKey())) == .unknownKey) }
        #expect(issuer.fetches == 1)
    }

    @Test func fetchesOnceForManyAtATime() async throws {
        let issuer = Issuer()
        let key = issuer.rotate()
        let verifier = issuer.verifier()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                let token = try Self.token(key) { $0.jti = String(number) }
                group.addTask { _ = try await verifier.verify(token, now: Self.now) }
            }
            try await group.waitForAll()
        }
        #expect(issuer.fetches == 1)
    }

    @Test func outlivesAnOutageOfTheIssuer() async throws {
        let issuer = Issuer()
        let key = issuer.rotate()
        let cache = issuer.cache()
        let verifier = issuer.verifier(cache)
        #expect(await Self.refusal(verifier, try Self.token(key)) == nil)
        issuer.goAway()
        await cache.refresh()
        #expect(await Self.refusal(verifier, try Self.token(key)) == nil)
        for number in 0..<5 { #expect(await Self.refusal(verifier, try Self.token(key) { $0.jti = String(number) }) == nil) }
        #expect(await Self.refusal(verifier, try Self.token(P256.Signing.PrivateKey())) == .unknownKey)
        issuer.comeBack()
        let next = issuer.rotate()
        #expect(await Self.refusal(verifier, try Self.token(next)) == nil)
    }

    @Test func saysSoWhenItHasNoKeyAtAllAndAsksAgain() async throws {
        let issuer = Issuer()
        let token = try Self.token(issuer.rotate())
        issuer.goAway()
        let verifier = issuer.verifier(pause: .seconds(3600))
        await #expect(throws: KeyCache.Unavailable.self) { _ = try await verifier.verify(token, now: Self.now) }
        issuer.comeBack()
        #expect(await Self.refusal(verifier, token) == nil)
    }

    @Test func refusesEndedSessions() async throws {
        let issuer = Issuer()
        let key = issuer.rotate()
        let verifier = issuer.verifier()
        let token = try Self.token(key)
        #expect(await Self.refusal(verifier, token) == nil)
        verifier.revoke(session: Self.session, until: Self.now + 300)
        #expect(await Self.refusal(verifier, token) == .revoked)
        #expect(await Self.refusal(verifier, try Self.token(key) { $0.jti = "j-2" }) == .revoked)
        #expect(await Self.refusal(verifier, try Self.token(key) { $0.sid = SessionID(UUID.v7()).description }) == nil)
    }

    @Test func forgetsRevocationsThatNoTokenOutlives() {
        var sessions = RevokedSessions()
        let kept = SessionID(UUID.v7())
        sessions.insert(kept, until: Self.now + 1000, now: Self.now)
        for second in 0..<5000 { sessions.insert(SessionID(UUID.v7()), until: Self.now + Double(second + 1), now: Self.now + Double(second)) }
        #expect(sessions.contains(kept) == false)
        #expect(sessions.count <= 1024)
    }

    @Test func readsTheKeysOverHTTP() async throws {
        let issuer = Issuer()
        let key = issuer.rotate()
        let route = Route.get("/oauth/jwks", .anyone, operation: "jwks") { _ in
            let keys = try issuer.keys()
            let encoded = String(decoding: try JSONEncoder().encode(JSONWebKeySet(keys: keys)), as: UTF8.self)
            let others = encoded.dropLast(2) + #",{"kty":"RSA","kid":"r","n":"AQ","e":"AQAB"},{"kty":"oct"}]}"#
            return Response(.ok, headers: ["Content-Type": "application/json"], body: Array(others.utf8))
        }
        try await withServer([route]) { (server: HTTPServer) async throws -> Void in
            let verifier = TokenVerifier(issuer: Issuer.name, audience: Issuer.audience, jwksURL: "http://127.0.0.1:\(server.port)/oauth/jwks")
            #expect(await Self.refusal(verifier, try Self.token(key)) == nil)
        }
    }

    @Test func makesTheThumbprintOfTheRFC() {
        // RFC 7638 has an RSA key only; this P-256 key and its thumbprint are of RFC 9449, section 4.1 and 6.1.
        let x = Base64URL.decode("l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs")!
        let y = Base64URL.decode("9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA")!
        #expect(JSONWebKey(publicKey: [4] + x + y).kid == "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I")
    }
}
