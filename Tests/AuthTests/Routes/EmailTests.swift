import CareModels
import Foundation
import HTTP
import ServiceTestKit
import Testing

@testable import AuthService

@Suite struct EmailTests {
    private static let (old, new) = ("ada@example.org", "ada.l@example.net")

    private static func change(_ world: World, _ email: String, token: String?, password: String = World.password) async throws -> Answer {
        try await world.post("/account/email", json: ["email": email, "password": password], token: token)
    }

    private static func account(_ world: World, _ id: UserID, _ token: String) async throws -> (email: String?, isVerified: Bool?, tag: String?) {
        let answer = try await world.get("/users/\(id)", token: token)
        let view = try answer.decode(UserView.self)
        return (view.email, view.emailVerified, answer.header("ETag"))
    }

    private static func open(_ world: World, _ token: String) async throws -> Answer {
        let browser = TestBrowser(world)
        let page = try await browser.get("/account/verify?token=\(token)")
        return page.status == 200 ? try await browser.submit(page, []) : page
    }

    @Test func aMailedLinkProvesTheAddressOfTheSignUp() async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada", extra: ["email": Self.old])
            #expect(ada.emailVerified == false)
            let token = try await world.logIn("ada").accessToken
            #expect(try await world.get("/userinfo", token: token).text.contains(#""email_verified":false"#))
            let mail = try #require(try await world.mails("Confirm your e-mail address").first)
            let link = try #require(try await world.linkTokens("/account/verify").first)
            #expect(mail.address.text == Self.old && mail.text.contains("\(World.issuer)/account/verify?token=\(link)\n"))
            // Who looks at it has not confirmed it yet.
            let page = try await world.get("/account/verify?token=\(link)")
            #expect(page.status == 200 && page.text.contains(Self.old))
            #expect(try await Self.account(world, ada.id, token).isVerified == false)
            #expect(try await Self.open(world, link).status == 200)
            let account = try await Self.account(world, ada.id, token)
            #expect(account.email == Self.old && account.isVerified == true && account.tag == "\"2\"")
            #expect(try await world.get("/userinfo", token: token).text.contains(#""email_verified":true"#))
            #expect(try await Self.open(world, link).status == 410)
            #expect(try await world.audit(.emailVerified) == 1)
        }
    }

    /// Of those that the account names the first that we have, whatever the request is in.
    @Test(arguments: [(["de", "fr-CA", "en"], "fr-CA", true), (["en", "fr"], "fr", false), (["de"], "fr", true), (["de"], "en", false)])
    func mailsAreInTheLanguagesOfTheAccount(_ languages: [String], _ request: String, _ isFrench: Bool) async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada", extra: ["email": Self.old], isProven: true)
            let login = try await world.logIn("ada")
            let change = ChangeProfile(now: world.dependencies.now)
            var patch = Profile.Patch()
            patch.languages = Patched(languages)
            let wish = patch
            _ = try await world.pool.transaction { tx in try await change(wish, of: ada.id, expectedRevision: nil, from: .platform, tx) }
            let body = ["current": World.password, "new": "another violet teapot"]
            let changed = try await world.post("/account/password", json: body, token: login.accessToken, headers: ["Accept-Language": request])
            #expect(changed.status == 204)
            #expect(try await world.mails("Votre mot de passe a été modifié").count == (isFrench ? 1 : 0))
            #expect(try await world.mails("Your password was changed").count == (isFrench ? 0 : 1))
        }
    }

    /// Also those that follow from what others do.
    @Test func mailsOfFactorsAndGuardianshipsAreInTheLanguagesOfTheAccount() async throws {
        try await World.withPasskeys { world in
            for name in ["ada", "eve"] {
                let id = try await world.signUp(name, extra: ["email": "\(name)@example.org"]).id
                try await world.pool.transaction { tx in
                    try await tx.setVerifiedEmail("\(name)@example.org", of: id, now: world.clock.now)
                    if name == "ada" { try await tx.execute("UPDATE users SET languages = ARRAY['fr'] WHERE id = \(id)") }
                }
            }
            let (ada, eve) = (try await world.logIn("ada"), try await world.logIn("eve"))
            _ = try await world.setUpPasskey(ada)
            let invited = try await world.invite(eve, ["guardianId": ada.user.id.description])
            #expect(invited.status == 201, "\(invited.text)")
            let chief = try await world.admin()
            #expect(try await world.post("/admin/users/\(ada.user.id)/factors/reset", json: ["reason": "lost"], token: chief.accessToken).status == 204)
            for (subject, address) in [
                ("Une clé d’accès a été ajoutée", "ada@example.org"), ("Vos seconds facteurs ont été retirés", "ada@example.org"),
                ("On vous demande d’agir pour quelqu’un", "ada@example.org"), ("Somebody was invited to act for you", "eve@example.org")
            ] {
                #expect(try await world.mails(subject).map(\.address.text) == [address], "\(subject)")
            }
        }
    }

    @Test func mailsAreInTheLanguageOfTheRequest() async throws {
        try await World.run { world in
            let body = ["username": "ada", "password": World.password, "role": "patient", "email": Self.old]
            #expect(try await world.post("/signup", json: body, headers: ["Accept-Language": "fr-CH, en;q=0.5"]).status == 201)
            let mail = try #require(try await world.mails("Confirmer votre adresse e-mail").first)
            let link = try #require(try await world.linkTokens("/account/verify").first)
            #expect(mail.text.hasPrefix("Bonjour,\n\n") && mail.text.contains("/account/verify?token=\(link)\n"))
            #expect(try await world.mails("Confirm your e-mail address").isEmpty)
        }
    }

    @Test func whoHasNoAddressIsAskedForNoProof() async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada")
            #expect(ada.emailVerified == nil)
            #expect(try await world.mails().isEmpty)
        }
    }

    @Test func anotherAddressStandsOnceItIsProven() async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada", extra: ["email": Self.old])
            let token = try await world.logIn("ada").accessToken
            #expect(try await Self.open(world, try #require(try await world.linkTokens("/account/verify").first)).status == 200)
            world.clock.advance(1)
            #expect(try await Self.change(world, Self.new, token: token).status == 202)
            let before = try await Self.account(world, ada.id, token)
            #expect(before.email == Self.old && before.isVerified == true)
            #expect(try await world.mails("Your e-mail address was changed").isEmpty)
            // A link that went to the old address is worth nothing once the new one stands.
            _ = try await world.post("/account/password/reset", json: ["usernameOrEmail": "ada"])
            try await world.fireTimers()
            let reset = try #require(try await world.linkTokens("/account/reset").first)

            let link = try #require(try await world.linkTokens("/account/verify").last)
            #expect(try await Self.open(world, link).status == 200)
            let after = try await Self.account(world, ada.id, token)
            #expect(after.email == Self.new && after.isVerified == true && after.tag != before.tag)
            #expect(try await world.mails("Your e-mail address was changed").map(\.address.text) == [Self.old])
            #expect(try await world.get("/account/reset?token=\(reset)").status == 410)
        }
    }

    @Test func theSameAddressGetsAnotherLinkUntilItIsProven() async throws {
        try await World.run { world in
            try await world.signUp("ada", extra: ["email": Self.old])
            let token = try await world.logIn("ada").accessToken
            world.clock.advance(1)
            #expect(try await Self.change(world, "ADA@example.org", token: token).status == 202)
            let links = try await world.linkTokens("/account/verify")
            #expect(links.count == 2)
            #expect(try await Self.open(world, links[1]).status == 200)
            #expect(try await Self.open(world, links[0]).status == 410)
            #expect(try await world.mails("Your e-mail address was changed").isEmpty)
            #expect(try await Self.change(world, Self.old, token: token).status == 202)
            #expect(try await world.linkTokens("/account/verify").count == 2)
        }
    }

    enum ShutOut: CaseIterable, Sendable { case change, reset, suspension, factors }

    /// Who knew the password had asked for a link to a letter box of their own: with it they would have the account again, and its person would not.
    @Test(arguments: ShutOut.allCases) func aLinkToElsewhereIsOverOnceItsAskerIsShutOut(_ way: ShutOut) async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada", extra: ["email": "Ada@example.org"], isProven: true)
            world.clock.advance(1)
            let token = try await world.logIn("ada").accessToken
            #expect(try await Self.change(world, Self.new, token: token).status == 202)
            let links = try await world.linkTokens("/account/verify")
            try #require(links.count == 2)
            let dependencies = world.dependencies
            switch way {
            case .change:
                let body = ["current": World.password, "new": "purple kettle hums"]
                #expect(try await world.post("/account/password", json: body, token: token).status == 204)
            case .reset:
                _ = try await world.post("/account/password/reset", json: ["usernameOrEmail": "ada"])
                try await world.fireTimers()
                let browser = TestBrowser(world)
                let page = try await browser.get("/account/reset?token=\(try #require(try await world.linkTokens().first))")
                #expect(try await browser.submit(page, [("password", "purple kettle hums")]).status == 200)
            case .suspension:
                let suspend = SuspendPerson(now: dependencies.now)
                try await world.pool.transaction { tx in try await suspend(ada.id, for: .security, from: .platform, tx) }
            case .factors:
                let reset = ResetFactors(tell: dependencies.tellOfAccount, now: dependencies.now)
                try await world.pool.transaction { tx in try await reset(ada.id, for: .stolen, from: .platform, tx) }
            }
            #expect(try await Self.open(world, links[1]).status == 410)
            #expect(try await world.count("SELECT count(*) FROM users WHERE id = \(ada.id) AND lower(email) = 'ada@example.org'") == 1)
            // One to the address that the account has is still of use, and to nobody else.
            #expect(try await Self.open(world, links[0]).status == 200)
        }
    }

    @Test func nobodysLetterBoxIsFilled() async throws {
        try await World.run { world in
            try await world.signUp("ada", extra: ["email": Self.old])
            let token = try await world.logIn("ada").accessToken
            for number in 0..<5 { #expect(try await Self.change(world, "victim\(number)@example.net", token: token).status == 202) }
            #expect(try await world.mails().count == EmailVerification.mostLinks)
            world.clock.advance(EmailVerification.lifetime)
            let fresh = try await world.logIn("ada").accessToken
            #expect(try await Self.change(world, Self.new, token: fresh).status == 202)
            #expect(try await world.mails().count == EmailVerification.mostLinks + 1)
        }
    }

    /// What was mailed counts until its link would have expired, also when that is over before.
    @Test func noMoreLinksGoToStrangersAfterAnotherPassword() async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada").id
            let token = try await world.logIn("ada").accessToken
            for number in 0..<EmailVerification.mostLinks { #expect(try await Self.change(world, "victim\(number)@example.net", token: token).status == 202) }
            let other = "purple kettle hums"
            #expect(try await world.post("/account/password", json: ["current": World.password, "new": other], token: token).status == 204)
            #expect(try await Self.change(world, "victim@example.net", token: token, password: other).status == 202)
            let links = try await world.linkTokens("/account/verify")
            #expect(links.count == EmailVerification.mostLinks)
            for link in links { #expect(try await Self.open(world, link).status == 410) }
            // Nor are they among what still works.
            let now = world.clock.now
            let working = try await world.pool.withConnection { try await $0.links(of: ada, limit: 10, now: now) }
            #expect(working.isEmpty)
        }
    }

    @Test func noMoreLinksGoToStrangersAfterAProof() async throws {
        try await World.run { world in
            try await world.signUp("ada", extra: ["email": Self.old])
            let token = try await world.logIn("ada").accessToken
            let own = try #require(try await world.linkTokens("/account/verify").first)
            for number in 0..<2 { #expect(try await Self.change(world, "victim\(number)@example.net", token: token).status == 202) }
            #expect(try await world.linkTokens("/account/verify").count == EmailVerification.mostLinks)
            #expect(try await Self.open(world, own).status == 200)
            // The one that was theirs counts no more.
            for number in 2..<5 { #expect(try await Self.change(world, "victim\(number)@example.net", token: token).status == 202) }
            #expect(try await world.linkTokens("/account/verify").count == EmailVerification.mostLinks + 1)
        }
    }

    @Test(arguments: ["nobody", "ada@example.org\r\nBcc: eve@example.org", "ådå@example.org", ""]) func noAddress(_ email: String) async throws {
        try await World.run { world in
            try await world.signUp("ada")
            let answer = try await Self.change(world, email, token: try await world.logIn("ada").accessToken)
            #expect(try answer.status == 400 && answer.problem.fieldNames == ["email"])
        }
    }

    @Test func whoMayNotChangeIt() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            let login = try await world.logIn("ada")
            #expect(try await Self.change(world, Self.new, token: nil).status == 401)
            let wrong = try await Self.change(world, Self.new, token: login.accessToken, password: "not the password")
            #expect(try wrong.status == 400 && wrong.problem.fieldNames == ["password"])
            #expect(try await world.audit(.loginFailed) == 1)
            let narrow = try #require(try await world.refresh(login.refreshToken, scope: "openid account:read").member("access_token"))
            #expect(try await Self.change(world, Self.new, token: narrow).status == 403)
            #expect(try await world.mails().isEmpty)
        }
    }

    @Test func aLinkExpiresAndItsFormIsOfItsBrowser() async throws {
        try await World.run { world in
            try await world.signUp("ada", extra: ["email": Self.old])
            let link = try #require(try await world.linkTokens("/account/verify").first)
            #expect(try await world.post("/account/verify", form: [("token", link), ("form_token", "made-up")]).status == 403)
            // A link for one purpose is none for another.
            #expect(try await world.get("/account/reset?token=\(link)").status == 410)
            let browser = TestBrowser(world)
            let page = try await browser.get("/account/verify?token=\(link)")
            world.clock.advance(EmailVerification.lifetime)
            #expect(try await browser.submit(page, []).status == 410)
            #expect(try await world.count("SELECT count(*) FROM users WHERE email_verified_at IS NOT NULL") == 0)
        }
    }
}
