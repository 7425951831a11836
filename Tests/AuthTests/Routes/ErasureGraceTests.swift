import CareModels
import Foundation
import HTTP
import ServiceTestKit
import Testing

@testable import AuthService

/// An account whose person wants it erased, and has time to think again.
@Suite struct ErasureGraceTests {
    private static let week: TimeInterval = 7 * 86_400
    private static let mail = "Your account is to be erased"

    private static func with(grace: TimeInterval = week, _ body: (World) async throws -> Void) async throws {
        try await World.run({ $0.erasureGrace = grace }, body)
    }

    /// How many are erased that are due.
    private static func sweep(_ world: World) async throws -> Int {
        let erase = EraseDue(erase: world.dependencies.erasePerson, now: world.dependencies.now)
        var count = 0
        while true {
            let isMore = try await world.pool.transaction { tx in try await erase(tx) }
            guard isMore else { return count }
            count += 1
        }
    }

    private static func withdraw(_ world: World, password: String = World.password, code: String? = nil) async throws -> Answer {
        var body = ["username": "ada", "password": password]
        body["code"] = code
        return try await world.post("/account/erasure/withdrawal", json: body)
    }

    /// What the login page for the pages of the account answers with.
    private static func logIn(_ browser: TestBrowser) async throws -> Answer {
        let login = try #require(try await browser.get("/account").header("Location"))
        return try await browser.submit(try await browser.get(login), [("username", "ada"), ("password", World.password)])
    }

    @Test func everySessionEndsAtOnceAndTheRestAWeekLater() async throws {
        try await Self.with { world in
            try await world.saveApp()
            let ada = try await world.signUp("ada", extra: ["email": "ada@example.org"])
            try await world.pool.transaction { tx in try await tx.setVerifiedEmail("ada@example.org", of: ada.id, now: world.clock.now) }
            let (login, other) = (try await world.logIn("ada"), try await world.logIn("ada"))
            let (browser, app) = (TestBrowser(world), TestApp())
            let code = try await app.code(browser, username: "ada")
            let asked = try await world.send(.DELETE, "/users/\(ada.id)", token: login.accessToken)
            #expect(asked.status == 202)
            let eraseAt = try asked.decode(ErasureView.self).eraseAt
            #expect(abs(eraseAt.timeIntervalSince(world.clock.now) - Self.week) < 1)

            for token in [login, other] {
                #expect(try await world.get("/users/\(ada.id)", token: token.accessToken).status == 401)
                #expect(try await world.refresh(token.refreshToken).member("error") == "invalid_grant")
            }
            #expect(try await app.exchange(code, on: world).member("error") == "invalid_grant")
            #expect(try await browser.get(app.start()).text.contains("name=\"password\""))
            // Nobody else hears of it, but that the sessions have ended.
            #expect(try await world.events(about: ada.id.uuid) == [UserRegistered.type])
            #expect(try await world.get("/users/\(ada.id)", token: world.admin().accessToken).status == 200)
            let mail = try #require(try await world.mails(Self.mail).first)
            #expect(mail.address.text == "ada@example.org" && mail.text.contains(Erasure.spelled(eraseAt)) && mail.text.contains("\(World.issuer)/account\n"))

            let refused = try await world.tryLogIn("ada", code: nil)
            #expect(refused.status == 403 && refused.member("type")?.hasSuffix("/account-to-be-erased") == true)
            #expect(refused.member("detail")?.contains(Erasure.spelled(eraseAt)) == true)
            #expect(try await world.tryLogIn("ada", code: nil, password: "not her password").status == 401)
            #expect(try await world.count("SELECT count(*) FROM sessions WHERE user_id = \(ada.id) AND revoked_at IS NULL") == 0)

            world.clock.advance(Self.week - 2)
            #expect(try await Self.sweep(world) == 0)
            world.clock.advance(3)
            #expect(try await Self.sweep(world) == 1)
            #expect(try await Self.sweep(world) == 0)
            #expect(try await world.events(about: ada.id.uuid) == [UserRegistered.type, UserDeleted.type])
            #expect(try await world.tryLogIn("ada", code: nil).status == 401)
            #expect(try await Self.withdraw(world).status == 401)
            #expect(try await world.audit(.erasureAsked) == 1)
            #expect(try await world.audit(.accountErased) == 1)
        }
    }

    @Test func anAddressThatIsNotProvenIsNotWrittenTo() async throws {
        try await Self.with { world in
            let ada = try await world.signUp("ada", extra: ["email": "ada@example.org"])
            #expect(try await world.send(.DELETE, "/users/\(ada.id)", token: world.logIn("ada").accessToken).status == 202)
            #expect(try await world.mails(Self.mail).isEmpty)
        }
    }

