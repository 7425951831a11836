import CareModels
import Foundation
import HTTP
import ServiceTestKit
import Testing

@testable import AuthService

@Suite struct SecondFactorPageTests {
    private struct Claims: Decodable {
        var acr: String
        var amr: [String]
        var auth_time: Int
    }

    private static func claims(_ token: String?) throws -> Claims {
        let part = try #require(token).split(separator: ".")[1]
        return try JSONDecoder().decode(Claims.self, from: Data(try #require(Base64URL.decode(String(part)))))
    }

    private static func typePassword(_ browser: TestBrowser, _ app: TestApp = TestApp(), extra: [(String, String)] = []) async throws -> Answer {
        try await browser.submit(try await browser.get(app.start(extra)), [("username", "ada"), ("password", World.password)])
    }

    /// From the answer to the last form to the app.
    private static func code(_ browser: TestBrowser, _ answer: Answer) async throws -> String {
        var next = try await browser.get(try #require(answer.header("Location")))
        if next.status == 200 { next = try await browser.submit(next, [("decision", "allow")]) }
        return try #require(next.location("code"))
    }

    @Test func theCodeIsTypedOnAPageOfItsOwn() async throws {
        try await World.run { world in
            try await world.saveApp()
            try await world.signUp("ada")
            let app = try await world.setUpTOTP(try await world.logIn("ada"))
            let browser = TestBrowser(world)
            let page = try await Self.typePassword(browser)
            #expect(page.status == 200 && page.text.contains("/oauth/login/code") && page.text.contains("one-time-code"))
            #expect(browser.cookies["care_session"] == nil)
            #expect(try await world.count("SELECT count(*) FROM browser_sessions") == 0)
            let typedAt = world.clock.now
            world.clock.advance(60)
            let wrong = try await browser.submit(page, [("code", "000 000")])
            #expect(wrong.status == 422 && wrong.text.contains("role=\"alert\"") && browser.cookies["care_session"] == nil)
            #expect(try await browser.submit(wrong, [("code", "")]).status == 422)
            let answer = try await browser.submit(wrong, [("code", app.code(world))])
            #expect(answer.status == 303)
            let tokens = try await TestApp().exchange(try await Self.code(browser, answer), on: world)
            for name in ["id_token", "access_token"] {
                let claims = try Self.claims(tokens.member(name))
                #expect(claims.acr == "2" && claims.amr == ["pwd", "otp", "mfa"])
                #expect(claims.auth_time == Int(typedAt.timeIntervalSince1970))
            }
            let refreshed = try await world.refresh(try #require(tokens.member("refresh_token")), client: "app")
            #expect(try Self.claims(refreshed.member("access_token")).acr == "2")
        }
    }

    @Test func thePageIsBoundToItsBrowserAndForTenMinutes() async throws {
        try await World.run { world in
            try await world.saveApp()
            try await world.signUp("ada")
            try await world.signUp("eve")
            let app = try await world.setUpTOTP(try await world.logIn("ada"))
            let (browser, other) = (TestBrowser(world), TestBrowser(world))
            let page = try await Self.typePassword(browser)
            let login = try #require(TestBrowser.hidden(page).first { $0.0 == "login" })
            // Another browser has a form of its own, and not what ada's holds.
            let theirs = try await other.get(TestApp().start())
            let form = TestBrowser.hidden(theirs)
            for token in [login.1, "", "made-up", Base64URL.encode(Array(repeating: 0, count: 56))] {
                let answer = try await other.post("/oauth/login/code", form + [("login", token), ("code", app.code(world))])
                #expect(answer.status == 422 && answer.text.contains("action=\"/oauth/login\""))
            }
            // Nobody is logged in there.
            #expect(try await other.post("/oauth/login/code", form + [("code", app.code(world))]).status == 422)
            #expect(try await other.post("/oauth/login/code", TestBrowser.hidden(page) + [("code", app.code(world))]).status == 403)
            world.clock.advance(PendingLogins.lifetime)
            #expect(try await browser.submit(page, [("code", app.code(world))]).text.contains("action=\"/oauth/login\""))
            #expect(try await world.count("SELECT count(*) FROM browser_sessions") == 0)
        }
    }

    @Test func aNewPasswordEndsWhatWasBegunWithTheOneBefore() async throws {
        try await World.run { world in
            try await world.saveApp()
            try await world.signUp("ada")
            let ada = try await world.logIn("ada")
            let app = try await world.setUpTOTP(ada)
            let browser = TestBrowser(world)
            let page = try await Self.typePassword(browser)
            let body = ["current": World.password, "new": "a teapot that is green"]
            #expect(try await world.post("/account/password", json: body, token: ada.accessToken).status == 204)
            #expect(try await browser.submit(page, [("code", app.code(world))]).status == 422)
            #expect(try await world.count("SELECT count(*) FROM browser_sessions") == 0)
        }
    }

    @Test func wrongCodesOnThePageAreCounted() async throws {
        try await World.run { world in
            try await world.saveApp()
            try await world.signUp("ada")
            let app = try await world.setUpTOTP(try await world.logIn("ada"))
            let browser = TestBrowser(world)
            let page = try await Self.typePassword(browser)
            for _ in 0...LockOut.Policy.account.free {
                #expect(try await browser.submit(page, [("code", app.code(world, stepsAhead: 5))]).status == 422)
            }
            let blocked = try await browser.submit(page, [("code", app.code(world))])
            #expect(blocked.status == 429 && blocked.header("Retry-After") != nil)
        }
    }

    @Test func anAppAsksForMoreThanThePassword() async throws {
        try await World.run { world in
            try await world.saveApp()
            try await world.signUp("ada")
            let browser = TestBrowser(world)
            _ = try await TestApp().code(browser, username: "ada")
            // Whom it cannot be had of.
            let refused = try await browser.get(TestApp().start([("acr_values", "2")]))
            #expect(refused.location("error") == "unmet_authentication_requirements")

            let app = try await world.setUpTOTP(try await world.logIn("ada"))
            let loggedInBy = browser.cookies["care_session"]
            let silent = try await browser.get(TestApp().start([("acr_values", "2"), ("prompt", "none")]))
            #expect(silent.location("error") == "login_required")
            let page = try await browser.get(TestApp().start([("acr_values", "2")]))
            #expect(page.status == 200 && page.text.contains("/oauth/login/code") && !page.text.contains("name=\"password\""))
            let answer = try await browser.submit(page, [("code", app.code(world))])
            #expect(answer.status == 303 && browser.cookies["care_session"] != loggedInBy)
            let tokens = try await TestApp().exchange(try await Self.code(browser, answer), on: world)
            #expect(try Self.claims(tokens.member("id_token")).acr == "2")
            // One login of the browser, in place of the one before.
            #expect(try await world.count("SELECT count(*) FROM browser_sessions") == 1)
            // max_age is of the password: both are typed again.
            world.clock.advance(600)
            let stale = try await browser.get(TestApp().start([("acr_values", "2"), ("max_age", "300")]))
            #expect(stale.text.contains("name=\"password\""))
        }
    }

    @Test func itIsInFrenchToo() async throws {
        try await World.run { world in
            try await world.saveApp()
            try await world.signUp("ada")
            _ = try await world.setUpTOTP(try await world.logIn("ada"))
            let page = try await Self.typePassword(TestBrowser(world), extra: [("ui_locales", "fr")])
            #expect(page.text.contains("Saisissez votre code") && page.header("Content-Language") == "fr")
        }
    }
}
