import CareModels
import Foundation
import HTTP
import Outbox
import Postgres
import Sealing
import ServiceTestKit
import Testing

@testable import AuthService

@Suite struct PasswordTests {
    private static let other = "purple kettle hums"

    private static func change(_ world: World, _ current: String, _ new: String, token: String?) async throws -> Answer {
        try await world.post("/account/password", json: ["current": current, "new": new], token: token)
    }

    private static func ask(_ world: World, _ account: String) async throws -> Answer {
        let answer = try await world.post("/account/password/reset", json: ["usernameOrEmail": account])
        try await world.fireTimers()
        return answer
    }

    private static func logsIn(_ world: World, _ password: String) async throws -> Bool {
        try await world.post("/auth/login", json: ["username": "ada", "password": password]).status == 200
    }

    // MARK: Changed

    @Test func whoKnowsTheOldOneSetsAnother() async throws {
        try await World.run { world in
            try await world.saveApp()
            let ada = try await world.signUp("ada", extra: ["email": "ada@example.org"], isProven: true)
            let (mine, another) = (try await world.logIn("ada"), try await world.logIn("ada"))
            let browser = TestBrowser(world)
            _ = try await TestApp().code(browser, username: "ada")

            let answer = try await Self.change(world, World.password, Self.other, token: mine.accessToken)
            #expect(answer.status == 204, "\(answer.text)")
            #expect(try await world.get("/users/\(ada.id)", token: mine.accessToken).status == 200)
            #expect(try await world.refresh(mine.refreshToken).status == 200)
            #expect(try await world.get("/users/\(ada.id)", token: another.accessToken).status == 401)
            #expect(try await world.refresh(another.refreshToken).member("error") == "invalid_grant")
            #expect(try await world.count("SELECT count(*) FROM browser_sessions") == 0)
            #expect(try await world.count("SELECT count(*) FROM authorization_codes") == 0)
            #expect(try await world.count("SELECT count(*) FROM outbox WHERE type = \(SessionRevoked.type)") == 1)
            #expect(try await !Self.logsIn(world, World.password))
            #expect(try await Self.logsIn(world, Self.other))
            let mails = try await world.mails("Your password was changed")
            #expect(mails.count == 1 && mails[0].address.text == "ada@example.org")
            #expect(mails[0].text.contains("\(World.issuer)/account/reset\n"))
            #expect(try await world.audit(.passwordChanged) == 1)
        }
    }