    @Test func whoThinksAgainKeepsEverything() async throws {
        try await Self.with { world in
            let ada = try await world.signUp("ada")
            #expect(try await world.send(.DELETE, "/users/\(ada.id)", token: world.logIn("ada").accessToken).status == 202)
            #expect(try await Self.withdraw(world, password: "not her password").status == 401)
            #expect(try await world.tryLogIn("ada", code: nil).status == 403)
            #expect(try await Self.withdraw(world).status == 204)
            // Said once more it changes nothing.
            #expect(try await Self.withdraw(world).status == 204)
            #expect(try await world.audit(.erasureWithdrawn) == 1)
            #expect(try await world.logIn("ada").user.id == ada.id)
            world.clock.advance(Self.week + 1)
            #expect(try await Self.sweep(world) == 0)
            #expect(try await world.events(about: ada.id.uuid) == [UserRegistered.type])
        }
    }

    @Test func theSecondFactorIsWantedToo() async throws {
        try await Self.with { world in
            let ada = try await world.signUp("ada")
            let app = try await world.setUpTOTP(world.logIn("ada"))
            let login = try await world.tryLogIn("ada", code: app.code(world)).decode(LoginView.self)
            #expect(try await world.send(.DELETE, "/users/\(ada.id)", token: login.accessToken).status == 202)
            world.clock.advance(Double(OneTimeCode.seconds))
            let without = try await Self.withdraw(world)
            #expect(without.status == 401 && without.member("type")?.hasSuffix("/second-factor-required") == true)
            #expect(try await Self.withdraw(world, code: "000000").status == 401)
            #expect(try await world.audit(.erasureWithdrawn) == 0)
            #expect(try await Self.withdraw(world, code: app.code(world)).status == 204)
        }
    }

    @Test func thePagesAskWhetherItStays() async throws {
        try await Self.with { world in
            try await world.signUp("ada")
            let browser = TestBrowser(world)
            #expect(try await Self.logIn(browser).status == 303)
            let page = try await browser.get("/account/erase")
            #expect(page.text.contains("It happens in 7 days."))
            let asked = try await browser.submit(page, [("password", World.password)])
            #expect(asked.status == 200 && asked.text.contains(Self.mail) && asked.text.contains("UTC"))
            #expect(try await browser.get("/account").status == 303)

            let offer = try await Self.logIn(browser)
            #expect(offer.status == 200 && offer.text.contains("Keep my account"))
            #expect(try await browser.get("/account").status == 303)
            let forged = try await browser.post("/account/erase/withdraw", TestBrowser.hidden(offer).map { ($0.0, $0.0 == "form_token" ? "made-up" : $0.1) })
            #expect(forged.status == 403)
            #expect(try await browser.post("/account/erase/withdraw", TestBrowser.hidden(offer).map { ($0.0, $0.0 == "token" ? "made-up" : $0.1) }).status == 410)
            #expect(try await world.audit(.erasureWithdrawn) == 0)
            let kept = try await browser.submit(offer, [])
            #expect(kept.status == 200 && kept.text.contains("Your account stays"))
            #expect(try await browser.submit(offer, []).status == 410)
            #expect(try await Self.logIn(browser).status == 303)
        }
    }

    @Test func whoIsSuspendedTakesNothingBack() async throws {
        try await Self.with { world in
            let ada = try await world.signUp("ada")
            #expect(try await world.send(.DELETE, "/users/\(ada.id)", token: world.logIn("ada").accessToken).status == 202)
            let browser = TestBrowser(world)
            let offer = try await Self.logIn(browser)
            _ = try await SuspendCommand.suspend("ada", for: .abuse, pool: world.pool, now: world.clock.now)
            #expect(try await world.count("SELECT count(*) FROM account_links") == 0)
            #expect(try await browser.submit(offer, []).status == 410)
            // Nor with a link that was made meanwhile.
            let link = AccountLink(
                tokenHash: Secret.hash("late"), userID: ada.id, purpose: .erasure, createdAt: world.clock.now, expiresAt: world.clock.now + 60)
            try await world.pool.transaction { tx in try await tx.insert(link) }
            let keep = world.dependencies.keepAccount
            await #expect(throws: Refusal.linkOver) { try await world.pool.transaction { tx in try await keep(link, from: .platform, tx) } }
            #expect(try await world.audit(.erasureWithdrawn) == 0)
        }
    }

    @Test func oneWhoCannotBeErasedKeepsNobodyElse() async throws {
        try await Self.with(grace: 60) { world in
            var ids: [String] = []
            for name in ["ada", "grace"] {
                let person = try await world.signUp(name)
                #expect(try await world.send(.DELETE, "/users/\(person.id)", token: world.logIn(name).accessToken).status == 202)
                ids.append("\(person.id)")
                world.clock.advance(1)
            }
            // Whatever it is that keeps the row.
            let held = "CREATE TABLE held (user_id uuid REFERENCES users (id)); INSERT INTO held VALUES ('\(ids[0])')"
            try await world.pool.transaction { try await $0.script(held) }
            world.clock.advance(61)
            let erase = EraseDue(erase: world.dependencies.erasePerson, now: world.dependencies.now)
            let isMore = try await world.pool.transaction { tx in try await erase(tx) }
            #expect(isMore)
            #expect(try await world.count("SELECT count(*) FROM users WHERE username = 'grace'") == 0)
            // It is seen, and tried again.
            await #expect(throws: (any Error).self) { try await world.pool.transaction { tx in try await erase(tx) } }
            #expect(try await world.count("SELECT count(*) FROM users WHERE username = 'ada'") == 1)
            try await world.pool.transaction { try await $0.script("DROP TABLE held") }
            #expect(try await Self.sweep(world) == 1)
            #expect(try await world.audit(.accountErased) == 2)
        }
    }

