import CareModels
import Foundation
import HTTP
import Testing

@testable import AuthService

/// An account whose person wants it erased, and has time to think again.
@Suite struct ErasureGraceTests {
    private static let week: TimeInterval = 7 * 86_400
    private static let mail = "Your account is to be erased"

    private static func with(grace: TimeInterval = week, _ body: (AuthServer) async throws -> Void) async throws {
        try await AuthServer.with({ $0.erasureGrace = grace }, body)
    }

    /// How many are erased that are due.
    private static func sweep(_ server: AuthServer) async throws -> Int {
        let erase = EraseDue(erase: server.dependencies.erasePerson, now: server.dependencies.now)
        var count = 0
        while true {
            let isMore = try await server.pool.transaction { tx in try await erase(tx) }
            guard isMore else { return count }
            count += 1
        }
    }

    private static func withdraw(_ server: AuthServer, password: String = AuthServer.password, code: String? = nil) async throws -> Answer {
        var body = ["username": "ada", "password": password]
        body["code"] = code
        return try await server.post("/account/erasure/withdrawal", json: body)
    }

    /// What the login page for the pages of the account answers with.
    private static func logIn(_ browser: TestBrowser) async throws -> Answer {
        let login = try #require(try await browser.get("/account").header("Location"))
        return try await browser.submit(try await browser.get(login), [("username", "ada"), ("password", AuthServer.password)])
    }

    @Test func everySessionEndsAtOnceAndTheRestAWeekLater() async throws {
        try await Self.with { server in
            try await server.saveApp()
            let ada = try await server.signUp("ada", extra: ["email": "ada@example.org"])
            try await server.pool.transaction { tx in try await tx.setVerifiedEmail("ada@example.org", of: ada.id, now: server.clock.now) }
            let (login, other) = (try await server.logIn("ada"), try await server.logIn("ada"))
            let (browser, app) = (TestBrowser(server), TestApp())
            let code = try await app.code(browser, username: "ada")
            let asked = try await server.send(.DELETE, "/users/\(ada.id)", token: login.accessToken)
            #expect(asked.status == .accepted)
            let eraseAt = try asked.decode(ErasureView.self).eraseAt
            #expect(abs(eraseAt.timeIntervalSince(server.clock.now) - Self.week) < 1)

            for token in [login, other] {
                #expect(try await server.get("/users/\(ada.id)", token: token.accessToken).status == .unauthorized)
                #expect(try await server.refresh(token.refreshToken).member("error") == "invalid_grant")
            }
            #expect(try await app.exchange(code, on: server).member("error") == "invalid_grant")
            #expect(try await browser.get(app.start()).text.contains("name=\"password\""))
            // Nobody else hears of it, but that the sessions have ended.
            #expect(try await server.events(about: ada.id.uuid) == [UserRegistered.type])
            #expect(try await server.get("/users/\(ada.id)", token: server.admin().accessToken).status == .ok)
            let mail = try #require(try await server.mails(Self.mail).first)
            #expect(mail.address.text == "ada@example.org" && mail.text.contains(Erasure.spelled(eraseAt)) && mail.text.contains("\(AuthServer.issuer)/account\n"))

            let refused = try await server.tryLogIn("ada", code: nil)
            #expect(refused.status == .forbidden && refused.member("type")?.hasSuffix("/account-to-be-erased") == true)
            #expect(refused.member("detail")?.contains(Erasure.spelled(eraseAt)) == true)
            #expect(try await server.tryLogIn("ada", code: nil, password: "not her password").status == .unauthorized)
            #expect(try await server.count("SELECT count(*) FROM sessions WHERE user_id = \(ada.id) AND revoked_at IS NULL") == 0)

            server.clock.advance(Self.week - 2)
            #expect(try await Self.sweep(server) == 0)
            server.clock.advance(3)
            #expect(try await Self.sweep(server) == 1)
            #expect(try await Self.sweep(server) == 0)
            #expect(try await server.events(about: ada.id.uuid) == [UserRegistered.type, UserDeleted.type])
            #expect(try await server.tryLogIn("ada", code: nil).status == .unauthorized)
            #expect(try await Self.withdraw(server).status == .unauthorized)
            #expect(try await server.audit(.erasureAsked) == 1)
            #expect(try await server.audit(.accountErased) == 1)
        }
    }

    @Test func anAddressThatIsNotProvenIsNotWrittenTo() async throws {
        try await Self.with { server in
            let ada = try await server.signUp("ada", extra: ["email": "ada@example.org"])
            #expect(try await server.send(.DELETE, "/users/\(ada.id)", token: server.logIn("ada").accessToken).status == .accepted)
            #expect(try await server.mails(Self.mail).isEmpty)
        }
    }

