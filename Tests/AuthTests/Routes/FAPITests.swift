import CareModels
import Foundation
import HTTP
import ServiceTestKit
import Testing

@testable import AuthService

/// A client that keeps to FAPI 2.0's Security Profile, and we with it: 5.3.2, line by line where it asks for more than we ask of everybody.
@Suite struct FAPITests {
    private struct World {
        let server: AuthServer
        let pair: ClientKeyPair
        let key: ProofKey
        let app = TestApp()

        func proven(_ form: [(String, String)], by pair: ClientKeyPair? = nil, _ change: (inout ClientKeyPair.Claims) -> Void = { _ in }) throws -> [(String, String)] {
            let own = [("client_assertion_type", ClientAssertion.type), ("client_assertion", try (pair ?? self.pair).assertion(change))]
            return form.filter { $0.0 != "client_id" } + own
        }

        func push(_ extra: [(String, String)] = []) async throws -> Answer {
            try await server.post("/oauth/par", form: proven(FormEncoding.pairs(app.query(extra)).map { ($0.name, $0.value) }))
        }

        func token(_ form: [(String, String)], shows: Bool = true) async throws -> Answer {
            let proof: HTTPHeaders = shows ? ["DPoP": try key.proof("POST", AuthServer.issuer + "/oauth/token")] : [:]
            return try await server.post("/oauth/token", form: proven(form), headers: proof)
        }

        func code() async throws -> (code: String, answer: Answer) {
            let uri = try #require(try await push().member("request_uri"))
            let browser = TestBrowser(server)
            let login = try await browser.get("/oauth/authorize?client_id=app&request_uri=\(FormEncoding.encode(uri))")
            let next = try await browser.submit(login, [("username", "ada"), ("password", AuthServer.password)])
            let consent = try await browser.get(try #require(next.header("Location")))
            let answer = try await browser.submit(consent, [("decision", "allow")])
            return (try #require(answer.location("code")), answer)
        }

        func exchange(_ code: String, shows: Bool = true) async throws -> Answer {
            try await token([("grant_type", "authorization_code"), ("code", code), ("code_verifier", TestApp.verifier)], shows: shows)
        }
    }

    private static func with(algorithm: AssertionAlgorithm = .es256, lifetime: TimeInterval = 600, _ body: (World) async throws -> Void) async throws {
        try await AuthServer.with({ $0.codeLifetime = lifetime }) { server in
            try await server.signUp("ada")
            let pair = try ClientKeyPair(algorithm)
            try await server.save { ($0.secretHash, $0.jwks, $0.isFAPI) = (nil, ClientKeyPair.set(pair), true) }
            try await body(World(server: server, pair: pair, key: try ProofKey()))
        }
    }

    @Test(arguments: [AssertionAlgorithm.es256, .ps256]) func theWholeWay(_ algorithm: AssertionAlgorithm) async throws {
        try await Self.with(algorithm: algorithm) { world in
            let pushed = try await world.push()
            #expect(pushed.status == .created)
            #expect(pushed.text.contains("\"expires_in\":590"))
            let (code, answer) = try await world.code()
            #expect(answer.status == .seeOther)
            #expect(answer.location("iss") == AuthServer.issuer)
            let tokens = try await world.exchange(code).decode(TokenView.self)
            #expect(tokens.token_type == "DPoP")
            // A code is good once.
            #expect(try await world.exchange(code).member("error") == "invalid_grant")
        }
    }

    @Test func refreshTokensStayTheSame() async throws {
        try await Self.with { world in
            let tokens = try await world.exchange(try await world.code().code).decode(TokenView.self)
            let refresh = try #require(tokens.refresh_token)
            for _ in 0..<3 {
                world.server.clock.advance(60)
                let next = try await world.token([("grant_type", "refresh_token"), ("refresh_token", refresh)])
                #expect(next.status == .ok && next.member("refresh_token") == refresh)
                #expect(next.member("token_type") == "DPoP")
            }
            // As long as it is used.
            world.server.clock.advance(world.server.dependencies.settings.refresh.idle)
            #expect(try await world.token([("grant_type", "refresh_token"), ("refresh_token", refresh)]).member("error") == "invalid_grant")
        }
    }

    @Test func whatIsNotPushedIsRefused() async throws {
        try await Self.with { world in
            let answer = try await world.server.get(world.app.start())
            #expect(answer.location("error") == "invalid_request")
            #expect(answer.location("iss") == AuthServer.issuer)
            // Without the client's proof nothing is pushed, nor without PKCE.
            let form = FormEncoding.pairs(world.app.query()).map { ($0.name, $0.value) }
            #expect(try await world.server.post("/oauth/par", form: form).status == .unauthorized)
            #expect(try await world.push([("code_challenge", "")]).member("error") == "invalid_request")
            #expect(try await world.push([("code_challenge_method", "plain")]).member("error") == "invalid_request")
            #expect(try await world.push([("redirect_uri", "")]).member("error") == "invalid_request")
        }
    }

    @Test func tokensAreBoundOrNone() async throws {
        try await Self.with { world in
            let code = try await world.code().code
            #expect(try await world.exchange(code, shows: false).member("error") == "invalid_dpop_proof")
            let tokens = try await world.exchange(code).decode(TokenView.self)
            let refresh = try #require(tokens.refresh_token)
            #expect(try await world.token([("grant_type", "refresh_token"), ("refresh_token", refresh)], shows: false).member("error") == "invalid_dpop_proof")
            #expect(try await world.server.get("/userinfo", token: tokens.access_token).status == .unauthorized)
        }
    }

    @Test func aCodeLivesForAMinute() async throws {
        try await Self.with { world in
            let code = try await world.code().code
            world.server.clock.advance(60)
            #expect(try await world.exchange(code).member("error") == "invalid_grant")
        }
    }

    /// For a client of FAPI's alone: others may name the endpoint.
    @Test func assertionsAreForTheIssuerAlone() async throws {
        try await Self.with { world in
            let form = FormEncoding.pairs(world.app.query()).map { ($0.name, $0.value) }
            let named = try world.proven(form) { $0.aud = AuthServer.issuer + "/oauth/token" }
            #expect(try await world.server.post("/oauth/par", form: named).status == .unauthorized)
            let future = try world.proven(form) { $0.iat = Date().timeIntervalSince1970 + 70 }
            #expect(try await world.server.post("/oauth/par", form: future).status == .unauthorized)
            let soon = try world.proven(form) { $0.iat = Date().timeIntervalSince1970 + 8 }
            #expect(try await world.server.post("/oauth/par", form: soon).status == .created)
        }
    }

    @Test(arguments: [AssertionAlgorithm.rs256, .rs384, .es384]) func assertionsOfOtherAlgorithmsProveNothing(_ algorithm: AssertionAlgorithm) async throws {
        try await Self.with(algorithm: algorithm) { world in
            let pushed = try await world.push()
            #expect(pushed.member("error") == "invalid_client")
        }
    }
}
