import CareModels
import CareService
import Foundation
import HTTP
import ServiceTestKit
import Testing
import _CryptoExtras

@testable import AuthService

/// A client that keeps to FAPI 2.0's Security Profile, and we with it: 5.3.2, line by line where it asks for more than we ask of everybody.
@Suite struct FAPITests {
    private struct Scene {
        let world: World
        let pair: ClientKeyPair
        let key: ProofKey
        let app = TestApp()

        func proven(_ form: [(String, String)], by pair: ClientKeyPair? = nil, _ change: (inout ClientKeyPair.Claims) -> Void = { _ in }) throws -> [(String, String)] {
            let own = [("client_assertion_type", ClientAssertion.type), ("client_assertion", try (pair ?? self.pair).assertion(change))]
            return form.filter { $0.0 != "client_id" } + own
        }

        func push(_ extra: [(String, String)] = [], shows shown: ProofKey? = nil) async throws -> Answer {
            let proof: HTTPHeaders = try shown.map { ["DPoP": try $0.proof("POST", World.issuer + "/oauth/par")] } ?? [:]
            return try await world.post("/oauth/par", form: proven(FormEncoding.again(app.query(extra)).map { ($0.name, $0.value) }), headers: proof)
        }

        func token(_ form: [(String, String)], shows: Bool = true) async throws -> Answer {
            let proof: HTTPHeaders = shows ? ["DPoP": try key.proof("POST", World.issuer + "/oauth/token")] : [:]
            return try await world.post("/oauth/token", form: proven(form), headers: proof)
        }

