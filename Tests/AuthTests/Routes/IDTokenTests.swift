import CareModels
import Foundation
import HTTP
import JSON
import Sealing
import ServiceTestKit
import Testing
import _CryptoExtras

@testable import AuthService

@Suite struct IDTokenTests {
    struct Claims: Decodable {
        var sub: String
        var acr: String
        var amr: [String]
        var auth_time: Int
        var name: String?
        var email: String?
        var locale: String?
    }

    private struct Header: Decodable {
        var alg: String
        var kid: String
    }

    private struct Keys: Decodable {
        struct Key: Decodable {
            var kid: String
            var kty: String
            var alg: String
            var n: String?
            var e: String?
            var d: String?
        }
        var keys: [Key]
    }

    /// The first such token makes the key, where no job has yet.
    @Test func anAppMayHaveItsIDTokensSignedWithRS256() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            try await world.save {
                ($0.idTokenAlgorithm, $0.kind, $0.secretHash) = (.rs256, .public, nil)
            }
            let code = try await TestApp().code(TestBrowser(world), username: "ada")
            let tokens = try await TestApp().exchange(code, on: world).decode(TokenView.self)
            let parts = try #require(tokens.id_token).split(separator: ".").map(String.init)
            let header = try CareJSON.decode(Header.self, from: try #require(Base64URL.decode(parts[0])))
            #expect(header.alg == "RS256")
            let keys = try await world.get("/oauth/jwks").decode(Keys.self).keys
            let published = try #require(keys.first { $0.kid == header.kid })
            #expect(published.kty == "RSA" && published.alg == "RS256" && published.e == "AQAB" && published.d == nil)
            let modulus = try #require(published.n)
            #expect(Base64URL.decode(modulus)?.count == 256)
            let row = try await world.pool.withConnection { try await $0.first("SELECT public_key FROM rsa_signing_keys") }
            let kept: [UInt8] = try #require(try row?["public_key"])
            let key = try _RSA.Signing.PublicKey(derRepresentation: kept)
            let signature = _RSA.Signing.RSASignature(rawRepresentation: try #require(Base64URL.decode(parts[2])))
            #expect(key.isValidSignature(signature, for: Data("\(parts[0]).\(parts[1])".utf8), padding: .insecurePKCS1v1_5))
            // What the services read is signed as ever.
            let access = try CareJSON.decode(Header.self, from: try #require(Base64URL.decode(tokens.access_token.split(separator: ".")[0])))
            #expect(access.alg == "ES256")
            #expect(try await world.get("/userinfo", token: tokens.access_token).status == 200)
        }
    }

    /// Rotated, replaced and sealed as the others are, each algorithm by itself.
    @Test func theKeysOfBothAlgorithmsRotate() async throws {
        try await World.run {
            $0.keys = KeyRotation.Schedule(lifetime: 86_400, lead: 3600, overlap: 7200)
        } _: { world in
            let (settings, now) = (world.dependencies.settings, world.dependencies.now)
            let rotate = RotateSigningKeys(schedule: settings.keys, masters: settings.masterKeys, now: now)
            func kids() async throws -> [[String]] {
                let records = try await world.pool.withConnection { try await $0.signingKeys() }
                return SigningAlgorithm.allCases.map { algorithm in records.filter { $0.algorithm == algorithm }.map(\.kid) }
            }
            func rotated() async throws -> [[String]] {
                _ = try await world.pool.transaction { tx in try await rotate(tx) }
                return try await kids()
            }
            let first = try await rotated()
            #expect(first.map(\.count) == [1, 1])
            #expect(try await rotated() == first)
            let makeNext = MakeNextSigningKeys(schedule: settings.keys, masters: settings.masterKeys, now: now)
            #expect(try await world.pool.transaction { tx in try await makeNext(tx).map(\.algorithm) } == SigningAlgorithm.allCases)
            #expect(try await world.pool.transaction { tx in try await makeNext(tx).count } == 0)
            world.clock.advance(3600 + 7200)
            let second = try await rotated()
            #expect(second.map(\.count) == [1, 1])
            #expect(second.flatMap { $0 }.allSatisfy { !first.flatMap { $0 }.contains($0) })

            let masters = MasterKeys(current: [UInt8](repeating: 9, count: 32), earlier: [World.masterKey])
            try await world.pool.transaction { tx in try await ResealSigningKeys(masters: masters)(tx) }
            #expect(try await world.count("SELECT count(*) FROM rsa_signing_keys WHERE master_key_id = \(masters.current.id)") == 1)

            let replace = ReplaceSigningKeys(masters: settings.masterKeys, now: now)
            let (made, withdrawn) = try await world.pool.transaction { tx in try await replace(tx) }
            #expect(made.map(\.algorithm) == SigningAlgorithm.allCases)
            #expect(Set(withdrawn.map(\.kid)) == Set(second.flatMap { $0 }))
            #expect(try await kids() == made.map { [$0.kid] })
        }
    }

    @Test func itSaysHowThePersonHasLoggedIn() async throws {
        try await World.run { world in
            let user = try await world.signUp("ada")
            try await world.saveApp()
            let code = try await TestApp().code(TestBrowser(world), username: "ada", extra: [("acr_values", "2 1")])
            let tokens = try await TestApp().exchange(code, on: world).decode(TokenView.self)
            let claims = try AuthorizeTests.claims(try #require(tokens.id_token), Claims.self)
            #expect(claims.sub == user.id.description)
            #expect(claims.acr == "1")
            #expect(claims.amr == ["pwd"])
            #expect(claims.name == nil)
        }
    }

    @Test func claimsAreGivenWhereTheyWereAskedFor() async throws {
        try await World.run { world in
            try await world.signUp("ada", extra: ["email": "ada@example.org", "fullName": "Ada Lovelace"])
            try await world.saveApp()
            let app = TestApp(scope: "openid")
            let wish = [("claims", #"{"userinfo": {"name": {"essential": true}, "birthdate": null}, "id_token": {"email": null}}"#)]
            let browser = TestBrowser(world)
            let login = try await browser.get(app.start(wish))
            let next = try await browser.submit(login, [("username", "ada"), ("password", World.password)])
            let consent = try await browser.get(try #require(next.header("Location")))
            for scope in ["profile", "email"] { #expect(consent.text.contains("<span class=\"scope-name\">\(scope)</span>")) }
            let back = try await browser.submit(consent, [("decision", "allow")])
            let tokens = try await app.exchange(try #require(back.location("code")), on: world).decode(TokenView.self)
            #expect(tokens.scope == "openid")
            let claims = try AuthorizeTests.claims(try #require(tokens.id_token), Claims.self)
            #expect(claims.email == "ada@example.org")
            #expect(claims.name == nil)
            let info = try await world.get("/userinfo", token: tokens.access_token)
            #expect(info.member("name") == "Ada Lovelace")
            #expect(info.member("email") == nil)
            #expect(info.member("preferred_username") == nil)
            // Agreed to once.
            #expect(try await browser.get(app.start(wish)).location("code") != nil)
            #expect(try await browser.get(app.start([("claims", "name")])).location("error") == "invalid_request")
        }
    }

    @Test func theLocaleIsTheBestOfTheirLanguages() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            let ada = try await world.logIn("ada")
            func locale() async throws -> String? { try await world.get("/userinfo", token: ada.accessToken).member("locale") }
            // Nobody is taken to read the language of a page.
            #expect(try await locale() == nil)
            let changed = try await world.send(
                .PATCH, "/users/\(ada.user.id)", token: ada.accessToken, headers: ["Content-Type": "application/merge-patch+json"],
                body: #"{"languages": ["fr-ca", "en"]}"#)
            #expect(changed.status == 200)
            #expect(try await locale() == "fr-CA")
            let metadata = try await world.get("/.well-known/openid-configuration")
            #expect(metadata.text.contains(#""locale""#))

            try await world.saveApp()
            let app = TestApp(scope: "openid")
            let wish = [("claims", #"{"id_token": {"locale": null}}"#)]
            let tokens = try await app.exchange(app.code(TestBrowser(world), username: "ada", extra: wish), on: world).decode(TokenView.self)
            #expect(try AuthorizeTests.claims(try #require(tokens.id_token), Claims.self).locale == "fr-CA")
            // Where it was not asked for, and without the scope, it is nobody's to know.
            #expect(try await world.get("/userinfo", token: tokens.access_token).member("locale") == nil)
        }
    }

    @Test func userinfoTakesTheTokenInItsForm() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            let token = try await world.logIn("ada").accessToken
            #expect(try await world.post("/userinfo", form: [("access_token", token)]).member("preferred_username") == "ada")
            #expect(try await world.post("/userinfo", form: [], headers: ["Authorization": "Bearer \(token)"]).status == 200)
            let both = try await world.post("/userinfo", form: [("access_token", token)], headers: ["Authorization": "Bearer \(token)"])
            #expect(both.status == 400)
            #expect(try both.problem.fieldNames == ["access_token"])
            #expect(try await world.post("/userinfo", form: []).status == 401)
            #expect(try await world.post("/userinfo", form: [("access_token", "x.y.z")]).status == 401)
            // Nobody's token belongs in an address.
            #expect(try await world.get("/userinfo?access_token=\(token)").status == 401)
            _ = try await world.post("/auth/logout", json: [:], token: token)
            #expect(try await world.post("/userinfo", form: [("access_token", token)]).status == 401)
            try await world.saveApp(kind: .confidential)
            let narrow = TestApp(scope: "appointments:read")
            let code = try await narrow.code(TestBrowser(world), username: "ada")
            let other = try await narrow.exchange(code, on: world, changes: ["client_secret": World.secret]).decode(TokenView.self)
            #expect(try await world.post("/userinfo", form: [("access_token", other.access_token)]).status == 403)
        }
    }

    // MARK: Without PKCE

    @Test func aConfidentialClientMayBeLetGoWithoutPKCE() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            let (app, browser) = (TestApp(), TestBrowser(world))
            let without = [("code_challenge", ""), ("code_challenge_method", "")]
            let secret = ["client_secret": World.secret]
            try await world.saveApp(kind: .confidential)
            #expect(try await browser.get(app.start(without)).location("error") == "invalid_request")

            try await world.save { $0.requiresPKCE = false }
            // Clients are remembered for half a minute.
            world.clock.advance(31)
            let code = try await app.code(browser, username: "ada", extra: without)
            #expect(try await app.exchange(code, on: world, verifier: "", changes: secret).status == 200)
            // A verifier without a challenge: somebody has taken that out of the request.
            let stripped = try #require(try await browser.get(app.start(without)).location("code"))
            #expect(try await app.exchange(stripped, on: world, changes: secret).member("error") == "invalid_grant")
            #expect(try await app.exchange(stripped, on: world, verifier: "", changes: secret).member("error") == "invalid_grant")
            // Who sends a challenge is held to it.
            let bound = try #require(try await browser.get(app.start()).location("code"))
            #expect(try await app.exchange(bound, on: world, verifier: "", changes: secret).member("error") == "invalid_grant")
            // Without a secret there is no way either.
            let third = try #require(try await browser.get(app.start(without)).location("code"))
            #expect(try await app.exchange(third, on: world, verifier: "").member("error") == "invalid_client")
        }
    }
}
