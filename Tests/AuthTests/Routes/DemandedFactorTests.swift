import CareModels
import Foundation
import HTTP
import ServiceTestKit
import Testing

@testable import AuthService

/// CARE_SECOND_FACTOR_ROLES.
@Suite struct DemandedFactorTests {
    private static func with(_ body: (World) async throws -> Void) async throws {
        try await World.withPasskeys({ $0.secondFactorRoles = [.provider] }) { try await body($0) }
    }

    @Test func theLoginOfAnAppSaysSo() async throws {
        try await Self.with { world in
            try await world.signUp("okafor", type: "provider")
            try await world.signUp("ada")
            let refused = try await world.tryLogIn("okafor", code: nil)
            #expect(refused.status == 403 && refused.member("type")?.hasSuffix("/second-factor-to-be-set-up") == true)
            #expect(try await world.tryLogIn("okafor", code: nil, password: "something else entirely").status == 401)
            #expect(try await world.count("SELECT count(*) FROM sessions") == 0)
            #expect(try await world.count("SELECT count(*) FROM audit_log WHERE reason = 'second-factor-to-be-set-up'") == 1)
            // Others are asked for none.
            #expect(try await world.tryLogIn("ada", code: nil).status == 200)
        }
    }

    @Test func thePageLeadsThroughSettingOneUp() async throws {
        try await Self.with { world in
            try await world.saveApp()
            let user = try await world.signUp("okafor", type: "provider").id
            let browser = TestBrowser(world)
            let typed = try await browser.submit(try await browser.get(TestApp().start()), [("username", "okafor"), ("password", World.password)])
            let start = try #require(typed.header("Location"))
            let demanded = try await browser.get(start)
            #expect(demanded.status == 200 && demanded.text.contains("action=\"/account/factors/totp\""))
            // No way around it: neither to the app, nor to the account's other pages.
            #expect(try await browser.get(start).location("code") == nil)
            #expect(try await browser.get(TestApp().start([("prompt", "none")])).location("error") == "login_required")
            #expect(try await browser.get("/account/profile").status == 303)
            let setUp = try await browser.submit(demanded, [])
            let factor = try #require(try await world.pool.withConnection { try await $0.begunTOTP(of: user) })
            let app = TestAuthenticator(user: user, secret: Array(try factor.opened(world.dependencies.masters)))
            let done = try await browser.submit(setUp, [("code", app.code(world))])
            #expect(done.status == 200 && done.text.contains("href=\"/oauth/authorize?"))
            // On to the app.
            let consent = try await browser.get(start)
            #expect(consent.status == 200 && consent.text.contains("/oauth/consent"))
            #expect(try await browser.submit(consent, [("decision", "allow")]).location("code") != nil)
            world.clock.advance(Double(OneTimeCode.seconds))
            #expect(try await world.tryLogIn("okafor", code: app.code(world)).status == 200)
        }
    }

    @Test func aPasskeyWillDoAndLeadsBack() async throws {
        try await Self.with { world in
            try await world.saveApp()
            try await world.signUp("okafor", type: "provider")
            let browser = TestBrowser(world)
            let typed = try await browser.submit(try await browser.get(TestApp().start()), [("username", "okafor"), ("password", World.password)])
            let start = try #require(typed.header("Location"))
            let page = try await browser.post("/account/factors/passkey", TestBrowser.hidden(try await browser.get(start)))
            var device = TestPasskey()
            let credential = try device.registration(try TestBrowser.options(page))
            let done = try await browser.post("/account/factors/passkey/registration", TestBrowser.form(page) + [("credential", credential), ("name", "Key")])
            #expect(done.status == 200 && done.text.contains("href=\"/oauth/authorize?"))
            #expect(try await browser.get(start).text.contains("/oauth/consent"))
        }
    }