    @Test func whoThinksAgainKeepsEverything() async throws {
        try await Self.with { server in
            let ada = try await server.signUp("ada")
            #expect(try await server.send(.DELETE, "/users/\(ada.id)", token: server.logIn("ada").accessToken).status == .accepted)
            #expect(try await Self.withdraw(server, password: "not her password").status == .unauthorized)
            #expect(try await server.tryLogIn("ada", code: nil).status == .forbidden)
            #expect(try await Self.withdraw(server).status == .noContent)
            // Said once more it changes nothing.
            #expect(try await Self.withdraw(server).status == .noContent)
            #expect(try await server.audit(.erasureWithdrawn) == 1)
            #expect(try await server.logIn("ada").user.id == ada.id)
            server.clock.advance(Self.week + 1)
            #expect(try await Self.sweep(server) == 0)
            #expect(try await server.events(about: ada.id.uuid) == [UserRegistered.type])
        }
    }

    @Test func theSecondFactorIsWantedToo() async throws {
        try await Self.with { server in
            let ada = try await server.signUp("ada")
            let app = try await server.setUpTOTP(server.logIn("ada"))
            let login = try await server.tryLogIn("ada", code: app.code(server)).decode(LoginView.self)
            #expect(try await server.send(.DELETE, "/users/\(ada.id)", token: login.accessToken).status == .accepted)
            server.clock.advance(Double(OneTimeCode.seconds))
            let without = try await Self.withdraw(server)
            #expect(without.status == .unauthorized && without.member("type")?.hasSuffix("/second-factor-required") == true)
            #expect(try await Self.withdraw(server, code: "000000").status == .unauthorized)
            #expect(try await server.audit(.erasureWithdrawn) == 0)
            #expect(try await Self.withdraw(server, code: app.code(server)).status == .noContent)
        }
    }

    @Test func thePagesAskWhetherItStays() async throws {
        try await Self.with { server in
            try await server.signUp("ada")
            let browser = TestBrowser(server)
            #expect(try await Self.logIn(browser).status == .seeOther)
            let page = try await browser.get("/account/erase")
            #expect(page.text.contains("It happens in 7 days."))
            let asked = try await browser.submit(page, [("password", AuthServer.password)])
            #expect(asked.status == .ok && asked.text.contains(Self.mail) && asked.text.contains("UTC"))
            #expect(try await browser.get("/account").status == .seeOther)

            let offer = try await Self.logIn(browser)
            #expect(offer.status == .ok && offer.text.contains("Keep my account"))
            #expect(try await browser.get("/account").status == .seeOther)
            let forged = try await browser.post("/account/erase/withdraw", TestBrowser.hidden(offer).map { ($0.0, $0.0 == "form_token" ? "made-up" : $0.1) })
            #expect(forged.status == .forbidden)
            #expect(try await browser.post("/account/erase/withdraw", TestBrowser.hidden(offer).map { ($0.0, $0.0 == "token" ? "made-up" : $0.1) }).status == .gone)
            #expect(try await server.audit(.erasureWithdrawn) == 0)
            let kept = try await browser.submit(offer, [])
            #expect(kept.status == .ok && kept.text.contains("Your account stays"))
            #expect(try await browser.submit(offer, []).status == .gone)
            #expect(try await Self.logIn(browser).status == .seeOther)
        }
    }

    @Test func whoIsSuspendedTakesNothingBack() async throws {
        try await Self.with { server in
            let ada = try await server.signUp("ada")
            #expect(try await server.send(.DELETE, "/users/\(ada.id)", token: server.logIn("ada").accessToken).status == .accepted)
            let browser = TestBrowser(server)
            let offer = try await Self.logIn(browser)
            _ = try await SuspendCommand.suspend("ada", for: .abuse, pool: server.pool, now: server.clock.now)
            #expect(try await server.count("SELECT count(*) FROM account_links") == 0)
            #expect(try await browser.submit(offer, []).status == .gone)
            // Nor with a link that was made meanwhile.
            let link = AccountLink(
                tokenHash: Secret.hash("late"), userID: ada.id, purpose: .erasure, createdAt: server.clock.now, expiresAt: server.clock.now + 60)
            try await server.pool.transaction { tx in try await tx.insert(link) }
            let keep = server.dependencies.keepAccount
            await #expect(throws: Refusal.linkOver) { try await server.pool.transaction { tx in try await keep(link, from: .platform, tx) } }
            #expect(try await server.audit(.erasureWithdrawn) == 0)
        }
    }

