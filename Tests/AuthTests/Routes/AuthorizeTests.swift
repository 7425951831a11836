import CareModels
import CareService
import Foundation
import ServiceTestKit
import Telemetry
import TestKit
import Testing

@testable import AuthService

@Suite struct AuthorizeTests {
    struct IDToken: Decodable {
        var iss: String
        var aud: String
        var sub: String
        var nonce: String?
        var auth_time: Int
        var iat: Int
        var exp: Int
        var at_hash: String
    }

    static func claims<T: Decodable>(_ token: String, _ type: T.Type) throws -> T {
        let parts = token.split(separator: ".")
        guard parts.count == 3, let bytes = Base64URL.decode(parts[1]) else { throw TestKitError("no token") }
        return try JSONDecoder().decode(type, from: Data(bytes))
    }

    @Test func aThirdPartyAppLogsAPersonIn() async throws {
        try await World.run { world in
            let user = try await world.signUp("ada", extra: ["email": "ada@example.org", "fullName": "Ada Lovelace"])
            try await world.saveApp()
            let (app, browser) = (TestApp(), TestBrowser(world))

            let login = try await browser.get(app.start())
            #expect(login.status == 200)
            #expect(login.text.contains("to continue to Third App"))
            let afterLogin = try await browser.submit(login, [("username", "ada"), ("password", World.password)])
            #expect(afterLogin.status == 303)
            let consent = try await browser.get(try #require(afterLogin.header("Location")))
            #expect(consent.status == 200)
            for scope in ["openid", "profile", "email", "offline_access", "appointments:read"] { #expect(consent.text.contains(scope)) }
            #expect(consent.text.contains("What you allow lasts until you withdraw it"))
            let back = try await browser.submit(consent, [("decision", "allow")])
            #expect(back.status == 303)
            #expect(back.header("Location")?.hasPrefix("https://app.example/cb?code=") == true)
            #expect(back.location("state") == "st&te")
            #expect(back.location("iss") == World.issuer)

            let answer = try await app.exchange(try #require(back.location("code")), on: world)
            #expect(answer.status == 200)
            #expect(answer.header("Cache-Control") == "no-store")
            let tokens = try answer.decode(TokenView.self)
            #expect(tokens.scope == "openid profile email offline_access appointments:read")
            let id = try Self.claims(try #require(tokens.id_token), IDToken.self)
            #expect(id.iss == World.issuer)
            #expect(id.aud == "app")
            #expect(id.sub == user.id.description)
            #expect(id.nonce == "n-1")
            #expect(id.auth_time == Int(world.clock.now.timeIntervalSince1970))
            let access = try Self.claims(tokens.access_token, AccessTokenClaims.self)
            #expect(access.client_id == "app")
            #expect(access.role == .patient)
            #expect(access.aud.values == ["careline"])

            let info = try await world.get("/userinfo", token: tokens.access_token)
            #expect(info.member("sub") == user.id.description)
            #expect(info.member("preferred_username") == "ada")
            #expect(info.member("name") == "Ada Lovelace")
            #expect(info.member("email") == "ada@example.org")
            #expect(try await world.get("/users/\(user.id)", token: tokens.access_token).status == 403)
            let refreshed = try await world.refresh(try #require(tokens.refresh_token), client: "app")
            #expect(refreshed.status == 200)
        }
    }

    @Test func anAppThatWasRegisteredWithoutScopesLearnsWhoSomebodyIsAndNoMore() async throws {
        try await World.run { world in
            try await world.signUp("ada", extra: ["email": "ada@example.org"])
            let registration = ClientRegistration(
                id: "app", name: "Third App", secret: nil, redirectURIs: ["https://app.example/cb"], scopes: [],
                grants: ["authorization_code", "refresh_token"], isFirstParty: false)
            try await world.save(registration.check())
            let app = TestApp(scope: Scopes.format(Set(Scopes.all)))
            let code = try await app.code(TestBrowser(world), username: "ada")
            let tokens = try await app.exchange(code, on: world).decode(TokenView.self)
            #expect(tokens.scope == "openid profile email offline_access")
            #expect(try await world.get("/userinfo", token: tokens.access_token).member("email") == "ada@example.org")
            // Nothing that it may have: the app hears so.
            let refused = try await TestBrowser(world).get(TestApp(scope: "appointments:read").start())
            #expect(refused.location("error") == "invalid_scope")
        }
    }

    /// Releases before wrote all scopes but two for a client that was registered without any: such a row says what it may have.
    @Test func aClientOfBeforeKeepsItsScopes() async throws {
        try await World.run { world in
            let app = TestApp(scope: "openid appointments:read health:read records:write")
            let code = try await app.code(ofNew: "ada", on: world)
            let tokens = try await app.exchange(code, on: world).decode(TokenView.self)
            #expect(tokens.scope == "openid appointments:read health:read records:write")
        }
    }

    @Test func agreedOnceIsRemembered() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            try await world.saveApp()
            let (app, browser) = (TestApp(), TestBrowser(world))
            _ = try await app.code(browser, username: "ada")
            let again = try await browser.get(app.start())
            #expect(again.status == 302)
            #expect(again.location("code") != nil)
            #expect(try await browser.get(app.start([("prompt", "none")])).location("code") != nil)
            #expect(try await browser.get(app.start([("prompt", "consent")])).text.contains("Allow Third App?"))
            #expect(try await browser.get(app.start([("scope", "openid account:write")])).text.contains("account:write"))
            let fresh = try await browser.get(app.start([("prompt", "login")]))
            #expect(fresh.text.contains("<h1>Log in</h1>"))
            let next = try await browser.submit(fresh, [("username", "ada"), ("password", World.password)])
            #expect(try await browser.get(try #require(next.header("Location"))).location("code") != nil)
            world.clock.advance(13 * 3600)
            #expect(try await browser.get(app.start()).text.contains("<h1>Log in</h1>"))
        }
    }

    /// What the browser was logged in by before is nobody's login afterwards.
    @Test func eachLoginHasASecretOfItsOwn() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            try await world.saveApp()
            let (app, browser) = (TestApp(), TestBrowser(world))
            func logIn() async throws -> String {
                let page = try await browser.get(app.start([("prompt", "login")]))
                _ = try await browser.submit(page, [("username", "ada"), ("password", World.password)])
                return try #require(browser.cookies["__Host-care_session"] ?? browser.cookies["care_session"])
            }
            let (first, cookies) = (try await logIn(), browser.cookies)
            let second = try await logIn()
            #expect(first != second && min(first.count, second.count) >= 43)
            #expect(try await world.count("SELECT count(*) FROM browser_sessions") == 1)
            let line = cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
            #expect(try await world.get(app.start(), headers: ["Cookie": line]).text.contains("<h1>Log in</h1>"))
            #expect(try await browser.get(app.start()).text.contains("Allow Third App?"))
        }
    }

    @Test func whoIsSignedOutMeanwhileGivesNoCode() async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada").id
            try await world.saveApp()
            let (app, browser) = (TestApp(), TestBrowser(world))
            _ = try await app.code(browser, username: "ada")
            let late = try await world.signingOut(ada) { try await browser.get(app.start()) }
            #expect(late.location("code") == nil && late.header("Location")?.hasPrefix("/oauth/authorize?") == true, "\(late.status)")
            #expect(try await browser.get(try #require(late.header("Location"))).text.contains("<h1>Log in</h1>"))
            #expect(try await world.count("SELECT count(*) FROM authorization_codes") == 0)
        }
    }

    /// Whoever agrees once more waits for the account with nothing in hand that who has the account may want, as for a withdrawal: neither waits for the other.
    @Test func whoAgreesWaitsForTheAccountFirst() async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada").id
            try await world.saveApp()
            let (app, browser) = (TestApp(), TestBrowser(world))
            _ = try await app.code(browser, username: "ada")
            let page = try await browser.get(app.start([("prompt", "consent")]))
            let agreeing = try await world.pool.transaction { tx in
                _ = try await tx.lockedUser(ada)
                let agreeing = Task { try await browser.submit(page, [("decision", "allow")]) }
                while try await world.pool.withConnection({ connection in
                    try await connection.first("SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'") == nil
                }) { try await Task.sleep(for: .milliseconds(5)) }
                #expect(try await tx.first("SELECT 1 FROM consents WHERE user_id = \(ada) FOR UPDATE NOWAIT") != nil)
                return agreeing
            }
            #expect(try await agreeing.value.location("code") != nil)
        }
    }

    /// At a computer that several people use.
    @Test func whoIsNotTheOneWhoIsLoggedInLogsInAsThemselves() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            let eve = try await world.signUp("eve").id
            try await world.saveApp()
            let (app, browser) = (TestApp(), TestBrowser(world))
            let login = try await browser.get(app.start([("prompt", "consent")]))
            let next = try await browser.submit(login, [("username", "ada"), ("password", World.password)])
            let consent = try await browser.get(try #require(next.header("Location")))
            #expect(consent.text.contains("logged in as ada"))
            let link = try #require(consent.text.firstMatch(of: /<a href="([^"]+)">Not you\?/)).1.replacingOccurrences(of: "&amp;", with: "&")
            let again = try await browser.get(link)
            #expect(again.text.contains("<h1>Log in</h1>"))
            let other = try await browser.submit(again, [("username", "eve"), ("password", World.password)])
            let hers = try await browser.get(try #require(other.header("Location")))
            #expect(hers.text.contains("logged in as eve"))
            let code = try #require(try await browser.submit(hers, [("decision", "allow")]).location("code"))
            #expect(try await app.exchange(code, on: world).status == 200)
            #expect(try await world.count("SELECT count(*) FROM sessions WHERE user_id = \(eve)") == 1)
            #expect(try await world.count("SELECT count(*) FROM sessions") == 1)
        }
    }

    @Test func whoDeclinesGoesBackWithAnError() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            try await world.saveApp()
            let browser = TestBrowser(world)
            let login = try await browser.get(TestApp().start())
            let next = try await browser.submit(login, [("username", "ada"), ("password", World.password)])
            let consent = try await browser.get(try #require(next.header("Location")))
            let back = try await browser.submit(consent, [("decision", "deny")])
            #expect(back.location("error") == "access_denied")
            #expect(back.location("state") == "st&te")
            #expect(back.location("iss") == World.issuer)
            #expect(try await world.count("SELECT count(*) FROM authorization_codes") == 0)
        }
    }

    @Test func errorsGoToTheAppOnlyWhenItIsKnown() async throws {
        try await World.run { world in
            try await world.saveApp()
            let app = TestApp()
            for wrong in [[("client_id", "nobody")], [("redirect_uri", "https://evil.example/cb")], [("redirect_uri", "")]] {
                let answer = try await world.get(app.start(wrong))
                #expect(answer.status == 400)
                #expect(answer.header("Location") == nil)
                #expect(answer.header("Content-Type") == "text/html; charset=utf-8")
            }
            let plain = try await world.get(app.start([("code_challenge_method", "plain")]))
            #expect(plain.status == 302)
            #expect(plain.location("error") == "invalid_request")
            #expect(plain.location("state") == "st&te")
            #expect(try await world.get(app.start([("response_type", "token")])).location("error") == "unsupported_response_type")
            #expect(try await world.get(app.start([("scope", "unheard")])).location("error") == "invalid_scope")
            #expect(try await world.get(app.start([("prompt", "none")])).location("error") == "login_required")
            #expect(try await world.get(app.start([("unheard", "of")])).status == 200)
        }
    }

    /// RFC 6749, 3.1 and 4.1.2.1: in a browser, so never as JSON.
    @Test func whatComesTwiceIsAnsweredInTheBrowser() async throws {
        try await World.run { world in
            try await world.saveApp()
            let start = TestApp().start()
            for name in ["client_id=app", "redirect_uri=https%3A%2F%2Fapp.example%2Fcb"] {
                let answer = try await world.get("\(start)&\(name)")
                #expect(answer.status == 400)
                #expect(answer.header("Content-Type") == "text/html; charset=utf-8")
                #expect(answer.text.contains("more than once"))
            }
            let twice = try await world.get("\(start)&scope=openid")
            #expect(twice.location("error") == "invalid_request")
            #expect(twice.location("state") == "st&te")
            // Of what says how to answer neither is followed.
            let states = try await world.get("\(start)&state=another")
            #expect(states.location("error") == "invalid_request" && states.location("state") == nil)
            let modes = try await world.get("\(start)&response_mode=query&response_mode=form_post")
            #expect(modes.location("error") == "invalid_request" && modes.location("state") == "st&te")
            #expect(try await world.get("\(start)&unheard=of&unheard=again").status == 200)
            let browser = TestBrowser(world)
            let login = try await browser.get(start)
            let form = try await browser.submit(login, [("username", "ada"), ("username", "eve")])
            #expect(form.status == 400)
            #expect(form.header("Content-Type") == "text/html; charset=utf-8")
            let broken = try await world.get("/oauth/authorize?client_id=%zz")
            #expect(broken.status == 400)
            #expect(broken.header("Content-Type") == "text/html; charset=utf-8")
        }
    }

    /// Who agrees agrees to what they were shown.
    @Test func aFormIsOfTheRequestThatWasShown() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            try await world.saveApp()
            let (app, browser) = (TestApp(scope: "openid"), TestBrowser(world))
            let login = try await browser.get(app.start())
            let next = try await browser.submit(login, [("username", "ada"), ("password", World.password)])
            let consent = try await browser.get(try #require(next.header("Location")))
            let more = TestBrowser.hidden(consent).map { ($0.0, $0.0 == "request" ? TestApp(scope: "openid account:write").query() : $0.1) }
            let refused = try await browser.post("/oauth/consent", more + [("decision", "allow")])
            #expect(refused.status == 403)
            #expect(refused.text.contains("account:write"))
            #expect(try await world.count("SELECT count(*) FROM authorization_codes") == 0)
            #expect(try await browser.submit(refused, [("decision", "allow")]).location("code") != nil)
        }
    }

    /// An operator gives the app more while somebody looks at the page.
    @Test func aConsentIsToTheScopesThatWereShown() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            func register(_ scopes: Set<String>) async throws {
                try await world.save { ($0.kind, $0.secretHash, $0.scopes) = (.public, nil, scopes) }
                world.dependencies.clients.forget("app")
            }
            try await register(["openid"])
            let (app, browser) = (TestApp(scope: "openid email appointments:read"), TestBrowser(world))
            let login = try await browser.get(app.start())
            let next = try await browser.submit(login, [("username", "ada"), ("password", World.password)])
            let consent = try await browser.get(try #require(next.header("Location")))
            #expect(consent.status == 200 && !consent.text.contains("appointments:read</span>"))
            try await register(["openid", "email", "appointments:read"])
            let refused = try await browser.submit(consent, [("decision", "allow")])
            #expect(refused.status == 403 && refused.text.contains("appointments:read</span>"))
            for table in ["consents", "authorization_codes"] { #expect(try await world.count("SELECT count(*) FROM \(unescaped: table)") == 0) }
            // Now they have seen it.
            #expect(try await browser.submit(refused, [("decision", "allow")]).location("code") != nil)
            #expect(try await world.count("SELECT count(*) FROM consents WHERE scopes @> ARRAY['appointments:read']") == 1)
        }
    }

    /// Of a scope for a type an app asks for whichever parts it likes, another each time.
    @Test func ofOneAppThePersonHasAgreedToSoMuch() async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada").id
            try await world.saveApp()
            func count() async throws -> Int { try await world.count("SELECT cardinality(scopes)::bigint FROM consents") }
            for number in 0..<10 {
                let scopes = Set((0..<Scopes.mostClinical).map { "patient/Observation.r?category=urn:x|c\(number).\($0)" }).union(["openid"])
                try await world.pool.transaction { tx in try await tx.grant(scopes, to: "app", by: ada, now: world.clock.now) }
                #expect(try await count() <= 321)
                // The last is always among them.
                #expect(try await world.count("SELECT count(*) FROM consents WHERE scopes @> \(Scopes.sorted(scopes))::text[]") == 1)
            }
            // As long as they are few they come together.
            try await world.pool.transaction { tx in try await tx.execute("UPDATE consents SET scopes = ARRAY['openid']") }
            try await world.pool.transaction { tx in try await tx.grant(["email"], to: "app", by: ada, now: world.clock.now) }
            #expect(try await count() == 2)
        }
    }

    @Test func aHintNamesThePersonWhomTheAppMeans() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            try await world.signUp("eve")
            try await world.saveApp()
            try await world.saveApp("other", redirect: "https://app.example/cb")
            let (app, browser, another) = (TestApp(), TestBrowser(world), TestBrowser(world))
            func hint(_ app: TestApp, _ browser: TestBrowser, _ username: String) async throws -> String {
                let code = try await app.code(browser, username: username)
                return try #require(try await app.exchange(code, on: world).member("id_token"))
            }
            let (adas, eves) = (try await hint(app, browser, "ada"), try await hint(app, another, "eve"))
            func silently(_ hint: String) -> String { app.start([("prompt", "none"), ("id_token_hint", hint)]) }
            // An id token lives ten minutes; as a hint it serves for longer.
            world.clock.advance(3600)
            #expect(try await browser.get(silently(adas)).location("code") != nil)
            #expect(try await browser.get(silently(eves)).location("error") == "login_required")
            #expect(try await browser.get(app.start([("id_token_hint", eves)])).location("error") == "login_required")
            #expect(try await TestBrowser(world).get(silently(adas)).location("error") == "login_required")
            // Who is asked to log in may still turn out to be another.
            let login = try await browser.get(app.start([("prompt", "login"), ("id_token_hint", adas)]))
            let next = try await browser.submit(login, [("username", "eve"), ("password", World.password)])
            #expect(try await browser.get(try #require(next.header("Location"))).location("error") == "login_required")

            let parts = adas.split(separator: ".").map(String.init)
            let others = try await hint(TestApp(clientID: "other"), TestBrowser(world), "ada")
            let access = try await world.logIn("ada").accessToken
            let unsigned = Base64URL.encode(Array(#"{"alg":"none","kid":"k"}"#.utf8)) + ".\(parts[1])."
            for broken in ["x", "\(parts[0]).\(parts[1]).", "\(parts[0]).\(eves.split(separator: ".")[1]).\(parts[2])", others, access, unsigned] {
                #expect(try await browser.get(silently(broken)).location("error") == "invalid_request")
            }
        }
    }

    /// Keys are retired after weeks, sessions go on for months; a key that was withdrawn proves nothing.
    @Test func aHintOutlivesItsKeyUnlessThatWasWithdrawn() async throws {
        try await World.run {
            $0.keys = KeyRotation.Schedule(lifetime: 86_400, lead: 3600, overlap: 7200)
        } _: { world in
            try await world.signUp("ada")
            try await world.saveApp()
            let app = TestApp()
            func hint() async throws -> String {
                let code = try await app.code(TestBrowser(world), username: "ada")
                let token = try await app.exchange(code, on: world).member("id_token")
                return try #require(token)
            }
            func silently(_ hint: String) async throws -> Answer {
                let browser = TestBrowser(world)
                _ = try await app.code(browser, username: "ada")
                return try await browser.get(app.start([("prompt", "none"), ("id_token_hint", hint)]))
            }
            let (settings, keys) = (world.dependencies.settings, world.dependencies.keys)
            let old = try await hint()
            let first = try await keys.signer().schedule.kid
            let rotate = RotateSigningKeys(schedule: settings.keys, masters: settings.masterKeys, now: world.dependencies.now, algorithms: [.es256])
            let steps: [TimeInterval] = [83_000, 10_800]
            for seconds in steps {
                world.clock.advance(seconds)
                _ = try await world.pool.transaction { tx in try await rotate(tx) }
            }
            try await keys.reread()
            let isPublished = try await keys.key(first) != nil
            #expect(!isPublished)
            #expect(try await silently(old).location("code") != nil)
            let young = try await hint()
            let replace = ReplaceSigningKeys(masters: settings.masterKeys, now: world.dependencies.now, algorithms: [.es256])
            _ = try await world.pool.transaction { tx in try await replace(tx) }
            try await keys.reread()
            #expect(try await silently(young).location("error") == "invalid_request")
            let purge = PurgeExpired(settings: settings, now: world.dependencies.now)
            world.clock.advance(settings.sessionLifetime + 1)
            _ = try await world.pool.transaction { tx in try await purge(tx) }
            #expect(try await world.count("SELECT count(*) FROM retired_signing_keys") == 0)
        }
    }

    @Test func anAnswerMayComeInAForm() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            try await world.saveApp()
            let (app, browser) = (TestApp(), TestBrowser(world))
            _ = try await app.code(browser, username: "ada")
            let page = try await browser.get(app.start([("response_mode", "form_post")]))
            #expect(page.status == 200)
            #expect(page.header("Location") == nil)
            #expect(page.text.contains("<form method=\"post\" action=\"https://app.example/cb\">"))
            let policy = try #require(page.header("Content-Security-Policy"))
            #expect(policy.contains("script-src 'sha256-"))
            #expect(policy.contains("form-action 'self' https://app.example;"))
            let fields = Dictionary(uniqueKeysWithValues: TestBrowser.hidden(page))
            #expect(fields["state"] == "st&te")
            #expect(fields["iss"] == World.issuer)
            #expect(try await app.exchange(try #require(fields["code"]), on: world).status == 200)
            let refused = try await TestBrowser(world).get(app.start([("response_mode", "form_post"), ("prompt", "none")]))
            #expect(Dictionary(uniqueKeysWithValues: TestBrowser.hidden(refused))["error"] == "login_required")
            // No other page of ours has a script.
            #expect(try await TestBrowser(world).get(app.start()).header("Content-Security-Policy")?.contains("script-src") == false)
        }
    }

    @Test func aPostIsSentOnAsAGet() async throws {
        try await World.run { world in
            let answer = try await world.post("/oauth/authorize", form: [("client_id", "app"), ("state", "a b")])
            #expect(answer.status == 303)
            #expect(answer.header("Location") == "/oauth/authorize?client_id=app&state=a%20b")
        }
    }

    /// It would come back as the address of an answer, longer than any gateway takes: 502.
    @Test func aRequestThatIsTooLongForAnAddressIsRefused() async throws {
        try await World.run { world in
            try await world.saveApp()
            try await world.signUp("ada")
            let (app, browser) = (TestApp(), TestBrowser(world))
            let junk = String(repeating: "é", count: 2000)
            let posted = try await world.post("/oauth/authorize", form: [("client_id", "app"), ("junk", junk)])
            #expect(posted.status == 400)
            #expect(posted.header("Location") == nil)
            let login = try await browser.get(app.start())
            let hidden = TestBrowser.hidden(login).map { ($0.0, $0.0 == "request" ? $0.1 + "&junk=" + junk : $0.1) }
            for path in ["/oauth/login", "/oauth/signup", "/oauth/consent"] {
                let answer = try await browser.post(path, hidden + [("username", "ada"), ("password", World.password), ("role", "patient")])
                #expect(answer.status == 400, "\(path)")
                #expect(answer.header("Location") == nil)
            }
            let long = try await browser.submit(
                try await browser.get(app.start([("state", String(repeating: "s", count: 2048))])),
                [
                    ("username", "ada"), ("password", World.password)
                ])
            #expect(long.status == 303)
        }
    }

    @Test func formsOfOtherSitesAreRefused() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            try await world.saveApp()
            let (app, browser, stranger) = (TestApp(), TestBrowser(world), TestBrowser(world))
            let login = try await browser.get(app.start())
            let strangers = try await stranger.get(app.start())
            let right = [("username", "ada"), ("password", World.password)]
            let request = TestBrowser.hidden(login).filter { $0.0 == "request" }
            // Without a token, with another browser's, and with no cookie at all.
            let attempts = [
                try await browser.post("/oauth/login", request + right),
                try await browser.post("/oauth/login", TestBrowser.hidden(strangers) + right),
                try await TestBrowser(world).post("/oauth/login", TestBrowser.hidden(login) + right)
            ]
            for answer in attempts {
                #expect(answer.status == 403)
                #expect(answer.text.contains("role=\"alert\""))
            }
            // A browser that keeps no cookies hears what helps, and what was typed but the password stays.
            #expect(attempts[2].text.contains("allow cookies for this address") && attempts[2].text.contains("value=\"ada\""))
            #expect(!attempts[1].text.contains("allow cookies") && attempts[1].text.contains("open for too long"))
            #expect(browser.cookies["care_session"] == nil)
            #expect(try await world.count("SELECT count(*) FROM browser_sessions") == 0)

            let next = try await browser.submit(login, right)
            let consent = try await browser.get(try #require(next.header("Location")))
            // The login page's token is of before the login.
            let forged = try await browser.post("/oauth/consent", TestBrowser.hidden(login) + [("decision", "allow")])
            #expect(forged.status == 403)
            #expect(try await world.count("SELECT count(*) FROM authorization_codes") == 0)
            #expect(try await browser.submit(consent, [("decision", "allow")]).location("code") != nil)
        }
    }

    @Test func pagesAreGuardedAndEscaped() async throws {
        try await World.run { world in
            try await world.saveApp(name: #"<img src=x onerror="alert(1)">"#)
            let page = try await world.get(TestApp().start([("login_hint", #""><script>"#), ("state", "'\"><b>")]))
            #expect(!page.text.contains("<img src=x"))
            #expect(!page.text.contains("<script"))
            #expect(!page.text.contains("<b>"))
            #expect(page.text.contains("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;"))
            #expect(page.header("X-Frame-Options") == "DENY")
            #expect(page.header("Cache-Control") == "no-store")
            #expect(page.header("Referrer-Policy") == "no-referrer")
            let policy = try #require(page.header("Content-Security-Policy"))
            #expect(policy.contains("default-src 'none'"))
            #expect(policy.contains("frame-ancestors 'none'"))
            #expect(policy.contains("form-action 'self' https://app.example;"))
            #expect(policy.contains("style-src 'sha256-"))
            let cookie = try #require(page.header("Set-Cookie"))
            #expect(cookie.contains("; HttpOnly; SameSite=Lax"))
            #expect(!cookie.contains("Secure"))
        }
    }

    @Test func cookiesAreSecureOverHTTPS() async throws {
        try await World.run {
            $0.issuer = "https://auth.test"
        } _: { world in
            try await world.saveApp()
            let cookie = try #require(try await world.get(TestApp().start()).header("Set-Cookie"))
            #expect(cookie.hasPrefix("__Host-care_browser="))
            #expect(cookie.hasSuffix("; Secure"))
        }
    }

    @Test func faultsAreShownInPlace() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            try await world.saveApp()
            let browser = TestBrowser(world)
            var page = try await browser.get(TestApp().start())
            for _ in 0..<6 {
                page = try await browser.submit(page, [("username", "ada"), ("password", "wrong password")])
                #expect(page.status == 422)
                #expect(page.text.contains("The username or the password is wrong."))
                #expect(page.text.contains("value=\"ada\""))
                #expect(!page.text.contains("wrong password\""))
            }
            page = try await browser.submit(page, [("username", "ada"), ("password", World.password)])
            #expect(page.status == 429)
            #expect(page.header("Retry-After") == "1")
        }
    }

    @Test func aNewPersonSignsUpOnTheWay() async throws {
        try await World.run { world in
            try await world.signUp("taken")
            try await world.saveApp()
            let (app, browser) = (TestApp(), TestBrowser(world))
            var page = try await browser.get("/oauth/signup?" + app.query())
            #expect(page.status == 200)
            page = try await browser.submit(page, [("username", "taken"), ("password", "short"), ("role", "patient")])
            #expect(page.status == 422)
            #expect(page.text.contains("id=\"password-fault\""))
            let values = [("password", World.password), ("role", "provider"), ("specialty", "cardiology")]
            page = try await browser.submit(page, [("username", "taken")] + values)
            #expect(page.status == 409)
            #expect(page.text.contains("Username is taken."))
            let next = try await browser.submit(page, [("username", "newcomer")] + values)
            let consent = try await browser.get(try #require(next.header("Location")))
            #expect(consent.text.contains("logged in as newcomer"))
            #expect(try await browser.submit(consent, [("decision", "allow")]).location("code") != nil)
        }
    }

    /// Who presses the button twice sees the answer to the second alone.
    @Test func whoSignsUpTwiceHasOneAccountAndIsLoggedIn() async throws {
        try await World.run { world in
            try await world.saveApp()
            let browser = TestBrowser(world)
            let page = try await browser.get("/oauth/signup?" + TestApp().query())
            let cookies = browser.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
            func send(_ password: String = World.password, name: String = "Ada") async throws -> Answer {
                let typed = [("username", "ada"), ("password", password), ("fullName", name), ("role", "patient")]
                return try await world.post("/oauth/signup", form: TestBrowser.hidden(page) + typed, headers: ["Cookie": cookies])
            }
            for _ in 0..<2 {
                let answer = try await send()
                #expect(answer.status == 303 && answer.headers["Set-Cookie"].contains { $0.hasPrefix("care_session=") }, "\(answer.text)")
            }
            #expect(try await world.count("SELECT count(*) FROM users") == 1)
            // Nobody else, nor with anything else.
            #expect(try await send("another violet teapot").status == 409)
            #expect(try await send(name: "Eve").status == 409)
            world.clock.advance(61)
            #expect(try await send().status == 409)
        }
    }

    @Test func nativeAppsUseAnyPortAndAreAskedEachTime() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            try await world.saveApp(redirect: "http://127.0.0.1/cb")
            let browser = TestBrowser(world)
            var app = TestApp(redirect: "http://127.0.0.1:50123/cb")
            let code = try await app.code(browser, username: "ada")
            #expect(try await app.exchange(code, on: world).status == 200)
            app.redirect = "http://127.0.0.1:50999/cb"
            let again = try await browser.get(app.start())
            #expect(again.text.contains("Allow Third App?"))
            #expect(again.header("Content-Security-Policy")?.contains("form-action 'self' http://127.0.0.1:50999;") == true)
        }
    }
}
