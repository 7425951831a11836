import CareModels
import CareService
import Foundation
import HTTP
import ServiceTestKit
import Testing
import _CryptoExtras

@testable import AuthService

/// Tokens that are bound to a key of the client's (RFC 9449).
@Suite struct BoundTokenTests {
    private struct World {
        let server: AuthServer
        let key: ProofKey
        let app = TestApp()

        func post(_ form: [(String, String)], _ proof: String?, path: String = "/oauth/token") async throws -> Answer {
            try await server.post(path, form: form, headers: proof.map { ["DPoP": $0] } ?? [:])
        }

        func proof(_ key: ProofKey? = nil, _ path: String = "/oauth/token") throws -> String {
            try (key ?? self.key).proof("POST", AuthServer.issuer + path)
        }

        func code(_ extra: [(String, String)] = []) async throws -> String {
            try await app.code(TestBrowser(server), username: "ada", extra: extra)
        }

        func exchange(_ code: String, _ proof: String?, secret: String? = nil) async throws -> Answer {
            let form = [("grant_type", "authorization_code"), ("code", code), ("client_id", "app"), ("code_verifier", TestApp.verifier)]
            return try await post(form + (secret.map { [("client_secret", $0)] } ?? []), proof)
        }

        func refresh(_ token: String, _ proof: String?, secret: String? = nil) async throws -> Answer {
            let form = [("grant_type", "refresh_token"), ("refresh_token", token), ("client_id", "app")]
            return try await post(form + (secret.map { [("client_secret", $0)] } ?? []), proof)
        }

        func userInfo(_ token: String, by key: ProofKey, method: HTTPMethod = .GET) async throws -> Answer {
            let proof = try key.proof(method.rawValue, AuthServer.issuer + "/userinfo", token: token)
            return try await server.send(method, "/userinfo", headers: ["Authorization": "DPoP \(token)", "DPoP": proof])
        }
    }

    private static func with(
        _ change: (inout Client) -> Void = { _ in }, nonces: ProofNonces? = nil, _ body: (World) async throws -> Void
    ) async throws {
        try await AuthServer.with({ $0.proofNonces = nonces }) { server in
            try await server.signUp("ada")
            try await server.save {
                ($0.kind, $0.secretHash) = (.public, nil)
                change(&$0)
            }
            try await body(World(server: server, key: try ProofKey()))
        }
    }

    @Test func whereNoncesAreAskedForTheTokenEndpointGivesOne() async throws {
        let nonces = try #require(ProofNonces(key: [UInt8](repeating: 5, count: 32)))
        try await Self.with(nonces: nonces) { world in
            let code = try await world.code()
            let refused = try await world.exchange(code, try world.proof())
            #expect(refused.status == .badRequest && refused.member("error") == "use_dpop_nonce")
            let nonce = try #require(refused.header("DPoP-Nonce"))
            func proof(_ path: String = "/oauth/token") throws -> String { try world.key.proof("POST", AuthServer.issuer + path) { $1.nonce = nonce } }
            // The code is still there.
            let tokens = try await world.exchange(code, try proof()).decode(TokenView.self)
            #expect(tokens.token_type == "DPoP")
            let asked = try await world.userInfo(tokens.access_token, by: world.key)
            #expect(asked.status == .unauthorized && asked.header("DPoP-Nonce") != nil)
            let shown = try world.key.proof("GET", AuthServer.issuer + "/userinfo", token: tokens.access_token) { $1.nonce = nonce }
            let answer = try await world.server.send(.GET, "/userinfo", headers: ["Authorization": "DPoP \(tokens.access_token)", "DPoP": shown])
            #expect(answer.status == .ok)
            // Whoever shows no key is asked for nothing.
            #expect(try await world.exchange(try await world.code(), nil).status == .ok)
        }
    }

    @Test func aKeyOfRSAsBindsTokensToo() async throws {
        try await Self.with { world in
            let key = ProofKey(rsa: try _RSA.Signing.PrivateKey(keySize: .bits2048))
            let tokens = try await world.exchange(try await world.code(), try world.proof(key)).decode(TokenView.self)
            #expect(try await world.userInfo(tokens.access_token, by: key).status == .ok)
            #expect(try await world.userInfo(tokens.access_token, by: world.key).status == .unauthorized)
        }
    }

