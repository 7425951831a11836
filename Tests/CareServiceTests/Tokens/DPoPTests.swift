import CareModels
import Foundation
import ServiceTestKit
import Testing
import _CryptoExtras

@testable import CareService
@testable import HTTP

/// Tokens that are bound to a key (RFC 9449), through the server: section 11's list of attacks.
@Suite(.timeLimit(.minutes(3)))
struct DPoPTests {
    private struct World {
        let issuer = Issuer()
        let key: ProofKey
        let token: String
        let bearer: String
        let client = HTTPClient()
        let port: Int

        func get(_ path: String, _ authorization: String, _ proofs: String...) async throws -> HTTPClient.Response {
            var headers: HTTPHeaders = ["Authorization": authorization]
            for proof in proofs { headers.add(name: "DPoP", value: proof) }
            return try await client.get("http://127.0.0.1:\(port)\(path)", headers: headers)
        }

        func proof(_ change: (inout ProofKey.Header, inout ProofKey.Claims) -> Void = { _, _ in }) throws -> String {
            try key.proof("GET", Issuer.name + "/signed-in", token: token, change)
        }
    }

    private static func with(_ given: ProofKey? = nil, nonces: ProofNonces? = nil, _ body: (World) async throws -> Void) async throws {
        let (issuer, key) = (Issuer(), try given ?? ProofKey())
        let signing = issuer.rotate()
        func token(_ jkt: String?) throws -> String {
            let now = Date()
            var claims = AccessTokenClaims(
                iss: Issuer.name, aud: Issuer.audience, sub: UserID(UUID.v7()).description, clientID: "app", role: .patient, sid: nil, scope: "openid", jti: "j",
                iat: now, exp: now + 300)
            claims.cnf = jkt.map { .init(jkt: $0) }
            return try JSONWebToken.sign(claims, type: "at+jwt", kid: Issuer.kid(signing), key: signing)
        }
        let (bound, bearer) = (try token(key.thumbprint), try token(nil))
        try await withServer(AccessTests.routes, verifier: issuer.verifier(nonces: nonces)) { (server: HTTPServer) async throws -> Void in
            try await body(World(key: key, token: bound, bearer: bearer, port: server.port))
        }
    }

    @Test func aProofThatFitsLetsIn() async throws {
        try await Self.with { world in
            let answer = try await world.get("/signed-in", "DPoP \(world.token)", try world.proof())
            #expect(answer.body == Array(#""patient""#.utf8))
            // The address is the public one, whatever its query; the scheme of `Authorization` is of any case.
            let query = try world.proof { $1.htu = "HTTPS://Issuer.example:443/signed-in?a=b#c" }
            #expect(try await world.get("/signed-in", "dpop \(world.token)", query).status == .ok)
            // A route that is open to anyone knows them too.
            let open = try world.key.proof("GET", Issuer.name + "/anyone", token: world.token)
            #expect(try await world.get("/anyone", "DPoP \(world.token)", open).body == Array("patient".utf8))
            #expect(try await world.get("/anyone", "DPoP \(world.token)", open).body == Array("nobody".utf8))
        }
    }

    @Test func aKeyOfRSAsIsOneToo() async throws {
        let key = ProofKey(rsa: try _RSA.Signing.PrivateKey(keySize: .bits2048))
        try await Self.with(key) { world in
            #expect(try await world.get("/signed-in", "DPoP \(world.token)", try world.proof()).status == .ok)
            let wrong: [(String, DPoPRefusal)] = [
                (try world.proof { header, _ in header.alg = "ES256" }, .malformed), (try world.proof { header, _ in header.alg = "RS384" }, .algorithm),
                (try world.proof { header, _ in header.jwk?["e"] = Base64URL.encode([1, 0, 0, 0, 1]) }, .malformed),
                (try world.proof { header, _ in header.jwk?["n"] = Base64URL.encode([UInt8](repeating: 0xAA, count: 128)) }, .malformed),
                (try world.proof { header, _ in header.jwk?["d"] = "AQAB" }, .privateKey),
                (try String(world.proof().dropLast(8)) + "AAAAAAAA", .signature)
            ]
            for (proof, expected) in wrong {
                let answer = try await world.get("/signed-in", "DPoP \(world.token)", proof)
                #expect(answer.status == .unauthorized && answer.headers.first(name: "WWW-Authenticate")?.contains(expected.rawValue) == true)
            }
        }
    }

