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
    private struct Scene {
        let world: World
        let key: ProofKey
        let app = TestApp()

        func post(_ form: [(String, String)], _ proof: String?, path: String = "/oauth/token") async throws -> Answer {
            try await world.post(path, form: form, headers: proof.map { ["DPoP": $0] } ?? [:])
        }

        func proof(_ key: ProofKey? = nil, _ path: String = "/oauth/token") throws -> String {
            try (key ?? self.key).proof("POST", World.issuer + path)
        }

        func code(_ extra: [(String, String)] = []) async throws -> String {
            try await app.code(TestBrowser(world), username: "ada", extra: extra)
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
            let proof = try key.proof(method.rawValue, World.issuer + "/userinfo", token: token)
            return try await world.send(method, "/userinfo", headers: ["Authorization": "DPoP \(token)", "DPoP": proof])
        }
    }

    private static func with(
        _ change: (inout Client) -> Void = { _ in }, nonces: ProofNonces? = nil, _ body: (Scene) async throws -> Void
    ) async throws {
        try await World.run({ $0.proofNonces = nonces }) { world in
            try await world.signUp("ada")
            try await world.save {
                ($0.kind, $0.secretHash) = (.public, nil)
                change(&$0)
            }
            try await body(Scene(world: world, key: try ProofKey()))
        }
    }

    @Test func whereNoncesAreAskedForTheTokenEndpointGivesOne() async throws {
        let nonces = try #require(ProofNonces(key: [UInt8](repeating: 5, count: 32)))
        try await Self.with(nonces: nonces) { scene in
            let code = try await scene.code()
            let refused = try await scene.exchange(code, try scene.proof())
            #expect(refused.status == 400 && refused.member("error") == "use_dpop_nonce")
            let nonce = try #require(refused.header("DPoP-Nonce"))
            func proof(_ path: String = "/oauth/token") throws -> String { try scene.key.proof("POST", World.issuer + path) { $1.nonce = nonce } }
            // The code is still there.
            let tokens = try await scene.exchange(code, try proof()).decode(TokenView.self)
            #expect(tokens.token_type == "DPoP")
            let asked = try await scene.userInfo(tokens.access_token, by: scene.key)
            #expect(asked.status == 401 && asked.header("DPoP-Nonce") != nil)
            let shown = try scene.key.proof("GET", World.issuer + "/userinfo", token: tokens.access_token) { $1.nonce = nonce }
            let answer = try await scene.world.send(.GET, "/userinfo", headers: ["Authorization": "DPoP \(tokens.access_token)", "DPoP": shown])
            #expect(answer.status == 200)
            // Whoever shows no key is asked for nothing.
            #expect(try await scene.exchange(try await scene.code(), nil).status == 200)
        }
    }

    @Test func aKeyOfRSAsBindsTokensToo() async throws {
        try await Self.with { scene in
            let key = ProofKey(rsa: try _RSA.Signing.PrivateKey(keySize: .bits2048))
            let tokens = try await scene.exchange(try await scene.code(), try scene.proof(key)).decode(TokenView.self)
            #expect(try await scene.userInfo(tokens.access_token, by: key).status == 200)
            #expect(try await scene.userInfo(tokens.access_token, by: scene.key).status == 401)
        }
    }

    @Test func aPublicClientsTokensAreItsKeys() async throws {
        try await Self.with { scene in
            let other = try ProofKey()
            let answer = try await scene.exchange(try await scene.code(), try scene.proof())
            #expect(answer.status == 200)
            let tokens = try answer.decode(TokenView.self)
            #expect(tokens.token_type == "DPoP")
            for method in [HTTPMethod.GET, .POST] { #expect(try await scene.userInfo(tokens.access_token, by: scene.key, method: method).status == 200) }
            #expect(try await scene.userInfo(tokens.access_token, by: other).status == 401)
            #expect(try await scene.world.get("/userinfo", token: tokens.access_token).status == 401)
            // Neither does a form take it by itself.
            #expect(try await scene.world.post("/userinfo", form: [("access_token", tokens.access_token)]).status == 401)

            let refresh = try #require(tokens.refresh_token)
            for proof in [nil, try scene.proof(other)] { #expect(try await scene.refresh(refresh, proof).member("error") == "invalid_grant") }
            let next = try await scene.refresh(refresh, try scene.proof()).decode(TokenView.self)
            #expect(next.token_type == "DPoP")
            #expect(try await scene.userInfo(next.access_token, by: scene.key).status == 200)
            // Who has stolen a spent token and not the key ends nothing with it.
            scene.world.clock.advance(60)
            #expect(try await scene.refresh(refresh, try scene.proof(other)).member("error") == "invalid_grant")
            #expect(try await scene.refresh(try #require(next.refresh_token), try scene.proof()).status == 200)
        }
    }

    /// The answer was lost together with its connection, and the network is back a day later.
    @Test(arguments: [Client.Kind.public, .confidential]) func whoProvesItselfHearsALostAnswerAgainUntilItIsUsed(_ kind: Client.Kind) async throws {
        try await Self.with({ if kind == .confidential { ($0.kind, $0.secretHash) = (.confidential, Secret.hash(World.secret)) } }) { scene in
            let secret = kind == .confidential ? World.secret : nil
            func proof() throws -> String? { kind == .public ? try scene.proof() : nil }
            let first = try #require(try await scene.exchange(try await scene.code(), try proof(), secret: secret).member("refresh_token"))
            let second = try #require(try await scene.refresh(first, try proof(), secret: secret).member("refresh_token"))
            for _ in 0..<2 {
                scene.world.clock.advance(86_400)
                let again = try await scene.refresh(first, try proof(), secret: secret)
                #expect(again.status == 200 && again.member("refresh_token") == second)
            }
            // That the session was used shows where a person looks.
            #expect(try await scene.world.count("SELECT count(*) FROM sessions WHERE last_used_at = \(scene.world.clock.now)") == 1)
            // Nobody else hears it, nor ends anything by asking.
            #expect(try await scene.refresh(first, kind == .public ? try scene.proof(try ProofKey()) : nil).status == (kind == .public ? 400 : 401))
            let third = try #require(try await scene.refresh(second, try proof(), secret: secret).member("refresh_token"))
            // Its successor was used: there are two who have it.
            #expect(try await scene.refresh(first, try proof(), secret: secret).member("error") == "invalid_grant")
            #expect(try await scene.refresh(third, try proof(), secret: secret).member("error") == "invalid_grant")
            #expect(try await scene.world.audit(.refreshReused) == 1)
        }
    }

    /// As an app does that has begun without one (RFC 9449, 5).
    @Test func aKeyThatIsShownAtARefreshBindsWhatComesOfIt() async throws {
        try await Self.with { scene in
            let first = try #require(try await scene.exchange(try await scene.code(), nil).member("refresh_token"))
            let second = try #require(try await scene.refresh(first, try scene.proof()).member("refresh_token"))
            // The answer was lost, and is heard again with the key.
            scene.world.clock.advance(60)
            #expect(try await scene.refresh(first, try scene.proof()).member("refresh_token") == second)
            for proof in [nil, try scene.proof(try ProofKey())] { #expect(try await scene.refresh(second, proof).member("error") == "invalid_grant") }
            let third = try #require(try await scene.refresh(second, try scene.proof()).member("refresh_token"))
            // Who has a copy of a bound one and no key ends nothing.
            #expect(try await scene.refresh(second, nil).member("error") == "invalid_grant")
            #expect(try await scene.refresh(third, try scene.proof()).status == 200)
        }
    }

    /// Whoever has copied a token that was nobody's binds it to a key of theirs: the app that shows the same one ends that.
    @Test func aThiefWhoBindsWhatWasNotBoundIsFoundOut() async throws {
        try await Self.with { scene in
            let first = try #require(try await scene.exchange(try await scene.code(), nil).member("refresh_token"))
            let stolen = try #require(try await scene.refresh(first, try scene.proof()).member("refresh_token"))
            #expect(try await scene.refresh(first, nil).member("error") == "invalid_grant")
            #expect(try await scene.refresh(stolen, try scene.proof()).member("error") == "invalid_grant")
            #expect(try await scene.world.audit(.refreshReused) == 1)
        }
    }

    enum Wrong: String, CaseIterable, Sendable { case method, address, stale, signature, repeated, privateKey, twice }

    @Test(arguments: Wrong.allCases) func aProofThatDoesNotFitGivesNothing(_ wrong: Wrong) async throws {
        try await Self.with { scene in
            let (url, code) = (World.issuer + "/oauth/token", try await scene.code())
            let proof =
                switch wrong {
                case .method: try scene.key.proof("GET", url)
                case .address: try scene.proof(nil, "/oauth/par")
                case .stale: try scene.key.proof("POST", url) { $1.iat = Date().timeIntervalSince1970 - 90 }
                case .signature: String(try scene.proof().dropLast(4)) + "AAAA"
                case .privateKey: try scene.key.proof("POST", url) { header, _ in header.jwk?["d"] = scene.key.secret }
                case .repeated, .twice: try scene.proof()
                }
            if wrong == .repeated { #expect(try await scene.refresh("unknown", proof).member("error") == "invalid_grant") }
            let form = [("grant_type", "authorization_code"), ("code", code), ("client_id", "app"), ("code_verifier", TestApp.verifier)]
            var headers: HTTPHeaders = ["DPoP": proof]
            if wrong == .twice { headers.add(name: "DPoP", value: try scene.proof()) }
            let answer = try await scene.world.post("/oauth/token", form: form, headers: headers)
            #expect(answer.status == 400)
            #expect(answer.member("error") == "invalid_dpop_proof")
            // The code is still good: it was not looked at.
            #expect(try await scene.exchange(code, try scene.proof()).status == 200)
        }
    }

    @Test func aCodeIsForTheKeyThatWasAnnounced() async throws {
        try await Self.with { scene in
            let announced = [("dpop_jkt", scene.key.thumbprint)]
            #expect(try await scene.exchange(try await scene.code(announced), try scene.proof()).status == 200)
            for proof in [nil, try scene.proof(try ProofKey())] {
                let code = try await scene.code(announced)
                #expect(try await scene.exchange(code, proof).member("error") == "invalid_grant")
                // It has leaked.
                #expect(try await scene.exchange(code, try scene.proof()).member("error") == "invalid_grant")
            }
            let wrong = try await scene.world.get(scene.app.start([("dpop_jkt", "short")]))
            #expect(wrong.location("error") == "invalid_request")
        }
    }

    @Test func whoPushesARequestMayShowTheKeyThere() async throws {
        try await Self.with { scene in
            let form = FormEncoding.again(scene.app.query()).map { ($0.name, $0.value) }
            let proof = try scene.proof(nil, "/oauth/par")
            let pushed = try await scene.post(form, proof, path: "/oauth/par")
            let uri = try #require(pushed.member("request_uri"))
            let browser = TestBrowser(scene.world)
            let login = try await browser.get("/oauth/authorize?client_id=app&request_uri=\(FormEncoding.encode(uri))")
            let next = try await browser.submit(login, [("username", "ada"), ("password", World.password)])
            let consent = try await browser.get(try #require(next.header("Location")))
            let code = try #require(try await browser.submit(consent, [("decision", "allow")]).location("code"))
            #expect(try await scene.exchange(code, try scene.proof(try ProofKey())).member("error") == "invalid_grant")
            let both = form + [("dpop_jkt", try ProofKey().thumbprint)]
            #expect(try await scene.post(both, try scene.proof(nil, "/oauth/par"), path: "/oauth/par").member("error") == "invalid_dpop_proof")
            #expect(try await scene.post(form, try scene.proof(), path: "/oauth/par").member("error") == "invalid_dpop_proof")
        }
    }

    @Test func aConfidentialClientMayTakeAnotherKey() async throws {
        try await Self.with({
            ($0.kind, $0.secretHash, $0.grants) = (.confidential, Secret.hash(World.secret), [.authorizationCode, .refreshToken, .clientCredentials])
        }) { scene in
            let secret = World.secret
            let tokens = try await scene.exchange(try await scene.code(), try scene.proof(), secret: secret).decode(TokenView.self)
            let other = try ProofKey()
            let next = try await scene.refresh(try #require(tokens.refresh_token), try scene.proof(other), secret: secret).decode(TokenView.self)
            #expect(try await scene.userInfo(next.access_token, by: other).status == 200)
            #expect(try await scene.userInfo(next.access_token, by: scene.key).status == 401)
            let own = [("grant_type", "client_credentials"), ("scope", "appointments:read"), ("client_id", "app"), ("client_secret", secret)]
            #expect(try await scene.post(own, try scene.proof()).decode(TokenView.self).token_type == "DPoP")
            #expect(try await scene.post(own, nil).decode(TokenView.self).token_type == "Bearer")

            let known = try await scene.post([("token", next.access_token), ("client_id", "app"), ("client_secret", secret)], nil, path: "/oauth/introspect")
            let view = try known.decode(IntrospectionView.self)
            #expect(view.token_type == "DPoP" && view.cnf?.jkt == other.thumbprint)
            #expect(view.acr == "1" && view.amr == ["pwd"] && view.auth_time != nil)
            // Whoever has the token may give it back.
            #expect(try await scene.post([("token", next.access_token), ("client_id", "app"), ("client_secret", secret)], nil, path: "/oauth/revoke").status == 200)
        }
    }

    @Test func whoIsToShowAKeyGetsNothingWithoutIt() async throws {
        try await Self.with({ $0.bindsTokens = true }) { scene in
            let code = try await scene.code()
            #expect(try await scene.exchange(code, nil).member("error") == "invalid_request")
            let tokens = try await scene.exchange(code, try scene.proof()).decode(TokenView.self)
            #expect(try await scene.refresh(try #require(tokens.refresh_token), nil).member("error") == "invalid_request")
        }
    }

    /// What is bound stays so when its client is to show a key no longer, and goes on with that key alone; who logs in from then on may show none. The other way about,
    /// a session that is not bound goes on once its app shows one.
    @Test func aSessionStaysAsItWasBoundWhateverItsClientIsToldLater() async throws {
        try await Self.with({ $0.bindsTokens = true }) { scene in
            func demand(_ isDemanded: Bool) async throws {
                try await scene.world.save { ($0.kind, $0.secretHash, $0.bindsTokens) = (.public, nil, isDemanded) }
                scene.world.clock.advance(ClientDirectory.freshFor + 1)
            }
            let bound = try await scene.exchange(try await scene.code(), try scene.proof()).decode(TokenView.self)
            try await demand(false)
            let refresh = try #require(bound.refresh_token)
            for proof in [nil, try scene.proof(try ProofKey())] {
                let answer = try await scene.refresh(refresh, proof)
                #expect(answer.member("error") == "invalid_grant", "\(answer.text)")
            }
            #expect(try await scene.world.get("/userinfo", token: bound.access_token).status == 401)
            let next = try await scene.refresh(refresh, try scene.proof()).decode(TokenView.self)
            #expect(next.token_type == "DPoP")
            #expect(try await scene.userInfo(next.access_token, by: scene.key).status == 200)

            let free = try await scene.exchange(try await scene.code(), nil).decode(TokenView.self)
            #expect(free.token_type == "Bearer")
            try await demand(true)
            let kept = try #require(free.refresh_token)
            // Nothing is spent by who is told to show a key.
            #expect(try await scene.refresh(kept, nil).member("error") == "invalid_request")
            #expect(try await scene.refresh(kept, try scene.proof()).decode(TokenView.self).token_type == "DPoP")
        }
    }
}
