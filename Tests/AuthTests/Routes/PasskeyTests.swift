import CareModels
import Foundation
import HTTP
import ServiceTestKit
import Testing

@testable import AuthService

@Suite struct PasskeyTests {
    private struct Claims: Decodable {
        var acr: String
        var amr: [String]
    }

    private static func claims(_ token: String?) throws -> Claims {
        let part = try #require(token).split(separator: ".")[1]
        return try JSONDecoder().decode(Claims.self, from: Data(try #require(Base64URL.decode(String(part)))))
    }

    /// The page that asks for a passkey, by the button of the login page.
    private static func passkeyPage(_ browser: TestBrowser, _ app: TestApp = TestApp()) async throws -> Answer {
        try await browser.post("/oauth/login/passkey", TestBrowser.hidden(try await browser.get(app.start())))
    }

    private static func show(_ device: inout TestPasskey, _ page: Answer, _ browser: TestBrowser) async throws -> Answer {
        try await browser.post("/oauth/login/passkey/assertion", TestBrowser.form(page) + [("credential", try device.assertion(try TestBrowser.options(page)))])
    }

    @Test func isRegisteredAndListedAndRenamedAndRemoved() async throws {
        try await World.withPasskeys { world in
            try await world.signUp("ada", extra: ["email": "ada@example.org"], isProven: true)
            let ada = try await world.logIn("ada")
            let options = try await world.beginPasskey(ada)
            #expect(options.status == 200 && options.header("Cache-Control") == "no-store")
            #expect(options.text.contains(#""alg":-7"#) && options.text.contains(#""residentKey":"required""#) && options.text.contains(#""id":"localhost""#))
            let (device, made) = try await world.setUpPasskey(ada)
            #expect(made.recoveryCodes?.count == 10 && made.passkey.kind == .passkey && made.passkey.name == "Phone")
            #expect(try await world.mails("A passkey was added").count == 1)
            #expect(try await world.audit(.factorAdded) == 1)

            let path = "/users/\(ada.user.id)/factors"
            let listed = try await world.get(path, token: ada.accessToken).decode(FactorsView.self)
            #expect(listed.factors.map(\.id) == [made.passkey.id] && listed.recoveryCodesLeft == 10 && listed.factors[0].lastUsedAt == nil)
            let renamed = try await world.send(.PATCH, "\(path)/\(made.passkey.id)", token: ada.accessToken, body: #"{"name":" Key "}"#)
            #expect(renamed.status == 200 && renamed.member("name") == "Key" && renamed.header("ETag") == "\"2\"")
            let same = try await world.send(.PATCH, "\(path)/\(made.passkey.id)", token: ada.accessToken, body: "{}")
            #expect(same.status == 200 && same.member("name") == "Key" && same.header("ETag") == "\"2\"")
            #expect(listed.factors[0].version == 1)
            let stale: HTTPHeaders = ["If-Match": "\"1\""]
            for method in [HTTPMethod.PATCH, .DELETE] {
                let body = method == .PATCH ? #"{"name":"Late"}"# : nil
                let refused = try await world.send(method, "\(path)/\(made.passkey.id)", token: ada.accessToken, headers: stale, body: body)
                #expect(refused.status == 412 && refused.text.contains(#""currentVersion":2"#))
            }
            // Of many at once one wins.
            let here: HTTPHeaders = ["If-Match": "\"2\""]
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for name in ["One", "Two", "Three", "Four"] {
                    group.addTask {
                        let body = #"{"name":"\#(name)"}"#
                        return try await world.send(.PATCH, "\(path)/\(made.passkey.id)", token: ada.accessToken, headers: here, body: body).status
                    }
                }
                return try await group.reduce(into: [Int]()) { $0.append($1) }
            }
            #expect(statuses.sorted() == [200, 412, 412, 412])
            for body in [#"{"name":""}"#, #"{"name":null}"#, #"{"name":"\#(String(repeating: "x", count: 65))"}"#] {
                let refused = try await world.send(.PATCH, "\(path)/\(made.passkey.id)", token: ada.accessToken, body: body)
                #expect(try refused.status == 400 && refused.problem.fieldNames == ["name"])
            }
            #expect(try await world.send(.PATCH, "\(path)/\(UUID())", token: ada.accessToken, body: #"{"name":"x"}"#).status == 404)
            // The browser is told of it, and the password alone lets nobody in.
            #expect(try await world.beginPasskey(ada).text.contains(Base64URL.encode(device.id)))
            #expect(try await world.tryLogIn("ada", code: nil).member("type")?.hasSuffix("/second-factor-required") == true)
            #expect(try await world.tryLogIn("ada", code: "123456").status == 401)
            #expect(try await world.tryLogIn("ada", code: try #require(made.recoveryCodes?[0])).status == 200)

            #expect(try await world.send(.DELETE, "\(path)/\(made.passkey.id)", token: ada.accessToken).status == 204)
            #expect(try await world.send(.DELETE, "\(path)/\(made.passkey.id)", token: ada.accessToken).status == 404)
            #expect(try await world.tryLogIn("ada", code: nil).status == 200)
            #expect(try await world.count("SELECT count(*) FROM recovery_codes") == 0)
        }
    }

    @Test func isForWhoHasJustSignedInAndNobodyElse() async throws {
        try await World.withPasskeys { world in
            try await world.signUp("ada")
            try await world.signUp("eve")
            let (ada, eve) = (try await world.logIn("ada"), try await world.logIn("eve"))
            #expect(try await world.post("/users/\(ada.user.id)/factors/passkeys", json: [:], token: eve.accessToken).status == 404)
            var device = TestPasskey()
            let credential = try device.registration(try await world.beginPasskey(ada).text)
            // Neither another person nor another session ends what was begun, and it is used up by the try.
            #expect(try await world.registerPasskey(credential, eve).problem.fieldNames == ["credential"])
            #expect(try await world.registerPasskey(credential, ada).problem.fieldNames == ["credential"])
            let again = try await world.logIn("ada")
            let elsewhere = try device.registration(try await world.beginPasskey(ada).text)
            #expect(try await world.registerPasskey(elsewhere, again).problem.fieldNames == ["credential"])
            // Nor after five minutes.
            let late = try device.registration(try await world.beginPasskey(ada).text)
            world.clock.advance(Passkey.lifetime)
            #expect(try await world.registerPasskey(late, ada).problem.fieldNames == ["credential"])
            let stale = try await world.logIn("ada")
            world.clock.advance(StepUp.longest + 1)
            let refused = try await world.beginPasskey(stale)
            #expect(refused.status == 401 && refused.header("WWW-Authenticate")?.contains("insufficient_user_authentication") == true)
            #expect(try await world.count("SELECT count(*) FROM passkeys") == 0)
            let purge = PurgeExpired(settings: world.dependencies.settings, now: { world.clock.now + 1 })
            _ = try await world.pool.transaction { tx in try await purge(tx) }
            #expect(try await world.count("SELECT count(*) FROM passkey_challenges") == 0)
        }
    }

    @Test func aCredentialIsOnePersonsAndTwentyAreEnough() async throws {
        try await World.withPasskeys { world in
            try await world.signUp("ada")
            try await world.signUp("eve")
            let (ada, eve) = (try await world.logIn("ada"), try await world.logIn("eve"))
            var (device, _) = try await world.setUpPasskey(ada)
            let taken = try await world.registerPasskey(try device.registration(try await world.beginPasskey(eve).text), eve)
            #expect(taken.status == 409 && taken.member("type")?.hasSuffix("/factor-exists") == true)
            for _ in 1..<Passkey.most { #expect(try await world.setUpPasskey(ada).made.recoveryCodes == nil) }
            let full = try await world.beginPasskey(ada)
            #expect(full.status == 409 && full.member("type")?.hasSuffix("/quota-exceeded") == true)
            #expect(try await world.count("SELECT count(*) FROM passkeys") == Passkey.most)
        }
    }

    @Test func theSameRegistrationAtOnceCountsOnce() async throws {
        try await World.withPasskeys { world in
            try await world.signUp("ada")
            let ada = try await world.logIn("ada")
            var device = TestPasskey()
            let credential = try device.registration(try await world.beginPasskey(ada).text)
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<8 { group.addTask { try await world.registerPasskey(credential, ada).status } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.filter { $0 == 201 }.count == 1 && statuses.filter { $0 == 400 }.count == 7)
        }
    }

    @Test func signsInWithoutNameAndPassword() async throws {
        try await World.withPasskeys { world in
            try await world.saveApp()
            try await world.signUp("ada")
            let ada = try await world.logIn("ada")
            var (device, _) = try await world.setUpPasskey(ada)
            let browser = TestBrowser(world)
            let page = try await Self.passkeyPage(browser)
            #expect(page.status == 200 && page.text.contains("data-ceremony=\"get\""))
            #expect(page.header("Content-Security-Policy")?.contains("script-src 'sha256-") == true)
            let answer = try await Self.show(&device, page, browser)
            #expect(answer.status == 303)
            var next = try await browser.get(try #require(answer.header("Location")))
            if next.status == 200 { next = try await browser.submit(next, [("decision", "allow")]) }
            let tokens = try await TestApp().exchange(try #require(next.location("code")), on: world)
            for name in ["id_token", "access_token"] {
                let claims = try Self.claims(tokens.member(name))
                #expect(claims.acr == "2" && claims.amr == ["hwk", "user", "mfa"])
            }
            let listed = try await world.get("/users/\(ada.user.id)/factors", token: ada.accessToken).decode(FactorsView.self)
            #expect(listed.factors[0].lastUsedAt != nil)
            #expect(try await world.audit(.loggedIn) == 2)
        }
    }

    @Test func signsInAfterThePassword() async throws {
        try await World.withPasskeys { world in
            try await world.saveApp()
            try await world.signUp("ada")
            try await world.signUp("eve")
            var (device, _) = try await world.setUpPasskey(try await world.logIn("ada"))
            var (others, _) = try await world.setUpPasskey(try await world.logIn("eve"))
            let browser = TestBrowser(world)
            let typed = try await browser.submit(try await browser.get(TestApp().start()), [("username", "ada"), ("password", World.password)])
            #expect(typed.text.contains("formaction=\"/oauth/login/passkey\""))
            func begin() async throws -> Answer { try await browser.post("/oauth/login/passkey", TestBrowser.hidden(typed)) }
            let page = try await begin()
            #expect(try TestBrowser.options(page).contains(Base64URL.encode(device.id)))
            // Whose password was typed, and nobody else.
            #expect(try await Self.show(&others, page, browser).status == 422)
            #expect(try await Self.show(&device, try await begin(), browser).status == 303)
            #expect(try await browser.post("/oauth/login/passkey", TestBrowser.hidden(typed).filter { $0.0 != "login" } + [("login", "made-up")]).status != 200)
        }
    }

    @Test func theSameAssertionAtOnceLetsInOnce() async throws {
        try await World.withPasskeys { world in
            try await world.saveApp()
            try await world.signUp("ada")
            var (device, _) = try await world.setUpPasskey(try await world.logIn("ada"))
            let browser = TestBrowser(world)
            let page = try await Self.passkeyPage(browser)
            let form = TestBrowser.form(page) + [("credential", try device.assertion(try TestBrowser.options(page)))]
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<8 { group.addTask { try await browser.post("/oauth/login/passkey/assertion", form).status } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.filter { $0 == 303 }.count == 1)
            #expect(try await world.count("SELECT count(*) FROM browser_sessions") == 1)
        }
    }

    @Test func aCounterThatGoesBackIsRefused() async throws {
        try await World.withPasskeys { world in
            try await world.saveApp()
            try await world.signUp("ada")
            var (device, _) = try await world.setUpPasskey(try await world.logIn("ada"))
            device.signCount = 9
            var copy = device
            let browser = TestBrowser(world)
            #expect(try await Self.show(&device, try await Self.passkeyPage(TestBrowser(world)), browser).status == 403)
            let mine = TestBrowser(world)
            #expect(try await Self.show(&device, try await Self.passkeyPage(mine), mine).status == 303)
            // The copy falls behind.
            let refused = try await Self.show(&copy, try await Self.passkeyPage(browser), browser)
            #expect(refused.status == 422 && browser.cookies["care_session"] == nil)
            #expect(try await world.count("SELECT count(*) FROM audit_log WHERE reason = 'copied-passkey'") == 1)
            #expect(try await world.count("SELECT sign_count FROM passkeys") == 11)
        }
    }

    @Test func whatIsNotSignedByItLetsNobodyIn() async throws {
        try await World.withPasskeys { world in
            try await world.saveApp()
            let user = try await world.signUp("ada").id
            let (device, _) = try await world.setUpPasskey(try await world.logIn("ada"))
            let browser = TestBrowser(world)
            func refused(_ change: (inout TestPasskey) -> Void, _ comment: Comment) async throws {
                var other = device
                change(&other)
                let answer = try await Self.show(&other, try await Self.passkeyPage(browser), browser)
                #expect(answer.status == 422 && answer.text.contains("role=\"alert\""), comment)
            }
            try await refused({ $0.id[0] ^= 1 }, "a credential that nobody has")
            try await refused({ $0.origin = "https://evil.example" }, "another page")
            try await refused({ $0.flags = 0x01 }, "nobody was asked who holds it")
            try await refused({ $0.flags = 0x0D }, "it could not be copied before")
            try await refused({ $0.userHandle = [] }, "of nobody")
            try await refused({ $0.userHandle[0] ^= 1 }, "somebody else's")
            try await refused(
                { other in
                    var stranger = TestPasskey()
                    (stranger.id, stranger.userHandle) = (other.id, other.userHandle)
                    other = stranger
                }, "another key")
            #expect(browser.cookies["care_session"] == nil)
            for credential in ["", "{}", "[]", "null", String(repeating: "[", count: 9000)] {
                let page = try await Self.passkeyPage(browser)
                #expect(try await browser.post("/oauth/login/passkey/assertion", TestBrowser.form(page) + [("credential", credential)]).status == 422)
            }
            // A challenge is the browser's that it was given to.
            var mine = device
            let page = try await Self.passkeyPage(browser)
            let other = TestBrowser(world)
            let form = TestBrowser.form(try await Self.passkeyPage(other)) + [("credential", try mine.assertion(try TestBrowser.options(page)))]
            #expect(try await other.post("/oauth/login/passkey/assertion", form).status == 422)
            // Nobody gets in while they are suspended.
            try await world.pool.transaction { tx in try await SuspendPerson(now: { world.clock.now })(user, for: .security, from: .platform, tx) }
            #expect(try await Self.show(&mine, try await Self.passkeyPage(browser), browser).status == 403)
            #expect(try await world.count("SELECT count(*) FROM browser_sessions") == 0)
        }
    }

    /// Whoever had taken the account over may have made one.
    @Test func noneLetsInBeforeAPasswordThatAnOperatorSetIsChanged() async throws {
        try await World.withPasskeys { world in
            try await world.saveApp()
            try await world.signUp("ada")
            var (device, _) = try await world.setUpPasskey(try await world.logIn("ada"))
            let settings = world.dependencies.settings
            _ = try await SetPasswordCommand.set(
                "purple kettle hums", of: "ada", cost: settings.passwordCost, masters: settings.masterKeys, issuer: settings.issuer, pool: world.pool,
                now: world.clock.now)
            let browser = TestBrowser(world)
            let refused = try await Self.show(&device, try await Self.passkeyPage(browser), browser)
            #expect(refused.status == 403 && refused.text.contains("An operator set your password. Log in with it"))
            #expect(browser.cookies["care_session"] == nil)
            #expect(try await world.count("SELECT count(*) FROM browser_sessions") == 0)
            #expect(try await world.count("SELECT count(*) FROM audit_log WHERE reason = 'password-to-be-changed'") == 1)
            // Its person changes it, and goes on.
            let page = try await browser.submit(try await browser.get(TestApp().start()), [("username", "ada"), ("password", "purple kettle hums")])
            #expect(try await browser.submit(page, [("password", "my own four words")]).status == 303)
            let another = TestBrowser(world)
            #expect(try await Self.show(&device, try await Self.passkeyPage(another), another).status == 303)
        }
    }

    @Test func whereBrowsersMakeNoneNoneIsOffered() async throws {
        try await World.run { world in
            try await world.saveApp()
            try await world.signUp("ada")
            let ada = try await world.logIn("ada")
            #expect(try await world.beginPasskey(ada).status == 404)
            let browser = TestBrowser(world)
            let login = try await browser.get(TestApp().start())
            #expect(!login.text.contains("passkey"))
            #expect(try await browser.post("/oauth/login/passkey", TestBrowser.hidden(login)).status == 404)
        }
    }
}