    @Test func whereNoncesAreAskedForOneHasToBeThere() async throws {
        let nonces = try #require(ProofNonces(key: [UInt8](repeating: 5, count: 32)))
        try await Self.with(nonces: nonces) { world in
            let foreign = try #require(ProofNonces(key: [UInt8](repeating: 6, count: 32))).current(at: Date())
            for nonce in [nil, "", "x", foreign, nonces.current(at: Date() - 900)] {
                let answer = try await world.get("/signed-in", "DPoP \(world.token)", try world.proof { $1.nonce = nonce })
                #expect(answer.status == .unauthorized)
                #expect(answer.headers.first(name: "WWW-Authenticate")?.contains(#"error="use_dpop_nonce""#) == true)
                // The one that is sent is taken; the proof that was refused is not spent, but is no other.
                let next = try #require(answer.headers.first(name: "DPoP-Nonce"))
                #expect(try await world.get("/signed-in", "DPoP \(world.token)", try world.proof { $1.nonce = next }).status == .ok)
            }
            // What is wrong besides is said first, and gives no nonce.
            let other = try await world.get("/signed-in", "DPoP \(world.token)", try world.proof { $1.htm = "POST" })
            #expect(other.headers.first(name: "DPoP-Nonce") == nil)
        }
    }

    @Test func aNonceLastsFiveToTenMinutes() throws {
        let nonces = try #require(ProofNonces(key: [UInt8](repeating: 5, count: 32)))
        func at(_ seconds: Double) -> Date { Date(timeIntervalSince1970: 1_800_000_000 + seconds) }
        let nonce = nonces.current(at: at(0))
        #expect(nonces.current(at: at(299)) == nonce && nonces.current(at: at(300)) != nonce)
        for (seconds, isTaken) in [(-1.0, false), (0, true), (599, true), (600, false)] { #expect(nonces.accepts(nonce, at: at(seconds)) == isTaken) }
        #expect(ProofNonces(key: [1, 2, 3]) == nil)
    }

    @Test func aBoundTokenIsNoBearers() async throws {
        try await Self.with { world in
            for _ in 0..<2 {
                let answer = try await world.get("/signed-in", "Bearer \(world.token)", try world.proof())
                #expect(answer.status == .unauthorized)
                let challenge = try #require(answer.headers.first(name: "WWW-Authenticate"))
                #expect(challenge.hasPrefix("DPoP ") && challenge.contains(#"error="invalid_token""#) && challenge.contains(#"algs="ES256 RS256""#))
            }
            #expect(try await world.get("/anyone", "Bearer \(world.token)").body == Array("nobody".utf8))
            // Nor is a bearer's one that is bound.
            let proof = try world.key.proof("GET", Issuer.name + "/signed-in", token: world.bearer)
            let unbound = try await world.get("/signed-in", "DPoP \(world.bearer)", proof)
            #expect(unbound.status == .unauthorized)
            #expect(unbound.headers.first(name: "WWW-Authenticate")?.contains(#"DPoP realm="careline", error="invalid_token""#) == true)
        }
    }

    enum Wrong: String, CaseIterable, Sendable {
        case missing, twice, notOne, method, address, host, noPath, stale, ahead, token, noToken, none, shared, type, noType, critical, privateKey, noKey, noID,
            longID, anotherKey, signature
    }

    @Test(arguments: Wrong.allCases) func whatDoesNotFitIsRefused(_ wrong: Wrong) async throws {
        try await Self.with { world in
            let (other, now) = (try ProofKey(), Date().timeIntervalSince1970)
            let (proofs, expected): ([String], DPoPRefusal) =
                switch wrong {
                case .missing: ([], .missing)
                case .twice: ([try world.proof(), try world.proof()], .missing)
                case .notOne: (["e30.e30.e30"], .malformed)
                case .method: ([try world.proof { $1.htm = "POST" }], .method)
                case .address: ([try world.proof { $1.htu = Issuer.name + "/admins" }], .address)
                case .host: ([try world.proof { $1.htu = "https://evil.example/signed-in" }], .address)
                case .noPath: ([try world.proof { $1.htu = Issuer.name }], .address)
                case .stale: ([try world.proof { $1.iat = now - 75 }], .stale)
                case .ahead: ([try world.proof { $1.iat = now + 75 }], .stale)
                case .token: ([try world.key.proof("GET", Issuer.name + "/signed-in", token: world.bearer)], .token)
                case .noToken: ([try world.proof { $1.ath = nil }], .token)
                case .none: ([try world.proof { header, _ in header.alg = "none" }], .algorithm)
                case .shared: ([try world.proof { header, _ in header.alg = "HS256" }], .algorithm)
                case .type: ([try world.proof { header, _ in header.typ = "JWT" }], .malformed)
                case .noType: ([try world.proof { header, _ in header.typ = nil }], .malformed)
                case .critical: ([try world.proof { header, _ in header.crit = ["exp"] }], .malformed)
                case .privateKey: ([try world.proof { header, _ in header.jwk?["d"] = world.key.secret }], .privateKey)
                case .noKey: ([try world.proof { header, _ in header.jwk = nil }], .malformed)
                case .noID: ([try world.proof { $1.jti = nil }], .malformed)
                case .longID: ([try world.proof { $1.jti = String(repeating: "j", count: 257) }], .malformed)
                case .anotherKey: ([try other.proof("GET", Issuer.name + "/signed-in", token: world.token)], .anotherKey)
                case .signature: ([try String(world.proof().dropLast(4)) + "AAAA"], .signature)
                }
            var headers: HTTPHeaders = ["Authorization": "DPoP \(world.token)"]
            for proof in proofs { headers.add(name: "DPoP", value: proof) }
            let answer = try await world.client.get("http://127.0.0.1:\(world.port)/signed-in", headers: headers)
            #expect(answer.status == .unauthorized)
            let challenge = try #require(answer.headers.first(name: "WWW-Authenticate"))
            #expect(challenge.hasPrefix("DPoP ") && challenge.contains(#"error="invalid_dpop_proof""#))
            #expect(challenge.contains(expected.rawValue))
        }
    }

    @Test func aProofIsGoodOnce() async throws {
        try await Self.with { world in
            let proof = try world.proof()
            let statuses = try await withThrowingTaskGroup(of: HTTPResponseStatus.self) { group in
                for _ in 0..<8 { group.addTask { try await world.get("/signed-in", "DPoP \(world.token)", proof).status } }
                return try await group.reduce(into: [HTTPResponseStatus]()) { $0.append($1) }
            }
            #expect(statuses.filter { $0 == .ok }.count == 1)
            #expect(statuses.filter { $0 == .unauthorized }.count == 7)
        }
    }

    @Test func proofsAreRememberedForAsLongAsTheyAreGood() {
        var spent = SpentProofs(capacity: 10, window: 60)
        func spend(_ proof: Int, at now: Double) -> Bool { spent.spend(TokenHash("proof \(proof)"), now: now) }
        #expect(spend(0, at: 0))
        #expect(!spend(0, at: 0))
        // The two minutes from the first moment that it is taken to the last.
        #expect(!spend(0, at: 119))
        #expect(spend(1, at: 119))
        #expect(!spend(1, at: 238))
        #expect(spend(0, at: 500))
        #expect(spent.count == 1)
        // Never more than two sets of them.
        for proof in 1..<40 { _ = spend(proof, at: 501) }
        #expect(spent.count <= 20)
        #expect(!spend(39, at: 501))
    }
}