    /// An authenticator app takes longer to install than a sign-in is fresh: whoever signs in again still goes on to the app.
    @Test func whoTakesLongSignsInAgainAndGoesOn() async throws {
        try await Self.with { world in
            try await world.saveApp()
            let user = try await world.signUp("okafor", type: "provider").id
            let (browser, typed) = (TestBrowser(world), [("username", "okafor"), ("password", World.password)])
            let start = try #require(try await browser.submit(try await browser.get(TestApp().start()), typed).header("Location"))
            let setUp = try await browser.submit(try await browser.get(start), [])
            world.clock.advance(StepUp.longest + 1)
            let late = try await browser.submit(setUp, [("code", "123456")])
            #expect(late.status == 303)
            let login = try await browser.get(try #require(late.header("Location")))
            #expect(login.status == 200 && login.text.contains("action=\"/oauth/login\""))
            let back = try #require(try await browser.submit(login, typed).header("Location"))
            let again = try await browser.submit(try await browser.get(back), [])
            let factor = try #require(try await world.pool.withConnection { try await $0.begunTOTP(of: user) })
            let app = TestAuthenticator(user: user, secret: Array(try factor.opened(world.dependencies.masters)))
            let done = try await browser.submit(again, [("code", app.code(world))])
            #expect(done.status == 200 && done.text.contains("href=\"/oauth/authorize?response_type=code&amp;client_id=app&amp;"), "\(done.text)")
            // Whoever comes to the list on that way is led on from there too.
            let list = try await browser.get("/account/factors?go_on=\(FormEncoding.encode(TestApp().query()))")
            #expect(list.status == 200 && list.text.contains("href=\"/oauth/authorize?response_type=code&amp;client_id=app&amp;"))
            #expect(list.text.contains("<input type=\"hidden\" name=\"go_on\" value=\"response_type=code"))
        }
    }

    /// What is demanded before the consent page is demanded of its form too.
    @Test func theConsentsFormIsNoWayAround() async throws {
        try await Self.with { world in
            try await world.saveApp()
            try await world.signUp("okafor", type: "provider")
            try await world.signUp("ada")
            func agree(_ browser: TestBrowser, _ wish: [(String, String)] = []) async throws -> Answer {
                let page = try await browser.get("/oauth/signup?" + TestApp().query(wish))
                return try await browser.post("/oauth/consent", TestBrowser.hidden(page) + [("decision", "allow")])
            }
            let browser = TestBrowser(world)
            _ = try await browser.submit(try await browser.get(TestApp().start()), [("username", "okafor"), ("password", World.password)])
            let around = try await agree(browser)
            #expect(around.status == 303 && around.header("Location")?.hasPrefix("/oauth/authorize?") == true, "\(around.status) \(around.text)")

            // Nor around a login that the app wants anew, one that was too long ago, another factor, or another person.
            let theirs = TestBrowser(world)
            _ = try await TestApp().code(theirs, username: "ada")
            world.clock.advance(61)
            for wish in [("prompt", "login"), ("max_age", "60"), ("acr_values", "2")] {
                let sent = try await agree(theirs, [wish])
                #expect(sent.header("Location")?.hasPrefix("/oauth/authorize?") == true, "\(wish) \(sent.status)")
            }
            #expect(try await world.count("SELECT count(*) FROM authorization_codes") == 1)
            // Who is to be asked each time is asked, and answers.
            let asked = try await theirs.get(TestApp().start([("prompt", "consent")]))
            #expect(try await theirs.submit(asked, [("decision", "allow")]).location("code") != nil)
        }
    }

    /// Who is logged in for long signs in again first.
    @Test func aLoginOfBeforeIsDoneAnew() async throws {
        try await Self.with { world in
            try await world.saveApp()
            try await world.signUp("okafor", type: "provider")
            let browser = TestBrowser(world)
            _ = try await browser.submit(try await browser.get(TestApp().start()), [("username", "okafor"), ("password", World.password)])
            world.clock.advance(StepUp.longest + 1)
            #expect(try await browser.get(TestApp().start()).text.contains("action=\"/oauth/login\""))
        }
    }

    /// By what they do there, for as long as they do.
    @Test func anOrganisationDemandsOneOfItsMembers() async throws {
        try await World.run { world in
            let house = try await OrganisationTests.House(world)
            let grace = try await house.member("grace", #"["receptionist"]"#)
            _ = try await house.member("rob", #"["reviewer"]"#)
            try await world.saveApp()
            func demand(_ roles: String, as login: LoginView) async throws -> Answer {
                try await house.send(.PATCH, "", #"{"secondFactorRoles":\#(roles)}"#, as: login, headers: OrganisationTests.anyVersion)
            }
            for wrong in [#"["clerk"]"#, #"["owner","owner","owner","owner","owner","owner"]"#] {
                #expect(try await demand(wrong, as: house.owner).problem.fieldNames == ["secondFactorRoles"], "\(wrong)")
            }
            #expect(try await demand(#"["reviewer"]"#, as: grace).status == 403)
            let changed = try await demand(#"["receptionist","owner"]"#, as: house.owner)
            #expect(try changed.decode(OrganisationView.self).secondFactorRoles == [.owner, .receptionist])

            // In apps of our own, on the login page and on the account's, and nobody else.
            let refused = try await world.tryLogIn("grace", code: nil)
            #expect(refused.status == 403 && refused.member("type")?.hasSuffix("/second-factor-to-be-set-up") == true)
            #expect(try await world.tryLogIn("rob", code: nil).status == 200)
            let browser = TestBrowser(world)
            let typed = try await browser.submit(try await browser.get(TestApp().start()), [("username", "grace"), ("password", World.password)])
            let start = try #require(typed.header("Location"))
            #expect(try await browser.get(start).text.contains("action=\"/account/factors/totp\""))
            #expect(try await browser.get(TestApp().start([("prompt", "none")])).location("error") == "login_required")
            #expect(try await browser.get("/account/profile").status == 303)
            // The session of before goes on.
            #expect(try await world.get("/users/\(grace.user.id)", token: grace.accessToken).status == 200)

            let app = try await world.setUpTOTP(grace)
            #expect(try await world.tryLogIn("grace", code: app.code(world)).status == 200)
            // Who does something else there is asked for none.
            #expect(try await demand("null", as: house.owner).decode(OrganisationView.self).secondFactorRoles == nil)
            #expect(try await world.tryLogIn("olive", code: nil).status == 200)
        }
    }

    @Test func aClosedOrganisationDemandsNothing() async throws {
        try await World.run { world in
            let house = try await OrganisationTests.House(world)
            let demanded = try await house.send(.PATCH, "", #"{"secondFactorRoles":["owner"]}"#, as: house.owner, headers: OrganisationTests.anyVersion)
            #expect(demanded.status == 200)
            #expect(try await world.tryLogIn("olive", code: nil).status == 403)
            #expect(try await house.send(.DELETE, "", as: house.owner, headers: OrganisationTests.anyVersion).status == 204)
            #expect(try await world.tryLogIn("olive", code: nil).status == 200)
        }
    }
}