    /// Whichever of the two locks the account first.
    @Test func theSweepAndWhoThinksAgainMeet() async throws {
        try await Self.with(grace: 60) { world in
            let ada = try await world.signUp("ada")
            #expect(try await world.send(.DELETE, "/users/\(ada.id)", token: world.logIn("ada").accessToken).status == 202)
            let offer = try await Self.logIn(TestBrowser(world))
            world.clock.advance(61)
            try await world.pool.transaction { tx in
                _ = try await tx.lockedUser(ada.id)
                // Others have it in hand: not now.
                #expect(try await Self.sweep(world) == 0)
            }
            let link = try #require(TestBrowser.hidden(offer).first { $0.0 == "token" }?.1)
            let erase = EraseDue(erase: world.dependencies.erasePerson, now: world.dependencies.now)
            let late = try await world.pool.transaction { tx in
                #expect(try await erase(tx))
                let late = Task { try await Self.withdraw(world) }
                while try await world.pool.withConnection({ connection in
                    try await connection.first("SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'") == nil
                }) { try await Task.sleep(for: .milliseconds(5)) }
                return late
            }
            #expect(try await late.value.status == 401)
            let keep = world.dependencies.keepAccount
            let gone = AccountLink(tokenHash: Secret.hash(link), userID: ada.id, purpose: .erasure, createdAt: world.clock.now, expiresAt: world.clock.now)
            await #expect(throws: Refusal.linkOver) { try await world.pool.transaction { tx in try await keep(gone, from: .platform, tx) } }
            #expect(try await world.audit(.accountErased) == 1)
            #expect(try await world.audit(.erasureWithdrawn) == 0)
        }
    }

    @Test func askedTwiceTheFirstInstantCounts() async throws {
        try await Self.with { world in
            let ada = try await world.signUp("ada")
            let ask = world.dependencies.askForErasure(in: .english)
            let first = try #require(try await world.pool.transaction { tx in try await ask(ada.id, from: .platform, tx) })
            world.clock.advance(60)
            let second = try #require(try await world.pool.transaction { tx in try await ask(ada.id, from: .platform, tx) })
            #expect(abs(second.timeIntervalSince(first)) < 0.001)
            #expect(try await world.audit(.erasureAsked) == 1)
        }
    }

    /// Who runs the platform is bound by no wish to think again.
    @Test func anAdminErasesAtOnce() async throws {
        try await Self.with { world in
            let (ada, eve) = (try await world.signUp("ada"), try await world.signUp("eve"))
            let chief = try await world.admin().accessToken
            #expect(try await world.send(.DELETE, "/users/\(eve.id)", token: chief).status == 204)
            #expect(try await world.send(.DELETE, "/users/\(ada.id)", token: world.logIn("ada").accessToken).status == 202)
            #expect(try await world.send(.DELETE, "/users/\(ada.id)", token: chief).status == 204)
            #expect(try await world.events(about: ada.id.uuid) == [UserRegistered.type, UserDeleted.type])
        }
    }

    @Test func anAppOfOthersErasesOnlyForWhoHasJustSignedIn() async throws {
        try await Self.with(grace: 0) { world in
            try await world.saveApp()
            let ada = try await world.signUp("ada")
            let app = TestApp(scope: "openid account:read account:write")
            let tokens = try await app.exchange(app.code(TestBrowser(world), username: "ada"), on: world).decode(TokenView.self)
            let own = try await world.logIn("ada").accessToken
            world.clock.advance(StepUp.longest + 1)
            let refused = try await world.send(.DELETE, "/users/\(ada.id)", token: tokens.access_token)
            #expect(refused.status == 401 && refused.header("WWW-Authenticate")?.contains("insufficient_user_authentication") == true)
            #expect(try await world.get("/account/export", token: tokens.access_token).status == 401)
            // What else it was given the right to goes on.
            #expect(try await world.get("/users/\(ada.id)", token: tokens.access_token).status == 200)
            let fresh = try await app.exchange(app.code(TestBrowser(world), username: "ada"), on: world).decode(TokenView.self)
            #expect(try await world.get("/account/export", token: fresh.access_token).status == 200)
            #expect(try await world.get("/account/export", token: own).status == 200)
            #expect(try await world.send(.DELETE, "/users/\(ada.id)", token: fresh.access_token).status == 204)
        }
    }
}
