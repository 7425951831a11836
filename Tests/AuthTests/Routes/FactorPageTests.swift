import CareModels
import Foundation
import HTTP
import ServiceTestKit
import TestKit
import Testing

@testable import AuthService

@Suite struct FactorPageTests {
    /// A browser of somebody who has just logged in on their account's pages.
    private static func loggedIn(_ username: String, _ world: World) async throws -> TestBrowser {
        let browser = TestBrowser(world)
        let login = try await browser.get(try #require(try await browser.get("/account").header("Location")))
        let answer = try await browser.submit(login, [("username", username), ("password", World.password)])
        guard answer.status == 303 else { throw TestKitError("not logged in: \(answer.status) \(answer.text)") }
        return browser
    }

    private static func factor(_ user: UserID, _ world: World) async throws -> TestAuthenticator {
        let factor = try #require(try await world.pool.withConnection { try await $0.begunTOTP(of: user) })
        return TestAuthenticator(user: user, secret: Array(try factor.opened(world.dependencies.masters)))
    }

    @Test func codesAreSetUpWithoutAScript() async throws {
        try await World.withPasskeys { world in
            let user = try await world.signUp("ada").id
            let browser = try await Self.loggedIn("ada", world)
            let page = try await browser.get("/account/factors")
            #expect(page.status == 200 && page.text.contains("You have none."))
            let setUp = try await browser.post("/account/factors/totp", TestBrowser.hidden(page))
            #expect(setUp.status == 200 && setUp.text.contains("<svg class=\"qr\"") && !setUp.text.contains("<script"))
            let app = try await Self.factor(user, world)
            #expect(setUp.text.replacing(" ", with: "").contains(Base32.encode(app.secret)))
            let wrong = try await browser.submit(setUp, [("code", app.code(world, stepsAhead: 5))])
            #expect(wrong.status == 422 && wrong.text.contains("aria-invalid") && wrong.text.contains("<svg class=\"qr\""))
            let done = try await browser.submit(wrong, [("code", app.code(world))])
            #expect(done.status == 200 && done.header("Cache-Control") == "no-store")
            let codes = done.text.matches(of: /<li>([a-z2-7-]{29})<\/li>/).map { String($0.1) }
            #expect(codes.count == 10)
            #expect(try await world.tryLogIn("ada", code: codes[0]).status == 200)
            // The browser has shown both, and goes on.
            let list = try await browser.get("/account/factors")
            #expect(list.status == 200 && list.text.contains("Codes of an authenticator app"))
            #expect(try await browser.post("/account/factors/totp", TestBrowser.hidden(list)).status == 409)
            let renewed = try await browser.post("/account/factors", TestBrowser.hidden(list) + [("renew", "codes")])
            #expect(renewed.status == 200 && !renewed.text.contains(codes[1]))
            #expect(try await world.tryLogIn("ada", code: codes[1]).status == 401)
            let id = try #require(try await world.pool.withConnection { try await $0.factors(of: user) }.first?.id)
            #expect(try await browser.post("/account/factors", TestBrowser.hidden(list) + [("remove", id.description)]).status == 303)
            #expect(try await world.tryLogIn("ada", code: nil).status == 200)
            #expect(try await browser.post("/account/factors", TestBrowser.hidden(list) + [("remove", id.description)]).status == 303)
        }
    }

    /// The gateway takes no head of an answer that is longer than its buffer, and says 502 in its place.
    @Test func aWayOnIsNoLongerThanAnAppsRequest() async throws {
        try await World.withPasskeys { world in
            try await world.signUp("ada")
            let browser = try await Self.loggedIn("ada", world)
            let list = try await browser.get("/account/factors")
            func change(goingOn query: String) async throws -> Answer {
                try await browser.post("/account/factors", TestBrowser.hidden(list) + [("remove", UUID().uuidString), (AccountPlace.goOn, query)])
            }
            let longest = String(repeating: "a", count: AuthorizationRequest.longest)
            #expect(try await change(goingOn: longest).header("Location") == "/account/factors?go_on=\(longest)")
            for none in [longest + "a", ""] {
                let answer = try await change(goingOn: none)
                #expect(answer.status == 303 && answer.header("Location") == "/account/factors")
            }
        }
        let escaped = AccountPlace.factors.path(goingOn: AccountPlace.wayOn(String(repeating: "/", count: AuthorizationRequest.longest)))
        #expect(escaped.hasPrefix("/account/factors?go_on=%2F") && escaped.utf8.count < 28 << 10)
    }

    @Test func theyAreForWhoHasJustSignedIn() async throws {
        try await World.withPasskeys { world in
            try await world.signUp("ada")
            let browser = try await Self.loggedIn("ada", world)
            let page = try await browser.get("/account/factors")
            world.clock.advance(StepUp.longest + 1)
            for path in [
                "/account/factors", "/account/factors/totp", "/account/factors/totp/confirmation", "/account/factors/passkey", "/account/factors/passkey/registration"
            ] {
                let answer = try await browser.post(path, TestBrowser.hidden(page) + [("remove", UUID().uuidString)])
                #expect(answer.status == 303 && answer.location("max_age") == "300")
            }
            let again = try await browser.get("/account/factors")
            let login = try await browser.get(try #require(again.header("Location")))
            #expect(login.text.contains("action=\"/oauth/login\""))
            let back = try await browser.submit(login, [("username", "ada"), ("password", World.password)])
            #expect(try await browser.get(try #require(back.header("Location"))).header("Location") == "/account/factors")
            #expect(try await browser.get("/account/factors").status == 200)
            // A page of another browser, or none, sends nothing.
            #expect(try await browser.post("/account/factors/totp", [("form_token", "made-up")]).status == 403)
            #expect(try await world.count("SELECT count(*) FROM factors") == 0)
        }
    }

    @Test func aPasskeyIsMadeAndTakenAway() async throws {
        try await World.withPasskeys { world in
            let user = try await world.signUp("ada").id
            let browser = try await Self.loggedIn("ada", world)
            let list = try await browser.get("/account/factors")
            let page = try await browser.post("/account/factors/passkey", TestBrowser.hidden(list))
            #expect(page.status == 200 && page.text.contains("data-ceremony=\"create\"") && page.header("Content-Security-Policy")?.contains("script-src") == true)
            var device = TestPasskey()
            let credential = try device.registration(try TestBrowser.options(page))
            let done = try await browser.post("/account/factors/passkey/registration", TestBrowser.form(page) + [("credential", credential), ("name", "Ada's <b>phone")])
            #expect(done.status == 200 && done.text.matches(of: /<li>[a-z2-7-]{29}<\/li>/).count == 10)
            let shown = try await browser.get("/account/factors")
            #expect(shown.text.contains("Ada&#39;s &lt;b&gt;phone") && shown.text.contains("not used yet"))
            // Once.
            let again = try await browser.post("/account/factors/passkey/registration", TestBrowser.form(page) + [("credential", credential), ("name", "x")])
            #expect(again.status == 422)
            for (name, value) in [("", credential), ("x", "{}")] {
                let refused = try await browser.post("/account/factors/passkey/registration", TestBrowser.form(page) + [("credential", value), ("name", name)])
                #expect(refused.status == 422 && refused.text.contains("role=\"alert\""))
            }
            let id = try #require(try await world.pool.withConnection { try await $0.passkeys(of: user) }.first?.id)
            func rename(_ name: String?, _ id: String) async throws -> Answer {
                try await browser.post("/account/factors", TestBrowser.hidden(shown) + [("rename", id)] + (name.map { [("name", $0)] } ?? []))
            }
            #expect(try await rename("Ada's \"key\"", id.description).status == 303)
            #expect(try await browser.get("/account/factors").text.contains("value=\"Ada&#39;s &quot;key&quot;\""))
            for name in [nil, " ", String(repeating: "n", count: Passkey.longestName + 1)] {
                let refused = try await rename(name, id.description)
                #expect(refused.status == 422 && refused.text.contains("role=\"alert\""))
            }
            #expect(try await rename("Mine", UUID.v7().uuidString).status == 303)
            #expect(try await world.count("SELECT count(*) FROM passkeys WHERE name = 'Ada''s \"key\"'") == 1)
            #expect(try await browser.post("/account/factors", [("form_token", "made-up"), ("rename", id.description), ("name", "x")]).status == 403)
            #expect(try await browser.post("/account/factors", TestBrowser.hidden(shown) + [("remove", id.description)]).status == 303)
            #expect(try await world.count("SELECT count(*) FROM passkeys") == 0)
        }
    }

    @Test(arguments: [Language.english, .french]) func inBothLanguages(_ language: Language) async throws {
        try await World.withPasskeys { world in
            try await world.signUp("ada")
            let browser = try await Self.loggedIn("ada", world)
            let page = try await browser.get("/account/factors?lang=\(language.tag)")
            #expect(page.text.contains("lang=\"\(language.tag)\"") && page.header("Content-Language") == language.tag)
        }
    }

    @Test func aCodeOfSquares() throws {
        let code = try #require(QRCode("otpauth://totp/Careline%3Aada?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Careline"))
        let size = code.rows.count
        #expect(size >= 21 && (size - 17) % 4 == 0 && code.rows.allSatisfy { $0.count == size })
        // Three corners have the squares that cameras look for.
        let ring = [true, true, true, true, true, true, true]
        #expect(Array(code.rows[0][..<7]) == ring && Array(code.rows[0][(size - 7)...]) == ring && Array(code.rows[size - 1][..<7]) == ring)
        #expect(Array(code.rows[1][..<8]) == [true, false, false, false, false, false, true, false])
        #expect(QRCode(String(repeating: "x", count: 4000)) == nil && QRCode("a\u{0}b") == nil)
    }
}
