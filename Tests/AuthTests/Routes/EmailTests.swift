import CareModels
import Foundation
import HTTP
import ServiceTestKit
import Testing

@testable import AuthService

@Suite struct EmailTests {
    private static let (old, new) = ("ada@example.org", "ada.l@example.net")

    private static func change(_ server: AuthServer, _ email: String, token: String?, password: String = AuthServer.password) async throws -> Answer {
        try await server.post("/account/email", json: ["email": email, "password": password], token: token)
    }

    private static func account(_ server: AuthServer, _ id: UserID, _ token: String) async throws -> (email: String?, isVerified: Bool?, tag: String?) {
        let answer = try await server.get("/users/\(id)", token: token)
        let view = try answer.decode(UserView.self)
        return (view.email, view.emailVerified, answer.header("ETag"))
    }

    private static func open(_ server: AuthServer, _ token: String) async throws -> Answer {
        let browser = TestBrowser(server)
        let page = try await browser.get("/account/verify?token=\(token)")
        return page.status == .ok ? try await browser.submit(page, []) : page
    }

    @Test func aMailedLinkProvesTheAddressOfTheSignUp() async throws {
        try await AuthServer.with { server in
            let ada = try await server.signUp("ada", extra: ["email": Self.old])
            #expect(ada.emailVerified == false)
            let token = try await server.logIn("ada").accessToken
            #expect(try await server.get("/userinfo", token: token).text.contains(#""email_verified":false"#))
            let mail = try #require(try await server.mails("Confirm your e-mail address").first)
            let link = try #require(try await server.linkTokens("/account/verify").first)
            #expect(mail.address.text == Self.old && mail.text.contains("\(AuthServer.issuer)/account/verify?token=\(link)\n"))
            // Who looks at it has not confirmed it yet.
            let page = try await server.get("/account/verify?token=\(link)")
            #expect(page.status == .ok && page.text.contains(Self.old))
            #expect(try await Self.account(server, ada.id, token).isVerified == false)
            #expect(try await Self.open(server, link).status == .ok)
            let account = try await Self.account(server, ada.id, token)
            #expect(account.email == Self.old && account.isVerified == true && account.tag == "\"2\"")
            #expect(try await server.get("/userinfo", token: token).text.contains(#""email_verified":true"#))
            #expect(try await Self.open(server, link).status == .gone)
            #expect(try await server.audit(.emailVerified) == 1)
        }
    }

    /// Of those that the account names the first that we have, whatever the request is in.
    @Test(arguments: [(["de", "fr-CA", "en"], "fr-CA", true), (["en", "fr"], "fr", false), (["de"], "fr", true), (["de"], "en", false)])
    func mailsAreInTheLanguagesOfTheAccount(_ languages: [String], _ request: String, _ isFrench: Bool) async throws {
        try await AuthServer.with { server in
            let ada = try await server.signUp("ada", extra: ["email": Self.old])
            let login = try await server.logIn("ada")
            let change = ChangeProfile(now: server.dependencies.now)
            var patch = Profile.Patch()
            patch.languages = Patched(languages)
            let wish = patch
            _ = try await server.pool.transaction { tx in try await change(wish, of: ada.id, expectedRevision: nil, from: .platform, tx) }
            let body = ["current": AuthServer.password, "new": "another violet teapot"]
            let changed = try await server.post("/account/password", json: body, token: login.accessToken, headers: ["Accept-Language": request])
            #expect(changed.status == .noContent)
            #expect(try await server.mails("Votre mot de passe a été modifié").count == (isFrench ? 1 : 0))
            #expect(try await server.mails("Your password was changed").count == (isFrench ? 0 : 1))
        }
    }

    @Test func mailsAreInTheLanguageOfTheRequest() async throws {
        try await AuthServer.with { server in
            let body = ["username": "ada", "password": AuthServer.password, "role": "patient", "email": Self.old]
            #expect(try await server.post("/signup", json: body, headers: ["Accept-Language": "fr-CH, en;q=0.5"]).status == .created)
            let mail = try #require(try await server.mails("Confirmer votre adresse e-mail").first)
            let link = try #require(try await server.linkTokens("/account/verify").first)
            #expect(mail.text.hasPrefix("Bonjour,\n\n") && mail.text.contains("/account/verify?token=\(link)\n"))
            #expect(try await server.mails("Confirm your e-mail address").isEmpty)
        }
    }

    @Test func whoHasNoAddressIsAskedForNoProof() async throws {
        try await AuthServer.with { server in
            let ada = try await server.signUp("ada")
            #expect(ada.emailVerified == nil)
            #expect(try await server.mails().isEmpty)
        }
    }