    @Test func aWrongOldOneIsRefusedAndCounted() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            let token = try await world.logIn("ada").accessToken
            for _ in 0..<6 {
                let answer = try await Self.change(world, "not the password", Self.other, token: token)
                #expect(try answer.status == 400 && answer.problem.fieldNames == ["current"])
            }
            #expect(try await Self.change(world, World.password, Self.other, token: token).status == 429)
            world.clock.advance(1.1)
            #expect(try await Self.change(world, World.password, Self.other, token: token).status == 204)
        }
    }

    /// Who changes their password because somebody guesses at it is not kept from it by the guesses.
    @Test func guessesOfStrangersShutNobodyOutOfTheirOwnAccount() async throws {
        try await World.run {
            $0.addressLockOut = LockOut.Policy(free: 7, first: 1, most: 10, forgetAfter: 60)
        } _: { world in
            try await world.signUp("ada", extra: ["email": "ada@example.org"], isProven: true)
            let token = try await world.logIn("ada").accessToken
            // At the name, and behind the address.
            for name in Array(repeating: "ada", count: 6) + ["name1", "name2"] {
                #expect(try await world.post("/auth/login", json: ["username": name, "password": "a guess of theirs"]).status == 401)
            }
            #expect(try await world.post("/auth/login", json: ["username": "ada", "password": World.password]).status == 429)
            let email = ["email": "ada@example.net", "password": World.password]
            #expect(try await world.post("/account/email", json: email, token: token).status == 202)
            #expect(try await Self.change(world, World.password, Self.other, token: token).status == 204)
            // Nor is it undone by that.
            #expect(try await world.post("/auth/login", json: ["username": "ada", "password": Self.other]).status == 429)
        }
    }

    /// Another session gives no more tries, and an operator frees them with the account.
    @Test func allSessionsInAnAppAreCountedAsOne() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            let (one, another) = (try await world.logIn("ada"), try await world.logIn("ada"))
            for login in [one, another, one, another, one, another] {
                #expect(try await Self.change(world, "not the password", Self.other, token: login.accessToken).status == 400)
            }
            for login in [one, another] { #expect(try await Self.change(world, World.password, Self.other, token: login.accessToken).status == 429) }
            // Those of who is not logged in are others.
            #expect(try await Self.logsIn(world, World.password))
            let chief = try await world.admin()
            #expect(try await world.send(.POST, "/admin/users/\(one.user.id)/unlock", token: chief.accessToken).status == 204)
            #expect(try await Self.change(world, World.password, Self.other, token: one.accessToken).status == 204)
        }
    }

    @Test func aWeakNewOneIsRefusedBeforeTheOldIsLookedAt() async throws {
        try await World.run { world in
            try await world.signUp("ada.lovelace")
            let token = try await world.logIn("ada.lovelace").accessToken
            for weak in ["short", "my ada.lovelace pass", "careline careline"] {
                let answer = try await Self.change(world, "not the password", weak, token: token)
                #expect(try answer.status == 400 && answer.problem.fieldNames == ["new"])
            }
            #expect(try await world.audit(.loginFailed) == 0)
        }
    }

    @Test func whoMayNotChangeIt() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            let login = try await world.logIn("ada")
            #expect(try await Self.change(world, World.password, Self.other, token: nil).status == 401)
            let narrow = try #require(try await world.refresh(login.refreshToken, scope: "openid account:read").member("access_token"))
            #expect(try await Self.change(world, World.password, Self.other, token: narrow).status == 403)
            #expect(try await world.send(.POST, "/auth/logout", token: login.accessToken).status == 204)
            #expect(try await Self.change(world, World.password, Self.other, token: login.accessToken).status == 401)
            #expect(try await Self.logsIn(world, World.password))
        }
    }

    /// Of two that prove the same old one at once, the second proves what is no longer it.
    @Test func ofTwoChangesAtOnceOneCounts() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            let token = try await world.logIn("ada").accessToken
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<4 {
                    group.addTask { try await Self.change(world, World.password, "purple kettle \(number)", token: token).status }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.filter { $0 == 204 }.count == 1)
            #expect(statuses.filter { $0 == 400 }.count == 3)
        }
    }

    /// What `late` is answered whose password was right when it was looked at, before `change` was made while it waits for the account.
    private static func changing(
        _ world: World, _ id: UserID, _ change: (UserRecord, Transaction) async throws -> Void, during late: @escaping @Sendable () async throws -> Answer
    ) async throws -> Answer {
        let waiting = try await world.pool.transaction { tx in
            let user = try #require(try await tx.lockedUser(id))
            let waiting = Task { try await late() }
            while try await world.pool.withConnection({ connection in
                try await connection.first("SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'") == nil
            }) { try await Task.sleep(for: .milliseconds(5)) }
            try await change(user, tx)
            return waiting
        }
        return try await waiting.value
    }

    /// The sessions of before have ended: one that begins behind that, by the password of before, would go on.
    @Test func whoComesLateWithTheOldOneIsNotLetIn() async throws {
        try await World.run { world in
            try await world.saveApp()
            let ada = try await world.signUp("ada", extra: ["email": "ada@example.org"], isProven: true).id
            let replace: ReplacePassword = world.dependencies.replacePassword
            let other = try await world.dependencies.passwords.hash(Self.other)
            func setOther(_ user: UserRecord, _ tx: Transaction) async throws { try await replace(of: user, with: other, tx) }
            let first = try await Self.changing(world, ada, setOther) {
                try await world.post("/auth/login", json: ["username": "ada", "password": World.password])
            }
            #expect(first.status == 401)
            let restored = try await world.dependencies.passwords.hash(World.password)
            try await world.pool.transaction { tx in try await tx.setPassword(restored, until: nil, of: ada) }
            let browser = TestBrowser(world)
            let page = try await browser.get(TestApp().start())
            let onPage = try await Self.changing(world, ada, setOther) {
                try await browser.submit(page, [("username", "ada"), ("password", World.password)])
            }
            #expect(onPage.status == 422)
            for table in ["sessions WHERE revoked_at IS NULL", "browser_sessions"] {
                #expect(try await world.count("SELECT count(*) FROM \(unescaped: table)") == 0, "\(table)")
            }

            // Nor is another address asked for.
            try await world.pool.transaction { tx in try await tx.setPassword(restored, until: nil, of: ada) }
            let token = try await world.logIn("ada").accessToken
            let asked = try await Self.changing(world, ada, setOther) {
                try await world.post("/account/email", json: ["email": "eve@example.net", "password": World.password], token: token)
            }
            #expect(try asked.status == 400 && asked.problem.fieldNames == ["password"])
            #expect(try await world.mails().allSatisfy { $0.address.text == "ada@example.org" })
        }
    }

    /// A login beside it has hashed the same password at another cost: it is right still.
    @Test func whatWasHashedAnewMeanwhileIsRight() async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada").id
            let again = try await world.dependencies.passwords.hash(World.password)
            let late = try await Self.changing(world, ada) { user, tx in
                try await tx.setPasswordHash(again, of: ada, replacing: user.passwordHash, now: world.clock.now)
            } during: {
                try await world.post("/auth/login", json: ["username": "ada", "password": World.password])
            }
            #expect(late.status == 200)
            #expect(try await world.audit(.loginFailed) == 0)
        }
    }

    /// In the order in which everything locks: a reset, which forgets what was counted, and a login do not wait for each other.
    @Test func aLoginLocksTheAccountBeforeWhatIsCountedOfIt() async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada").id
            #expect(try await !Self.logsIn(world, "not the password"))
            let late = try await Self.changing(world, ada) { _, tx in
                let (all, free) = (try await tx.query("SELECT 1 FROM login_failures"), try await tx.query("SELECT 1 FROM login_failures FOR UPDATE SKIP LOCKED"))
                #expect(!all.isEmpty && free.count == all.count)
            } during: {
                try await world.post("/auth/login", json: ["username": "ada", "password": World.password])
            }
            #expect(late.status == 200)
        }
    }

    // MARK: Forgotten

    @Test(arguments: ["ada", " ADA ", "ada@example.org", "Ada@Example.ORG"]) func whoForgotTheirsIsMailedALink(_ account: String) async throws {
        try await World.run { world in
            try await world.signUp("ada", extra: ["email": "Ada@example.org"], isProven: true)
            let login = try await world.logIn("ada")
            #expect(try await Self.ask(world, account).status == 202)
            let mail = try #require(try await world.mails("Set a new password").first)
            let token = try #require(try await world.linkTokens().first)
            #expect(mail.text.contains("\(World.issuer)/account/reset?token=\(token)\n"))
            #expect(try await world.count("SELECT count(*) FROM account_links WHERE token_hash = \(Secret.hash(token))") == 1)

            let browser = TestBrowser(world)
            let page = try await browser.get("/account/reset?token=\(token)")
            #expect(page.status == 200 && page.header("Referrer-Policy") == "no-referrer")
            let weak = try await browser.submit(page, [("password", "short")])
            #expect(weak.status == 422 && weak.text.contains("at least 12"))
            let done = try await browser.submit(weak, [("password", Self.other)])
            #expect(done.status == 200 && done.text.contains("Your password is set"))
            #expect(try await Self.logsIn(world, Self.other))
            #expect(try await world.refresh(login.refreshToken).member("error") == "invalid_grant")
            // Once.
            #expect(try await browser.submit(page, [("password", "and yet another one")]).status == 410)
            #expect(try await browser.get("/account/reset?token=\(token)").status == 410)
            #expect(try await Self.logsIn(world, Self.other))
            #expect(try await world.audit(.passwordReset) == 1)
        }
    }

    @Test(arguments: ["nobody", "nobody@example.org", "eve", "no\u{7}body", "@"]) func whoeverElseHearsTheSame(_ account: String) async throws {
        try await World.run { world in
            try await world.signUp("ada", extra: ["email": "ada@example.org"], isProven: true)
            try await world.signUp("eve")
            let known = try await Self.ask(world, "ada")
            #expect(try await world.mails("Set a new password").count == 1)
            let unknown = try await Self.ask(world, account)
            #expect(unknown.status == known.status && unknown.body == known.body)
            #expect(try await world.mails("Set a new password").count == 1)
            let browser = TestBrowser(world)
            var pages: [String] = []
            for name in ["ada", account] {
                let page = try await browser.submit(try await browser.get("/account/reset"), [("account", name)])
                #expect(page.status == 200)
                pages.append(page.text)
            }
            #expect(pages[0] == pages[1])
        }
    }

    /// An address that was mistyped is somebody else's: they are not handed the account, and whoever asks hears nothing of it.
    @Test(arguments: ["ada", "ada@example.org"]) func anAddressThatNobodyHasProvenIsSentNoLink(_ account: String) async throws {
        try await World.run { world in
            try await world.signUp("ada", extra: ["email": "ada@example.org"])
            let unproven = try await Self.ask(world, account)
            let unknown = try await Self.ask(world, "nobody")
            #expect(unproven.status == 202 && unproven.status == unknown.status && unproven.body == unknown.body)
            #expect(try await world.mails("Set a new password").isEmpty)
            #expect(try await world.count("SELECT count(*) FROM account_links WHERE purpose = 'password'") == 0)
            // Once it is, by the link of the sign-up's mail, it is sent one.
            let browser = TestBrowser(world)
            let page = try await browser.get("/account/verify?token=\(try #require(try await world.linkTokens("/account/verify").first))")
            #expect(try await browser.submit(page, []).status == 200)
            _ = try await Self.ask(world, account)
            #expect(try await world.mails("Set a new password").count == 1)
        }
    }

    /// One that several have: who has proven theirs is found among however many who have not.
    @Test func whoHasNotProvenAnAddressKeepsNobodyFromTheirLink() async throws {
        try await World.run { world in
            for index in 0..<PasswordReset.mostAccounts { try await world.signUp("squatter\(index)", extra: ["email": "ada@example.org"]) }
            try await world.signUp("ada", extra: ["email": "ada@example.org"], isProven: true)
            _ = try await Self.ask(world, "ada@example.org")
            let mails = try await world.mails("Set a new password")
            #expect(mails.count == 1 && mails[0].text.contains("ada."), "\(mails.map(\.text))")
        }
    }

    /// Also where the mail follows later. Who asks in both languages is answered in both.
    @Test func theLinkComesInTheLanguageOfWhoAsked() async throws {
        try await World.run { world in
            try await world.signUp("ada", extra: ["email": "ada@example.org"], isProven: true)
            let asked = ["usernameOrEmail": "ada"]
            for language in ["fr", "en"] {
                #expect(try await world.post("/account/password/reset", json: asked, headers: ["Accept-Language": language]).status == 202)
            }
            try await world.fireTimers()
            let mail = try #require(try await world.mails("Définir un nouveau mot de passe").first)
            #expect(mail.text.contains("votre compte Careline, ada."))
            #expect(try await world.mails("Set a new password").count == 1)

            let token = try #require(mail.text.firstMatch(of: /reset\?token=(\S+)/)).1
            let browser = TestBrowser(world)
            let page = try await browser.get("/account/reset?token=\(token)&lang=fr")
            #expect(try await browser.submit(page, [("password", Self.other)]).status == 200)
            #expect(try await world.mails("Votre mot de passe a été modifié").count == 1)
        }
    }

    /// As the release before kept it.
    @Test func aLinkWithoutALanguageComesInEnglish() async throws {
        try await World.run { world in
            try await world.signUp("ada", extra: ["email": "ada@example.org"], isProven: true)
            let (key, masters) = (Base64URL.encode(world.dependencies.identifiers.passwordLink("ada")), world.dependencies.masters)
            let sealed = Base64URL.encode(Array(try masters.key(for: .mails).seal(Array("ada".utf8), at: key)))
            let now = world.clock.now
            try await world.pool.transaction { tx in try await tx.setTimer(AskForPasswordLink.timer, key: key, due: now, payload: sealed) }
            try await world.fireTimers()
            #expect(try await world.mails("Set a new password").count == 1)
        }
    }

    @Test func nobodysLetterBoxIsFilled() async throws {
        try await World.run { world in
            try await world.signUp("ada", extra: ["email": "ada@example.org"], isProven: true)
            for _ in 0..<5 { #expect(try await Self.ask(world, "ada").status == 202) }
            #expect(try await world.mails("Set a new password").count == PasswordReset.mostLinks)
            world.clock.advance(PasswordReset.lifetime)
            #expect(try await Self.ask(world, "ada").status == 202)
            #expect(try await world.mails("Set a new password").count == PasswordReset.mostLinks + 1)
        }
    }

    @Test func aLinkExpiresAndOneThatIsUsedTakesTheOthersAlong() async throws {
        try await World.run { world in
            try await world.signUp("ada", extra: ["email": "ada@example.org"], isProven: true)
            _ = try await Self.ask(world, "ada")
            world.clock.advance(60)
            _ = try await Self.ask(world, "ada@example.org")
            let tokens = try await world.linkTokens()
            #expect(tokens.count == 2)
            let browser = TestBrowser(world)
            let pages = [try await browser.get("/account/reset?token=\(tokens[0])"), try await browser.get("/account/reset?token=\(tokens[1])")]
            world.clock.advance(PasswordReset.lifetime - 60)
            #expect(try await browser.submit(pages[0], [("password", Self.other)]).status == 410)
            #expect(try await browser.submit(pages[1], [("password", Self.other)]).status == 200)
            #expect(try await world.count("SELECT count(*) FROM account_links WHERE purpose = 'password' AND expires_at > \(world.clock.now)") == 0)
        }
    }

    /// That would be a longer address than the gateway hands on. The password is set all the same.
    @Test func nobodyIsSentOnToARequestLongerThanAnAppsMayBe() async throws {
        try await World.run { world in
            try await world.signUp("ada", extra: ["email": "ada@example.org"], isProven: true)
            _ = try await Self.ask(world, "ada")
            let browser = TestBrowser(world)
            let page = try await browser.get("/account/reset?token=\(try #require(try await world.linkTokens().first))")
            let long = "state=" + String(repeating: "a", count: AuthorizationRequest.longest)
            // The page that refuses it has a form about it.
            let refused = try await browser.post("/account/reset/password", TestBrowser.hidden(page).map { ($0.0, $0.0 == "request" ? long : $0.1) })
            #expect(refused.status == 403)
            let done = try await browser.submit(refused, [("password", Self.other)])
            #expect(done.status == 200 && done.text.contains("Your password is set"), "\(done.status)")
            #expect(try await Self.logsIn(world, Self.other))
        }
    }

    @Test func aLinkIsUsedByOneAlone() async throws {
        try await World.run { world in
            try await world.signUp("ada", extra: ["email": "ada@example.org"], isProven: true)
            _ = try await Self.ask(world, "ada")
            let token = try #require(try await world.linkTokens().first)
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<4 {
                    group.addTask {
                        let browser = TestBrowser(world)
                        let page = try await browser.get("/account/reset?token=\(token)")
                        guard page.status == 200 else { return page.status }
                        return try await browser.submit(page, [("password", "purple kettle \(number)")]).status
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.filter { $0 == 200 }.count == 1)
            #expect(statuses.filter { $0 == 410 }.count == 3)
        }
    }

    @Test func aFormOfAnotherSiteSetsNothing() async throws {
        try await World.run { world in
            try await world.signUp("ada", extra: ["email": "ada@example.org"], isProven: true)
            _ = try await Self.ask(world, "ada")
            let token = try #require(try await world.linkTokens().first)
            let form = [("token", token), ("password", Self.other), ("form_token", "made-up")]
            #expect(try await world.post("/account/reset/password", form: form).status == 403)
            #expect(try await world.post("/account/reset", form: [("account", "ada"), ("form_token", "made-up")]).status == 403)
            let (one, another) = (TestBrowser(world), TestBrowser(world))
            let page = try await one.get("/account/reset?token=\(token)")
            _ = try await another.get("/account/reset")
            #expect(try await another.post("/account/reset/password", TestBrowser.hidden(page) + [("password", Self.other)]).status == 403)
            #expect(try await Self.logsIn(world, World.password))
        }
    }

    @Test func whatWasTypedOnTheFormStaysAndTheNoticeLeadsOn() async throws {
        try await World.run { world in
            let browser = TestBrowser(world)
            let page = try await browser.get("/account/reset")
            let long = String(repeating: "a", count: PasswordReset.longest + 1)
            let refused = try await browser.submit(page, [("account", long)])
            #expect(refused.status == 422 && refused.text.contains("value=\"\(long)\"") && refused.text.contains("must have at most \(PasswordReset.longest) characters"))
            #expect(try await browser.submit(page, [("account", "")]).text.contains("is required"))
            let forged = try await browser.post("/account/reset", [("account", "ada"), ("form_token", "made-up")])
            #expect(forged.status == 403 && forged.text.contains("value=\"ada\""))
            #expect(try await browser.submit(page, [("account", "ada")]).text.contains("href=\"/account/reset\""))
        }
    }

    // MARK: Set by an operator

    @Test func whatAnOperatorSetHasToBeChanged() async throws {
        try await World.run { world in
            try await world.saveApp()
            let ada = try await world.signUp("ada", extra: ["email": "ada@example.org"], isProven: true)
            let login = try await world.logIn("ada")
            let settings = world.dependencies.settings
            let id = try await SetPasswordCommand.set(
                Self.other, of: "ADA", cost: settings.passwordCost, masters: settings.masterKeys, issuer: settings.issuer, pool: world.pool, now: world.clock.now)
            #expect(id == ada.id)
            #expect(try await world.refresh(login.refreshToken).member("error") == "invalid_grant")
            #expect(try await world.mails("Your password was changed / Votre mot de passe a été modifié").count == 1)

            let refused = try await world.post("/auth/login", json: ["username": "ada", "password": Self.other])
            #expect(refused.status == 403 && refused.member("type")?.hasSuffix("/password-to-be-changed") == true)
            #expect(try await world.audit(.loginRefused) == 1)
            #expect(try await world.count("SELECT count(*) FROM sessions WHERE revoked_at IS NULL") == 0)

            let browser = TestBrowser(world)
            let app = TestApp()
            let loginPage = try await browser.get(app.start())
            let page = try await browser.submit(loginPage, [("username", "ada"), ("password", Self.other)])
            #expect(page.status == 200 && page.text.contains("/account/reset/password") && !page.text.contains(Self.other))
            #expect(try await world.count("SELECT count(*) FROM browser_sessions") == 0)
            let done = try await browser.submit(page, [("password", "my own four words")])
            #expect(done.status == 303 && done.header("Location")?.hasPrefix("/oauth/authorize?") == true)
            #expect(try await Self.logsIn(world, "my own four words"))
            #expect(try await world.count("SELECT count(*) FROM users WHERE must_change_password") == 0)
        }
    }

    @Test func whatAnOperatorSetIsOverAfterADay() async throws {
        try await World.run { world in
            try await world.saveApp()
            try await world.signUp("ada", extra: ["email": "ada@example.org"], isProven: true)
            let settings = world.dependencies.settings
            func set(_ password: String, hours: Int) async throws {
                _ = try await SetPasswordCommand.set(
                    password, of: "ada", hours: hours, cost: settings.passwordCost, masters: settings.masterKeys, issuer: settings.issuer, pool: world.pool,
                    now: world.clock.now)
            }
            func logIn(_ password: String) async throws -> Answer { try await world.post("/auth/login", json: ["username": "ada", "password": password]) }
            try await set(Self.other, hours: InitialPassword.hours)
            world.clock.advance(24 * 3600 - 1)
            #expect(try await logIn(Self.other).text.contains("Set your own on the login page"))
            world.clock.advance(1)
            let late = try await logIn(Self.other)
            #expect(late.status == 403 && late.member("type")?.hasSuffix("/password-to-be-changed") == true)
            #expect(late.member("detail")?.contains("the time to change it is over") == true)
            // On the page neither, which says what helps.
            let browser = TestBrowser(world)
            let page = try await browser.submit(try await browser.get(TestApp().start()), [("username", "ada"), ("password", Self.other)])
            #expect(page.status == 403 && page.text.contains("the time to change it is over") && !page.text.contains("/account/reset/password"))
            #expect(try await world.count("SELECT count(*) FROM account_links WHERE purpose = 'password'") == 0)
            #expect(try await world.count("SELECT count(*) FROM audit_log WHERE reason = 'password-over'") == 2)
            // Whoever does not know it hears what everybody hears.
            #expect(try await logIn("not the password").status == 401)
            // The operator sets another.
            let again = InitialPasswordOptions.random()
            #expect(
                PasswordPolicy(commonList: PackageResources.common_passwords_txt).fault(in: again, username: "ada") == nil && again != InitialPasswordOptions.random())
            try await set(again, hours: 1)
            let change = try await browser.submit(try await browser.get(TestApp().start()), [("username", "ada"), ("password", again)])
            #expect(try await browser.submit(change, [("password", "my own four words")]).status == 303)
            // One's own has no end.
            world.clock.advance(30 * 86_400)
            #expect(try await Self.logsIn(world, "my own four words"))
        }
    }

    /// By the same rule, where it was made up or given hours: whoever made the account has known its password. One that was typed is as good as its person's own.
    @Test(arguments: [Role.admin, .scheduler]) func theFirstPasswordOfAnOperatorsAccountIsOverInTime(_ role: Role) async throws {
        try await World.run { world in
            try await world.saveApp()
            let settings = world.dependencies.settings
            #expect(try AccountOptions.parse(["--username", "ada", "--generate"]).initial.isForSomebodyElse)
            #expect(try AccountOptions.parse(["--username", "ada", "--hours", "1"]).initial.isForSomebodyElse)
            #expect(try !AccountOptions.parse(["--username", "ada"]).initial.isForSomebodyElse)
            func make(_ username: String, hours: Int?) async throws {
                let form = Registration.Form(username: username, password: Self.other)
                let registration = try Registration.check(form, role: role, policy: world.dependencies.passwordPolicy)
                let end = hours.map { InitialPassword.end(setAt: world.clock.now, hours: $0) }
                _ = try await AccountOptions.create(registration, until: end, cost: settings.passwordCost, pool: world.pool, now: world.clock.now)
            }
            func logIn(_ username: String, _ password: String) async throws -> Answer {
                try await world.post("/auth/login", json: ["username": username, "password": password])
            }
            try await make("ada", hours: 24)
            try await make("late", hours: 1)
            try await make("own", hours: nil)
            #expect(try await logIn("own", Self.other).status == 200)
            let sessions = try await world.count("SELECT count(*) FROM sessions")
            for name in ["ada", "late"] {
                let refused = try await logIn(name, Self.other)
                #expect(refused.status == 403 && refused.text.contains("Set your own on the login page"))
            }
            #expect(try await world.count("SELECT count(*) FROM sessions") == sessions)
            world.clock.advance(3600)
            let browser = TestBrowser(world)
            let late = try await browser.submit(try await browser.get(TestApp().start()), [("username", "late"), ("password", Self.other)])
            #expect(late.status == 403 && late.text.contains("the time to change it is over"))
            let change = try await browser.submit(try await browser.get(TestApp().start()), [("username", "ada"), ("password", Self.other)])
            #expect(try await browser.submit(change, [("password", "my own four words")]).status == 303)
            world.clock.advance(30 * 86_400)
            #expect(try await Self.logsIn(world, "my own four words"))
        }
    }

    @Test func nobodysPasswordIsSet() async throws {
        try await World.run { world in
            let settings = world.dependencies.settings
            await #expect(throws: (any Error).self) {
                try await SetPasswordCommand.set(
                    Self.other, of: "nobody", cost: settings.passwordCost, masters: settings.masterKeys, issuer: settings.issuer, pool: world.pool,
                    now: world.clock.now)
            }
        }
    }

    @Test(
        arguments: [
            ("ada", .username("ada")), ("  Ada.L ", .username("ada.l")), ("Ada@Example.org", .address("ada@example.org")), ("a", nil), ("", nil), ("ada l", nil),
            ("@", nil), ("ada@example", nil), ("ada@example.org\r\nBcc: eve@example.org", nil)
        ] as [(String, PasswordReset.Account?)])
    func whoIsMeant(_ typed: String, _ account: PasswordReset.Account?) { #expect(PasswordReset.account(typed) == account) }
}