        func code() async throws -> (code: String, answer: Answer) {
            let uri = try #require(try await push().member("request_uri"))
            let browser = TestBrowser(world)
            let login = try await browser.get("/oauth/authorize?client_id=app&request_uri=\(FormEncoding.encode(uri))")
            let next = try await browser.submit(login, [("username", "ada"), ("password", World.password)])
            let consent = try await browser.get(try #require(next.header("Location")))
            let answer = try await browser.submit(consent, [("decision", "allow")])
            return (try #require(answer.location("code")), answer)
        }

        func exchange(_ code: String, shows: Bool = true) async throws -> Answer {
            try await token([("grant_type", "authorization_code"), ("code", code), ("code_verifier", TestApp.verifier)], shows: shows)
        }
    }

    private static func with(algorithm: AssertionAlgorithm = .es256, lifetime: TimeInterval = 600, _ body: (Scene) async throws -> Void) async throws {
        try await World.run({ $0.codeLifetime = lifetime }) { world in
            try await world.signUp("ada")
            let pair = try ClientKeyPair(algorithm)
            try await world.save { ($0.secretHash, $0.jwks, $0.isFAPI) = (nil, ClientKeyPair.set(pair), true) }
            try await body(Scene(world: world, pair: pair, key: try ProofKey()))
        }
    }

    @Test(arguments: [AssertionAlgorithm.es256, .ps256]) func theWholeWay(_ algorithm: AssertionAlgorithm) async throws {
        try await Self.with(algorithm: algorithm) { scene in
            let pushed = try await scene.push()
            #expect(pushed.status == 201)
            #expect(pushed.text.contains("\"expires_in\":590"))
            let (code, answer) = try await scene.code()
            #expect(answer.status == 303)
            #expect(answer.location("iss") == World.issuer)
            let tokens = try await scene.exchange(code).decode(TokenView.self)
            #expect(tokens.token_type == "DPoP")
            // A code is good once.
            #expect(try await scene.exchange(code).member("error") == "invalid_grant")
        }
    }

    @Test func refreshTokensStayTheSame() async throws {
        try await Self.with { scene in
            let tokens = try await scene.exchange(try await scene.code().code).decode(TokenView.self)
            let refresh = try #require(tokens.refresh_token)
            for _ in 0..<3 {
                scene.world.clock.advance(60)
                let next = try await scene.token([("grant_type", "refresh_token"), ("refresh_token", refresh)])
                #expect(next.status == 200 && next.member("refresh_token") == refresh)
                #expect(next.member("token_type") == "DPoP")
            }
            // As long as it is used.
            scene.world.clock.advance(scene.world.dependencies.settings.refresh.idle)
            #expect(try await scene.token([("grant_type", "refresh_token"), ("refresh_token", refresh)]).member("error") == "invalid_grant")
        }
    }

    @Test func whatIsNotPushedIsRefused() async throws {
        try await Self.with { scene in
            let answer = try await scene.world.get(scene.app.start())
            #expect(answer.location("error") == "invalid_request")
            #expect(answer.location("iss") == World.issuer)
            // Without the client's proof nothing is pushed, nor without PKCE.
            let form = FormEncoding.again(scene.app.query()).map { ($0.name, $0.value) }
            #expect(try await scene.world.post("/oauth/par", form: form).status == 401)
            #expect(try await scene.push([("code_challenge", "")]).member("error") == "invalid_request")
            #expect(try await scene.push([("code_challenge_method", "plain")]).member("error") == "invalid_request")
            #expect(try await scene.push([("redirect_uri", "")]).member("error") == "invalid_request")
        }
    }

    @Test func tokensAreBoundOrNone() async throws {
        try await Self.with { scene in
            let code = try await scene.code().code
            #expect(try await scene.exchange(code, shows: false).member("error") == "invalid_request")
            let tokens = try await scene.exchange(code).decode(TokenView.self)
            let refresh = try #require(tokens.refresh_token)
            #expect(try await scene.token([("grant_type", "refresh_token"), ("refresh_token", refresh)], shows: false).member("error") == "invalid_request")
            #expect(try await scene.world.get("/userinfo", token: tokens.access_token).status == 401)
        }
    }

    @Test func aCodeLivesForAMinute() async throws {
        try await Self.with { scene in
            let code = try await scene.code().code
            scene.world.clock.advance(60)
            #expect(try await scene.exchange(code).member("error") == "invalid_grant")
        }
    }

    /// For a client of FAPI's alone: others may name the endpoint.
    @Test func assertionsAreForTheIssuerAlone() async throws {
        try await Self.with { scene in
            let form = FormEncoding.again(scene.app.query()).map { ($0.name, $0.value) }
            let named = try scene.proven(form) { $0.aud = World.issuer + "/oauth/token" }
            #expect(try await scene.world.post("/oauth/par", form: named).status == 401)
            let future = try scene.proven(form) { $0.iat = Date().timeIntervalSince1970 + 70 }
            #expect(try await scene.world.post("/oauth/par", form: future).status == 401)
            let soon = try scene.proven(form) { $0.iat = Date().timeIntervalSince1970 + 8 }
            #expect(try await scene.world.post("/oauth/par", form: soon).status == 201)
        }
    }

    @Test(arguments: [AssertionAlgorithm.rs256, .rs384, .es384]) func assertionsOfOtherAlgorithmsProveNothing(_ algorithm: AssertionAlgorithm) async throws {
        try await Self.with(algorithm: algorithm) { scene in
            let pushed = try await scene.push()
            #expect(pushed.member("error") == "invalid_client")
        }
    }

    /// What the token endpoint would refuse is not taken before.
    @Test func aKeyOfRSAsIsRefusedWhereTheRequestIsPushed() async throws {
        try await Self.with { scene in
            let refused = try await scene.push(shows: ProofKey(rsa: try _RSA.Signing.PrivateKey(keySize: .bits2048)))
            #expect(refused.status == 400 && refused.member("error") == "invalid_dpop_proof")
            #expect(try await scene.push(shows: scene.key).status == 201)
        }
    }

    /// The session is for who is told of its end: of others the id token says no more than was asked for.
    @Test(arguments: [nil, "https://app.example/logout"]) func theSessionIsNamedToWhoIsToldOfItsEnd(_ address: String?) async throws {
        struct Claims: Decodable { var sid: String? }
        try await Self.with { scene in
            try await scene.world.save { ($0.secretHash, $0.jwks, $0.isFAPI, $0.backchannelLogoutURI) = (nil, ClientKeyPair.set(scene.pair), true, address) }
            let tokens = try await scene.exchange(try await scene.code().code).decode(TokenView.self)
            #expect(try (AuthorizeTests.claims(try #require(tokens.id_token), Claims.self).sid != nil) == (address != nil))
            #expect(try AuthorizeTests.claims(tokens.access_token, AccessTokenClaims.self).sid != nil)
        }
    }
}
