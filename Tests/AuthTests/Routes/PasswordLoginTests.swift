import CareModels
import HTTP
import ServiceTestKit
import Testing

@testable import AuthService

/// CARE_PASSWORD_LOGIN.
@Suite struct PasswordLoginTests {
    @Test func noAppAsksForAPasswordWhereItIsOff() async throws {
        try await World.run({ $0.appsMayAskForPasswords = false }) { world in
            try await world.saveApp()
            try await world.signUp("ada")
            // Right, wrong, of nobody, or nothing at all: it is the same answer, and nothing was looked at.
            for body in [["username": "ada", "password": World.password], ["username": "ada", "password": "x"], ["username": "nobody", "password": "x"], [:]] {
                let refused = try await world.post("/auth/login", json: body)
                #expect(refused.status == 403 && refused.member("type")?.hasSuffix("/forbidden") == true, "\(refused.text)")
                #expect(refused.member("detail") == LogIn.isOff.string(in: .english))
            }
            let french = try await world.post("/auth/login", json: ["username": "ada", "password": World.password], headers: ["Accept-Language": "fr"])
            #expect(french.member("detail") == LogIn.isOff.string(in: .french))
            #expect(try await world.count("SELECT count(*) FROM sessions") == 0)
            #expect(try await world.count("SELECT count(*) FROM audit_log WHERE kind IN ('logged-in', 'login-failed', 'login-blocked')") == 0)
            // On the page they sign in, for an app by its code and for their account.
            let browser = TestBrowser(world)
            let typed = try await browser.submit(try await browser.get(TestApp().start()), [("username", "ada"), ("password", World.password)])
            let consent = try await browser.get(try #require(typed.header("Location")))
            #expect(try await browser.submit(consent, [("decision", "allow")]).location("code") != nil)
            #expect(try await browser.get("/account").status == 200)
        }
    }
}
