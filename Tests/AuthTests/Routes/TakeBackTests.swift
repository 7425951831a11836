import Foundation
import ServiceTestKit
import Testing

@testable import AuthService

/// Who sets a new password by a mailed link takes back what somebody else has added to the account, and nothing that was there before.
@Suite struct TakeBackTests {
    private static let other = "purple kettle hums"

    /// Where the latest mailed link leads.
    private static func page(_ world: World, _ browser: TestBrowser) async throws -> Answer {
        _ = try await world.post("/account/password/reset", json: ["usernameOrEmail": "ada"])
        try await world.fireTimers()
        return try await browser.get("/account/reset?token=\(try #require(try await world.linkTokens().last))")
    }

    private static func passkeys(_ world: World) async throws -> Int { try await world.count("SELECT count(*) FROM passkeys") }

    @Test func whatSomebodyElseAddedGoes() async throws {
        try await World.withPasskeys { world in
            try await world.signUp("ada", extra: ["email": "ada@example.org"], isProven: true)
            let own = try await world.setUpPasskey(try await world.logIn("ada")).made
            world.clock.advance(PasswordReset.takesBack + 1)
            // Who has got hold of the password and a recovery code.
            let intruder = try await world.tryLogIn("ada", code: own.recoveryCodes?.first).decode(LoginView.self)
            _ = try await world.setUpPasskey(intruder)
            try await world.signUp("eve")
            let eve = try await world.logIn("eve")
            let guardianship = try await world.invite(intruder, ["guardianId": eve.user.id.description]).decode(GuardianshipView.self).id
            #expect(try await world.accept(guardianship, eve).status == 200)

            // Unless it is wished for, all stays but the sessions.
            let browser = TestBrowser(world)
            let first = try await Self.page(world, browser)
            #expect(first.text.contains("name=\"takeBack\"") && first.text.contains("of the last 7 days") && !first.text.contains("value=\"yes\" checked"))
            #expect(try await browser.submit(first, [("password", Self.other)]).status == 200)
            #expect(try await Self.passkeys(world) == 2)
            let acting = try #require(try await world.actFor(intruder.user.id, eve.accessToken).member("access_token"))
            #expect(try await world.live(acting))

            world.clock.advance(1)
            let second = try await Self.page(world, browser)
            // What was ticked stays so.
            let refused = try await browser.submit(second, [("password", "short"), ("takeBack", "yes")])
            #expect(refused.status == 422 && refused.text.contains("value=\"yes\" checked"))
            #expect(try await browser.submit(refused, [("password", World.password), ("takeBack", "yes")]).status == 200)
            #expect(try await world.count("SELECT count(*) FROM passkeys WHERE id = \(own.passkey.id)") == 1)
            #expect(try await Self.passkeys(world) == 1)
            #expect(try await world.count("SELECT count(*) FROM users WHERE username = 'ada' AND has_second_factor") == 1)
            #expect(try await world.count("SELECT count(*) FROM recovery_codes") == 0)
            #expect(try await world.count("SELECT count(*) FROM guardianships WHERE ended_at IS NULL") == 0)
            #expect(try await !world.live(acting))
            #expect(try await world.mails("A second factor was removed").count == 1)
            #expect(try await world.mails("Somebody acts for you no more").count == 1)
            #expect(try await world.audit(.factorRemoved) == 1)
            #expect(try await world.audit(.guardianshipEnded) == 1)
        }
    }

    /// An authenticator app that an intruder has set up would keep the account's own person out.
    @Test func whoIsKeptOutByAnAppOfSomebodyElseIsInAgain() async throws {
        try await World.withPasskeys { world in
            try await world.signUp("ada", extra: ["email": "ada@example.org"], isProven: true)
            _ = try await world.setUpTOTP(try await world.logIn("ada"))
            #expect(try await world.tryLogIn("ada", code: nil).status == 401)
            let browser = TestBrowser(world)
            #expect(try await browser.submit(try await Self.page(world, browser), [("password", Self.other), ("takeBack", "yes")]).status == 200)
            #expect(try await world.tryLogIn("ada", code: nil, password: Self.other).status == 200)
        }
    }

    /// Who has the password, before there is a factor, names an address of their own: by its mails they get rid of nothing that was there before it was proven.
    @Test func anAddressTakesBackNothingOfBeforeItWasProven() async throws {
        try await World.withPasskeys { world in
            let ada = try await world.signUp("ada", extra: ["email": "ada@example.org"], isProven: true).id
            let intruder = try await world.logIn("ada")
            let named = ["email": "eve@example.org", "password": World.password]
            world.clock.advance(1)
            #expect(try await world.post("/account/email", json: named, token: intruder.accessToken).status == 202)
            world.clock.advance(60)
            let own = try await world.setUpTOTP(try await world.logIn("ada"))
            let browser = TestBrowser(world)
            let link = try #require(try await world.linkTokens("/account/verify").last)
            #expect(try await browser.submit(try await browser.get("/account/verify?token=\(link)"), []).status == 200)
            world.clock.advance(60)
            #expect(try await browser.submit(try await Self.page(world, browser), [("password", Self.other), ("takeBack", "yes")]).status == 200)
            #expect(try await world.count("SELECT count(*) FROM factors WHERE user_id = \(ada)") == 1)
            #expect(try await world.tryLogIn("ada", code: nil, password: Self.other).status == 401)
            #expect(try await world.tryLogIn("ada", code: own.code(world), password: Self.other).status == 200)
        }
    }

    /// A page of the login's, which asks for another password, shows no more than that somebody knew the one before.
    @Test func noOtherLinkTakesAnythingBack() async throws {
        try await World.withPasskeys { world in
            let ada = try await world.signUp("ada", extra: ["email": "ada@example.org"], isProven: true).id
            _ = try await world.setUpPasskey(try await world.logIn("ada"))
            let (token, now) = ("one-of-the-login-page", world.clock.now)
            try await world.pool.transaction { tx in
                try await tx.insert(
                    AccountLink(
                        tokenHash: Secret.hash(token), userID: ada, purpose: .password, createdAt: now, expiresAt: now.addingTimeInterval(PasswordReset.lifetime)))
            }
            let browser = TestBrowser(world)
            let page = try await browser.get("/account/reset?token=\(token)")
            #expect(page.status == 200 && !page.text.contains("takeBack"))
            #expect(try await browser.submit(page, [("password", Self.other), ("takeBack", "yes")]).status == 200)
            #expect(try await Self.passkeys(world) == 1)
        }
    }

    /// Whose role demands a second factor asks an operator, who knows them: by their mails alone nobody becomes them.
    @Test func whereAFactorIsDemandedNoneIsTakenBack() async throws {
        try await World.withPasskeys({ $0.secondFactorRoles = [.patient] }) { world in
            try await world.signUp("ada", extra: ["email": "ada@example.org"], isProven: true)
            let browser = TestBrowser(world)
            try await world.pool.transaction { tx in
                try await tx.execute(
                    """
                    INSERT INTO passkeys (id, user_id, credential_id, public_key, sign_count, is_backup_eligible, is_backed_up, transports, name, created_at)
                    SELECT gen_random_uuid(), id, '\\x01'::bytea, '\\x01'::bytea, 0, false, false, '{}', 'Phone', created_at FROM users
                    """)
            }
            let page = try await Self.page(world, browser)
            #expect(page.status == 200 && !page.text.contains("takeBack"))
            #expect(try await browser.submit(page, [("password", Self.other), ("takeBack", "yes")]).status == 200)
            #expect(try await Self.passkeys(world) == 1)
        }
    }
}