    @Test func anotherAddressStandsOnceItIsProven() async throws {
        try await AuthServer.with { server in
            let ada = try await server.signUp("ada", extra: ["email": Self.old])
            let token = try await server.logIn("ada").accessToken
            #expect(try await Self.open(server, try #require(try await server.linkTokens("/account/verify").first)).status == .ok)
            server.clock.advance(1)
            #expect(try await Self.change(server, Self.new, token: token).status == .accepted)
            let before = try await Self.account(server, ada.id, token)
            #expect(before.email == Self.old && before.isVerified == true)
            #expect(try await server.mails("Your e-mail address was changed").isEmpty)
            // A link that went to the old address is worth nothing once the new one stands.
            _ = try await server.post("/account/password/reset", json: ["usernameOrEmail": "ada"])
            try await server.fireTimers()
            let reset = try #require(try await server.linkTokens("/account/reset").first)

            let link = try #require(try await server.linkTokens("/account/verify").last)
            #expect(try await Self.open(server, link).status == .ok)
            let after = try await Self.account(server, ada.id, token)
            #expect(after.email == Self.new && after.isVerified == true && after.tag != before.tag)
            #expect(try await server.mails("Your e-mail address was changed").map(\.address.text) == [Self.old])
            #expect(try await server.get("/account/reset?token=\(reset)").status == .gone)
        }
    }

    @Test func theSameAddressGetsAnotherLinkUntilItIsProven() async throws {
        try await AuthServer.with { server in
            try await server.signUp("ada", extra: ["email": Self.old])
            let token = try await server.logIn("ada").accessToken
            server.clock.advance(1)
            #expect(try await Self.change(server, "ADA@example.org", token: token).status == .accepted)
            let links = try await server.linkTokens("/account/verify")
            #expect(links.count == 2)
            #expect(try await Self.open(server, links[1]).status == .ok)
            #expect(try await Self.open(server, links[0]).status == .gone)
            #expect(try await server.mails("Your e-mail address was changed").isEmpty)
            #expect(try await Self.change(server, Self.old, token: token).status == .accepted)
            #expect(try await server.linkTokens("/account/verify").count == 2)
        }
    }

    @Test func nobodysLetterBoxIsFilled() async throws {
        try await AuthServer.with { server in
            try await server.signUp("ada", extra: ["email": Self.old])
            let token = try await server.logIn("ada").accessToken
            for number in 0..<5 { #expect(try await Self.change(server, "victim\(number)@example.net", token: token).status == .accepted) }
            #expect(try await server.mails().count == EmailVerification.mostLinks)
            server.clock.advance(EmailVerification.lifetime)
            let fresh = try await server.logIn("ada").accessToken
            #expect(try await Self.change(server, Self.new, token: fresh).status == .accepted)
            #expect(try await server.mails().count == EmailVerification.mostLinks + 1)
        }
    }

    @Test(arguments: ["nobody", "ada@example.org\r\nBcc: eve@example.org", "ådå@example.org", ""]) func noAddress(_ email: String) async throws {
        try await AuthServer.with { server in
            try await server.signUp("ada")
            let answer = try await Self.change(server, email, token: try await server.logIn("ada").accessToken)
            #expect(answer.status == .badRequest && answer.fields == ["email"])
        }
    }

    @Test func whoMayNotChangeIt() async throws {
        try await AuthServer.with { server in
            try await server.signUp("ada")
            let login = try await server.logIn("ada")
            #expect(try await Self.change(server, Self.new, token: nil).status == .unauthorized)
            let wrong = try await Self.change(server, Self.new, token: login.accessToken, password: "not the password")
            #expect(wrong.status == .badRequest && wrong.fields == ["password"])
            #expect(try await server.audit(.loginFailed) == 1)
            let narrow = try #require(try await server.refresh(login.refreshToken, scope: "openid account:read").member("access_token"))
            #expect(try await Self.change(server, Self.new, token: narrow).status == .forbidden)
            #expect(try await server.mails().isEmpty)
        }
    }

    @Test func aLinkExpiresAndItsFormIsOfItsBrowser() async throws {
        try await AuthServer.with { server in
            try await server.signUp("ada", extra: ["email": Self.old])
            let link = try #require(try await server.linkTokens("/account/verify").first)
            #expect(try await server.post("/account/verify", form: [("token", link), ("form_token", "made-up")]).status == .forbidden)
            // A link for one purpose is none for another.
            #expect(try await server.get("/account/reset?token=\(link)").status == .gone)
            let browser = TestBrowser(server)
            let page = try await browser.get("/account/verify?token=\(link)")
            server.clock.advance(EmailVerification.lifetime)
            #expect(try await browser.submit(page, []).status == .gone)
            #expect(try await server.count("SELECT count(*) FROM users WHERE email_verified_at IS NOT NULL") == 0)
        }
    }
}
