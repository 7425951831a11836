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
        try await AuthServer.withPasskeys { server in
            try await server.signUp("ada", extra: ["email": "ada@example.org"])
            let ada = try await server.logIn("ada")
            let options = try await server.beginPasskey(ada)
            #expect(options.status == .ok && options.header("Cache-Control") == "no-store")
            #expect(options.text.contains(#""alg":-7"#) && options.text.contains(#""residentKey":"required""#) && options.text.contains(#""id":"localhost""#))
            let (device, made) = try await server.setUpPasskey(ada)
            #expect(made.recoveryCodes?.count == 10 && made.passkey.kind == .passkey && made.passkey.name == "Phone")
            #expect(try await server.mails("A passkey was added").count == 1)
            #expect(try await server.audit(.factorAdded) == 1)

            let path = "/users/\(ada.user.id)/factors"
            let listed = try await server.get(path, token: ada.accessToken).decode(FactorsView.self)
            #expect(listed.factors.map(\.id) == [made.passkey.id] && listed.recoveryCodesLeft == 10 && listed.factors[0].lastUsedAt == nil)
            let json: HTTPHeaders = ["Content-Type": "application/json"]
            let renamed = try await server.send(.PATCH, "\(path)/\(made.passkey.id)", token: ada.accessToken, headers: json, body: Array(#"{"name":" Key "}"#.utf8))
            #expect(renamed.status == .ok && renamed.member("name") == "Key" && renamed.header("ETag") == "\"2\"")
            #expect(listed.factors[0].version == 1)
            let stale: HTTPHeaders = ["Content-Type": "application/json", "If-Match": "\"1\""]
            for method in [HTTPMethod.PATCH, .DELETE] {
                let body = method == .PATCH ? Array(#"{"name":"Late"}"#.utf8) : []
                let refused = try await server.send(method, "\(path)/\(made.passkey.id)", token: ada.accessToken, headers: stale, body: body)
                #expect(refused.status == .preconditionFailed && refused.text.contains(#""currentVersion":2"#))
            }
            // Of many at once one wins.
            let here: HTTPHeaders = ["Content-Type": "application/json", "If-Match": "\"2\""]
            let statuses = try await withThrowingTaskGroup(of: UInt.self) { group in
                for name in ["One", "Two", "Three", "Four"] {
                    group.addTask {
                        let body = Array(#"{"name":"\#(name)"}"#.utf8)
                        return try await server.send(.PATCH, "\(path)/\(made.passkey.id)", token: ada.accessToken, headers: here, body: body).status.code
                    }
                }
                return try await group.reduce(into: [UInt]()) { $0.append($1) }
            }
            #expect(statuses.sorted() == [200, 412, 412, 412])
            for body in [#"{}"#, #"{"name":""}"#, #"{"name":null}"#, #"{"name":"\#(String(repeating: "x", count: 65))"}"#] {
                let refused = try await server.send(.PATCH, "\(path)/\(made.passkey.id)", token: ada.accessToken, headers: json, body: Array(body.utf8))
                #expect(refused.status == .badRequest && refused.fields == ["name"])
            }
            #expect(try await server.send(.PATCH, "\(path)/\(UUID())", token: ada.accessToken, headers: json, body: Array(#"{"name":"x"}"#.utf8)).status == .notFound)
            // The browser is told of it, and the password alone lets nobody in.
            #expect(try await server.beginPasskey(ada).text.contains(Base64URL.encode(device.id)))
            #expect(try await server.tryLogIn("ada", code: nil).member("type")?.hasSuffix("/second-factor-required") == true)
            #expect(try await server.tryLogIn("ada", code: "123456").status == .unauthorized)
            #expect(try await server.tryLogIn("ada", code: try #require(made.recoveryCodes?[0])).status == .ok)

            #expect(try await server.send(.DELETE, "\(path)/\(made.passkey.id)", token: ada.accessToken).status == .noContent)
            #expect(try await server.send(.DELETE, "\(path)/\(made.passkey.id)", token: ada.accessToken).status == .notFound)
            #expect(try await server.tryLogIn("ada", code: nil).status == .ok)
            #expect(try await server.count("SELECT count(*) FROM recovery_codes") == 0)
        }
    }

    @Test func isForWhoHasJustSignedInAndNobodyElse() async throws {
        try await AuthServer.withPasskeys { server in
            try await server.signUp("ada")
            try await server.signUp("eve")
            let (ada, eve) = (try await server.logIn("ada"), try await server.logIn("eve"))
            #expect(try await server.post("/users/\(ada.user.id)/factors/passkeys", json: [:], token: eve.accessToken).status == .notFound)
            var device = TestPasskey()
            let credential = try device.registration(try await server.beginPasskey(ada).text)
            // Neither another person nor another session ends what was begun, and it is used up by the try.
            #expect(try await server.registerPasskey(credential, eve).fields == ["credential"])
            #expect(try await server.registerPasskey(credential, ada).fields == ["credential"])
            let again = try await server.logIn("ada")
            let elsewhere = try device.registration(try await server.beginPasskey(ada).text)
            #expect(try await server.registerPasskey(elsewhere, again).fields == ["credential"])
            // Nor after five minutes.
            let late = try device.registration(try await server.beginPasskey(ada).text)
            server.clock.advance(Passkey.lifetime)
            #expect(try await server.registerPasskey(late, ada).fields == ["credential"])
            let stale = try await server.logIn("ada")
            server.clock.advance(StepUp.longest + 1)
            let refused = try await server.beginPasskey(stale)
            #expect(refused.status == .unauthorized && refused.header("WWW-Authenticate")?.contains("insufficient_user_authentication") == true)
            #expect(try await server.count("SELECT count(*) FROM passkeys") == 0)
            let purge = PurgeExpired(settings: server.dependencies.settings, now: { server.clock.now + 1 })
            _ = try await server.pool.transaction { tx in try await purge(tx) }
            #expect(try await server.count("SELECT count(*) FROM passkey_challenges") == 0)
        }
    }

    @Test func aCredentialIsOnePersonsAndTwentyAreEnough() async throws {
        try await AuthServer.withPasskeys { server in
            try await server.signUp("ada")
            try await server.signUp("eve")
            let (ada, eve) = (try await server.logIn("ada"), try await server.logIn("eve"))
            var (device, _) = try await server.setUpPasskey(ada)
            let taken = try await server.registerPasskey(try device.registration(try await server.beginPasskey(eve).text), eve)
            #expect(taken.status == .conflict && taken.member("type")?.hasSuffix("/factor-exists") == true)
            for _ in 1..<Passkey.most { #expect(try await server.setUpPasskey(ada).made.recoveryCodes == nil) }
            let full = try await server.beginPasskey(ada)
            #expect(full.status == .conflict && full.member("type")?.hasSuffix("/quota-exceeded") == true)
            #expect(try await server.count("SELECT count(*) FROM passkeys") == Passkey.most)
        }
    }

    @Test func theSameRegistrationAtOnceCountsOnce() async throws {
        try await AuthServer.withPasskeys { server in
            try await server.signUp("ada")
            let ada = try await server.logIn("ada")
            var device = TestPasskey()
            let credential = try device.registration(try await server.beginPasskey(ada).text)
            let statuses = try await withThrowingTaskGroup(of: HTTPResponseStatus.self) { group in
                for _ in 0..<8 { group.addTask { try await server.registerPasskey(credential, ada).status } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.filter { $0 == .created }.count == 1 && statuses.filter { $0 == .badRequest }.count == 7)
        }
    }

    @Test func signsInWithoutNameAndPassword() async throws {
        try await AuthServer.withPasskeys { server in
            try await server.saveApp()
            try await server.signUp("ada")
            let ada = try await server.logIn("ada")
            var (device, _) = try await server.setUpPasskey(ada)
            let browser = TestBrowser(server)
            let page = try await Self.passkeyPage(browser)
            #expect(page.status == .ok && page.text.contains("data-ceremony=\"get\""))
            #expect(page.header("Content-Security-Policy")?.contains("script-src 'sha256-") == true)
            let answer = try await Self.show(&device, page, browser)
            #expect(answer.status == .seeOther)
            var next = try await browser.get(try #require(answer.header("Location")))
            if next.status == .ok { next = try await browser.submit(next, [("decision", "allow")]) }
            let tokens = try await TestApp().exchange(try #require(next.location("code")), on: server)
            for name in ["id_token", "access_token"] {
                let claims = try Self.claims(tokens.member(name))
                #expect(claims.acr == "2" && claims.amr == ["hwk", "user", "mfa"])
            }
            let listed = try await server.get("/users/\(ada.user.id)/factors", token: ada.accessToken).decode(FactorsView.self)
            #expect(listed.factors[0].lastUsedAt != nil)
            #expect(try await server.audit(.loggedIn) == 2)
        }
    }

    @Test func signsInAfterThePassword() async throws {
        try await AuthServer.withPasskeys { server in
            try await server.saveApp()
            try await server.signUp("ada")
            try await server.signUp("eve")
            var (device, _) = try await server.setUpPasskey(try await server.logIn("ada"))
            var (others, _) = try await server.setUpPasskey(try await server.logIn("eve"))
            let browser = TestBrowser(server)
            let typed = try await browser.submit(try await browser.get(TestApp().start()), [("username", "ada"), ("password", AuthServer.password)])
            #expect(typed.text.contains("formaction=\"/oauth/login/passkey\""))
            func begin() async throws -> Answer { try await browser.post("/oauth/login/passkey", TestBrowser.hidden(typed)) }
            let page = try await begin()
            #expect(try TestBrowser.options(page).contains(Base64URL.encode(device.id)))
            // Whose password was typed, and nobody else.
            #expect(try await Self.show(&others, page, browser).status == .unprocessableEntity)
            #expect(try await Self.show(&device, try await begin(), browser).status == .seeOther)
            #expect(try await browser.post("/oauth/login/passkey", TestBrowser.hidden(typed).filter { $0.0 != "login" } + [("login", "made-up")]).status != .ok)
        }
    }

    @Test func theSameAssertionAtOnceLetsInOnce() async throws {
        try await AuthServer.withPasskeys { server in
            try await server.saveApp()
            try await server.signUp("ada")
            var (device, _) = try await server.setUpPasskey(try await server.logIn("ada"))
            let browser = TestBrowser(server)
            let page = try await Self.passkeyPage(browser)
            let form = TestBrowser.form(page) + [("credential", try device.assertion(try TestBrowser.options(page)))]
            let statuses = try await withThrowingTaskGroup(of: HTTPResponseStatus.self) { group in
                for _ in 0..<8 { group.addTask { try await browser.post("/oauth/login/passkey/assertion", form).status } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.filter { $0 == .seeOther }.count == 1)
            #expect(try await server.count("SELECT count(*) FROM browser_sessions") == 1)
        }
    }

    @Test func aCounterThatGoesBackIsRefused() async throws {
        try await AuthServer.withPasskeys { server in
            try await server.saveApp()
            try await server.signUp("ada")
            var (device, _) = try await server.setUpPasskey(try await server.logIn("ada"))
            device.signCount = 9
            var copy = device
            let browser = TestBrowser(server)
            #expect(try await Self.show(&device, try await Self.passkeyPage(TestBrowser(server)), browser).status == .forbidden)
            let mine = TestBrowser(server)
            #expect(try await Self.show(&device, try await Self.passkeyPage(mine), mine).status == .seeOther)
            // The copy falls behind.
            let refused = try await Self.show(&copy, try await Self.passkeyPage(browser), browser)
            #expect(refused.status == .unprocessableEntity && browser.cookies["care_session"] == nil)
            #expect(try await server.count("SELECT count(*) FROM audit_log WHERE reason = 'copied-passkey'") == 1)
            #expect(try await server.count("SELECT sign_count FROM passkeys") == 11)
        }
    }

    @Test func whatIsNotSignedByItLetsNobodyIn() async throws {
        try await AuthServer.withPasskeys { server in
            try await server.saveApp()
            let user = try await server.signUp("ada").id
            let (device, _) = try await server.setUpPasskey(try await server.logIn("ada"))
            let browser = TestBrowser(server)
            func refused(_ change: (inout TestPasskey) -> Void, _ comment: Comment) async throws {
                var other = device
                change(&other)
                let answer = try await Self.show(&other, try await Self.passkeyPage(browser), browser)
                #expect(answer.status == .unprocessableEntity && answer.text.contains("role=\"alert\""), comment)
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
                #expect(try await browser.post("/oauth/login/passkey/assertion", TestBrowser.form(page) + [("credential", credential)]).status == .unprocessableEntity)
            }
            // A challenge is the browser's that it was given to.
            var mine = device
            let page = try await Self.passkeyPage(browser)
            let other = TestBrowser(server)
            let form = TestBrowser.form(try await Self.passkeyPage(other)) + [("credential", try mine.assertion(try TestBrowser.options(page)))]
            #expect(try await other.post("/oauth/login/passkey/assertion", form).status == .unprocessableEntity)
            // Nobody gets in while they are suspended.
            try await server.pool.transaction { tx in try await SuspendPerson(now: { server.clock.now })(user, for: .security, from: .platform, tx) }
            #expect(try await Self.show(&mine, try await Self.passkeyPage(browser), browser).status == .forbidden)
            #expect(try await server.count("SELECT count(*) FROM browser_sessions") == 0)
        }
    }

    @Test func whereBrowsersMakeNoneNoneIsOffered() async throws {
        try await AuthServer.with { server in
            try await server.saveApp()
            try await server.signUp("ada")
            let ada = try await server.logIn("ada")
            #expect(try await server.beginPasskey(ada).status == .notFound)
            let browser = TestBrowser(server)
            let login = try await browser.get(TestApp().start())
            #expect(!login.text.contains("passkey"))
            #expect(try await browser.post("/oauth/login/passkey", TestBrowser.hidden(login)).status == .notFound)
        }
    }
}