    /// Whichever of the two locks the account first.
    @Test func theSweepAndWhoThinksAgainMeet() async throws {
        try await Self.with(grace: 60) { server in
            let ada = try await server.signUp("ada")
            #expect(try await server.send(.DELETE, "/users/\(ada.id)", token: server.logIn("ada").accessToken).status == .accepted)
            let offer = try await Self.logIn(TestBrowser(server))
            server.clock.advance(61)
            try await server.pool.transaction { tx in
                _ = try await tx.lockedUser(ada.id)
                // Others have it in hand: not now.
                #expect(try await Self.sweep(server) == 0)
            }
            let link = try #require(TestBrowser.hidden(offer).first { $0.0 == "token" }?.1)
            let erase = EraseDue(erase: server.dependencies.erasePerson, now: server.dependencies.now)
            let late = try await server.pool.transaction { tx in
                #expect(try await erase(tx))
                let late = Task { try await Self.withdraw(server) }
                while try await server.pool.withConnection({ connection in
                    try await connection.first("SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'") == nil
                }) { try await Task.sleep(for: .milliseconds(5)) }
                return late
            }
            #expect(try await late.value.status == .unauthorized)
            let keep = server.dependencies.keepAccount
            let gone = AccountLink(tokenHash: Secret.hash(link), userID: ada.id, purpose: .erasure, createdAt: server.clock.now, expiresAt: server.clock.now)
            await #expect(throws: Refusal.linkOver) { try await server.pool.transaction { tx in try await keep(gone, from: .platform, tx) } }
            #expect(try await server.audit(.accountErased) == 1)
            #expect(try await server.audit(.erasureWithdrawn) == 0)
        }
    }

    @Test func askedTwiceTheFirstInstantCounts() async throws {
        try await Self.with { server in
            let ada = try await server.signUp("ada")
            let ask = server.dependencies.askForErasure(in: .english)
            let first = try #require(try await server.pool.transaction { tx in try await ask(ada.id, from: .platform, tx) })
            server.clock.advance(60)
            let second = try #require(try await server.pool.transaction { tx in try await ask(ada.id, from: .platform, tx) })
            #expect(abs(second.timeIntervalSince(first)) < 0.001)
            #expect(try await server.audit(.erasureAsked) == 1)
        }
    }

    /// Who runs the platform is bound by no wish to think again.
    @Test func anAdminErasesAtOnce() async throws {
        try await Self.with { server in
            let (ada, eve) = (try await server.signUp("ada"), try await server.signUp("eve"))
            let chief = try await server.admin().accessToken
            #expect(try await server.send(.DELETE, "/users/\(eve.id)", token: chief).status == .noContent)
            #expect(try await server.send(.DELETE, "/users/\(ada.id)", token: server.logIn("ada").accessToken).status == .accepted)
            #expect(try await server.send(.DELETE, "/users/\(ada.id)", token: chief).status == .noContent)
            #expect(try await server.events(about: ada.id.uuid) == [UserRegistered.type, UserDeleted.type])
        }
    }

    @Test func anAppOfOthersErasesOnlyForWhoHasJustSignedIn() async throws {
        try await Self.with(grace: 0) { server in
            try await server.saveApp()
            let ada = try await server.signUp("ada")
            let app = TestApp(scope: "openid account:read account:write")
            let tokens = try await app.exchange(app.code(TestBrowser(server), username: "ada"), on: server).decode(TokenView.self)
            let own = try await server.logIn("ada").accessToken
            server.clock.advance(StepUp.longest + 1)
            let refused = try await server.send(.DELETE, "/users/\(ada.id)", token: tokens.access_token)
            #expect(refused.status == .unauthorized && refused.header("WWW-Authenticate")?.contains("insufficient_user_authentication") == true)
            #expect(try await server.get("/account/export", token: tokens.access_token).status == .unauthorized)
            // What else it was given the right to goes on.
            #expect(try await server.get("/users/\(ada.id)", token: tokens.access_token).status == .ok)
            let fresh = try await app.exchange(app.code(TestBrowser(server), username: "ada"), on: server).decode(TokenView.self)
            #expect(try await server.get("/account/export", token: fresh.access_token).status == .ok)
            #expect(try await server.get("/account/export", token: own).status == .ok)
            #expect(try await server.send(.DELETE, "/users/\(ada.id)", token: fresh.access_token).status == .noContent)
        }
    }
}