    @Test func aPublicClientsTokensAreItsKeys() async throws {
        try await Self.with { world in
            let other = try ProofKey()
            let answer = try await world.exchange(try await world.code(), try world.proof())
            #expect(answer.status == .ok)
            let tokens = try answer.decode(TokenView.self)
            #expect(tokens.token_type == "DPoP")
            for method in [HTTPMethod.GET, .POST] { #expect(try await world.userInfo(tokens.access_token, by: world.key, method: method).status == .ok) }
            #expect(try await world.userInfo(tokens.access_token, by: other).status == .unauthorized)
            #expect(try await world.server.get("/userinfo", token: tokens.access_token).status == .unauthorized)
            // Neither does a form take it by itself.
            #expect(try await world.server.post("/userinfo", form: [("access_token", tokens.access_token)]).status == .unauthorized)

            let refresh = try #require(tokens.refresh_token)
            for proof in [nil, try world.proof(other)] { #expect(try await world.refresh(refresh, proof).member("error") == "invalid_grant") }
            let next = try await world.refresh(refresh, try world.proof()).decode(TokenView.self)
            #expect(next.token_type == "DPoP")
            #expect(try await world.userInfo(next.access_token, by: world.key).status == .ok)
            // Who has stolen a spent token and not the key ends nothing with it.
            world.server.clock.advance(60)
            #expect(try await world.refresh(refresh, try world.proof(other)).member("error") == "invalid_grant")
            #expect(try await world.refresh(try #require(next.refresh_token), try world.proof()).status == .ok)
        }
    }

    enum Wrong: String, CaseIterable, Sendable { case method, address, stale, signature, repeated, privateKey, twice }

    @Test(arguments: Wrong.allCases) func aProofThatDoesNotFitGivesNothing(_ wrong: Wrong) async throws {
        try await Self.with { world in
            let (url, code) = (AuthServer.issuer + "/oauth/token", try await world.code())
            let proof =
                switch wrong {
                case .method: try world.key.proof("GET", url)
                case .address: try world.proof(nil, "/oauth/par")
                case .stale: try world.key.proof("POST", url) { $1.iat = Date().timeIntervalSince1970 - 90 }
                case .signature: String(try world.proof().dropLast(4)) + "AAAA"
                case .privateKey: try world.key.proof("POST", url) { header, _ in header.jwk?["d"] = world.key.secret }
                case .repeated, .twice: try world.proof()
                }
            if wrong == .repeated { #expect(try await world.refresh("unknown", proof).member("error") == "invalid_grant") }
            let form = [("grant_type", "authorization_code"), ("code", code), ("client_id", "app"), ("code_verifier", TestApp.verifier)]
            var headers: HTTPHeaders = ["DPoP": proof]
            if wrong == .twice { headers.add(name: "DPoP", value: try world.proof()) }
            let answer = try await world.server.post("/oauth/token", form: form, headers: headers)
            #expect(answer.status == .badRequest)
            #expect(answer.member("error") == "invalid_dpop_proof")
            // The code is still good: it was not looked at.
            #expect(try await world.exchange(code, try world.proof()).status == .ok)
        }
    }

    @Test func aCodeIsForTheKeyThatWasAnnounced() async throws {
        try await Self.with { world in
            let announced = [("dpop_jkt", world.key.thumbprint)]
            #expect(try await world.exchange(try await world.code(announced), try world.proof()).status == .ok)
            for proof in [nil, try world.proof(try ProofKey())] {
                let code = try await world.code(announced)
                #expect(try await world.exchange(code, proof).member("error") == "invalid_grant")
                // It has leaked.
                #expect(try await world.exchange(code, try world.proof()).member("error") == "invalid_grant")
            }
            let wrong = try await world.server.get(world.app.start([("dpop_jkt", "short")]))
            #expect(wrong.location("error") == "invalid_request")
        }
    }

    @Test func whoPushesARequestMayShowTheKeyThere() async throws {
        try await Self.with { world in
            let form = FormEncoding.pairs(world.app.query()).map { ($0.name, $0.value) }
            let proof = try world.proof(nil, "/oauth/par")
            let pushed = try await world.post(form, proof, path: "/oauth/par")
            let uri = try #require(pushed.member("request_uri"))
            let browser = TestBrowser(world.server)
            let login = try await browser.get("/oauth/authorize?client_id=app&request_uri=\(FormEncoding.encode(uri))")
            let next = try await browser.submit(login, [("username", "ada"), ("password", AuthServer.password)])
            let consent = try await browser.get(try #require(next.header("Location")))
            let code = try #require(try await browser.submit(consent, [("decision", "allow")]).location("code"))
            #expect(try await world.exchange(code, try world.proof(try ProofKey())).member("error") == "invalid_grant")
            let both = form + [("dpop_jkt", try ProofKey().thumbprint)]
            #expect(try await world.post(both, try world.proof(nil, "/oauth/par"), path: "/oauth/par").member("error") == "invalid_dpop_proof")
            #expect(try await world.post(form, try world.proof(), path: "/oauth/par").member("error") == "invalid_dpop_proof")
        }
    }

    @Test func aConfidentialClientMayTakeAnotherKey() async throws {
        try await Self.with({
            ($0.kind, $0.secretHash, $0.grants) = (.confidential, Secret.hash(AuthServer.secret), [.authorizationCode, .refreshToken, .clientCredentials])
        }) { world in
            let secret = AuthServer.secret
            let tokens = try await world.exchange(try await world.code(), try world.proof(), secret: secret).decode(TokenView.self)
            let other = try ProofKey()
            let next = try await world.refresh(try #require(tokens.refresh_token), try world.proof(other), secret: secret).decode(TokenView.self)
            #expect(try await world.userInfo(next.access_token, by: other).status == .ok)
            #expect(try await world.userInfo(next.access_token, by: world.key).status == .unauthorized)
            let own = [("grant_type", "client_credentials"), ("scope", "appointments:read"), ("client_id", "app"), ("client_secret", secret)]
            #expect(try await world.post(own, try world.proof()).decode(TokenView.self).token_type == "DPoP")
            #expect(try await world.post(own, nil).decode(TokenView.self).token_type == "Bearer")

            let known = try await world.post([("token", next.access_token), ("client_id", "app"), ("client_secret", secret)], nil, path: "/oauth/introspect")
            let view = try known.decode(IntrospectionView.self)
            #expect(view.token_type == "DPoP" && view.cnf?.jkt == other.thumbprint)
            #expect(view.acr == "1" && view.amr == ["pwd"] && view.auth_time != nil)
            // Whoever has the token may give it back.
            #expect(try await world.post([("token", next.access_token), ("client_id", "app"), ("client_secret", secret)], nil, path: "/oauth/revoke").status == .ok)
        }
    }

    @Test func whoIsToShowAKeyGetsNothingWithoutIt() async throws {
        try await Self.with({ $0.bindsTokens = true }) { world in
            let code = try await world.code()
            #expect(try await world.exchange(code, nil).member("error") == "invalid_dpop_proof")
            let tokens = try await world.exchange(code, try world.proof()).decode(TokenView.self)
            #expect(try await world.refresh(try #require(tokens.refresh_token), nil).member("error") == "invalid_dpop_proof")
        }
    }
}
