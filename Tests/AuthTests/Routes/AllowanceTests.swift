import CareModels
import Foundation
import HTTP
import ServiceTestKit
import Testing

@testable import AuthService

/// What leaves a line of the audit, an event or a row behind, each time that somebody does it.
@Suite struct AllowanceTests {
    /// By a clock that stands: nothing comes back meanwhile, however long a test takes, and nothing is written that was only counted until the test says so.
    private static func run(_ change: (inout AuthSettings) -> Void = { _ in }, _ body: (World) async throws -> Void) async throws {
        try await World.run(
            change,
            dependencies: {
                $0.allowances = Allowances($0.settings, clock: { 0 })
                $0.tally = AuditTally(pool: $0.pool, now: $0.now, pause: .seconds(3600))
            }, body)
    }

    private static func patch(_ world: World, _ id: UserID, _ name: String, _ token: String) async throws -> Answer {
        try await world.send(.PATCH, "/users/\(id)", token: token, body: #"{"fullName":"\#(name)"}"#)
    }

    private static func key(_ number: Int) -> AuditTally.Counts.Key {
        AuditTally.Counts.Key(kind: .machineToken, clientID: "app", addressHash: [UInt8(number >> 8), UInt8(number & 0xFF)])
    }

    /// Also what is given back, each time that the database could not be had: many addresses do not fill the memory meanwhile.
    @Test func ofManyAddressesSoManyAreCountedApart() {
        var counts = AuditTally.Counts()
        for number in 0..<2000 { _ = counts.count(Self.key(number)) }
        let taken = counts.take()
        #expect(counts.byKey.isEmpty)
        for number in 2000..<4000 { _ = counts.count(Self.key(number)) }
        counts.giveBack(taken)
        #expect(counts.byKey.count == AuditTally.Counts.limit + 1)
        #expect(counts.byKey.values.reduce(0, +) == 4000)
        #expect(counts.byKey[AuditTally.Counts.Key(kind: .machineToken, clientID: "app")] == 3000)
    }

    /// While the database is away each try would begin two more.
    @Test func ofWhatIsCountedThereIsOneWriter() {
        var counts = AuditTally.Counts()
        var begun = [counts.count(Self.key(1)), counts.count(Self.key(2))]
        let taken = counts.take()
        // Counted while it tries in vain.
        begun.append(counts.count(Self.key(3)))
        counts.giveBack(taken)
        var goesOn = [counts.goesOn()]
        begun.append(counts.count(Self.key(4)))
        let written = counts.take().count
        goesOn.append(counts.goesOn())
        begun.append(counts.count(Self.key(5)))
        #expect(begun == [true, false, false, false, true])
        #expect(goesOn == [true, false])
        #expect(written == 4)
    }

    @Test func onesOwnAccountIsChangedSoOften() async throws {
        try await Self.run({ $0.changesPerMinute = 3 }) { world in
            let ada = try await world.signUp("ada")
            let (token, browser) = (try await world.logIn("ada").accessToken, TestBrowser(world))
            for name in ["Ada 1", "Ada 2", "Ada 3"] { #expect(try await Self.patch(world, ada.id, name, token).status == 200) }
            let refused = try await Self.patch(world, ada.id, "Ada 4", token)
            #expect(refused.status == 429 && refused.member("type")?.hasSuffix("/too-many-requests") == true)
            #expect(refused.header("Retry-After") == "20")
            // Whichever way it is done.
            let picture = AvatarTests.png(3, 2)
            let avatar = "/users/\(ada.id)/avatar"
            #expect(try await world.send(.PUT, avatar, token: token, body: picture, type: "image/png").status == 429)
            #expect(try await world.send(.POST, "/users/\(ada.id)/factors/totp", token: token).status == 429)
            #expect(try await world.send(.POST, "/users/\(ada.id)/guardianships", token: token, body: #"{"email":"eve@example.org"}"#).status == 429)
            #expect(try await world.get("/account/export", token: token).status == 429)
            _ = try await browser.submit(
                try await browser.get(try #require(try await browser.get("/account/profile").header("Location"))),
                [("username", "ada"), ("password", World.password)])
            // What an app has used up is not what there is on the platform's own pages: as much, and no more.
            for name in ["Ada 5", "Ada 6", "Ada 7"] {
                #expect(try await browser.submit(try await browser.get("/account/profile"), [("fullName", name)]).status < 400)
            }
            let page = try await browser.submit(try await browser.get("/account/profile"), [("fullName", "Ada 8")])
            #expect(page.status == 429 && page.header("Retry-After") != nil && page.text.contains("<h1>"))
            #expect(try await world.changes(of: ada.id, by: nil) == 6)
            #expect(try await world.events(about: ada.id.uuid).filter { $0 == UserUpdated.type }.count == 6)

            // Others may, and what shuts somebody out goes on.
            let eve = try await world.signUp("eve")
            #expect(try await Self.patch(world, eve.id, "Eve", try await world.logIn("eve").accessToken).status == 200)
            #expect(try await world.send(.DELETE, "/account/browsers", token: token).status == 204)
            #expect(try await world.send(.DELETE, "/account/sessions", token: token).status == 204)
        }
    }

    @Test func somebodyLogsInSoOftenFromOneAddress() async throws {
        try await Self.run({ $0.changesPerMinute = 3 }) { world in
            try await world.signUp("ada")
            func logIn(_ more: [String: String] = [:], from address: String = "192.0.2.1") async throws -> Answer {
                let body = ["username": "ada", "password": World.password].merging(more) { $1 }
                return try await world.post("/auth/login", json: body, headers: ["X-Forwarded-For": address])
            }
            let first = try await logIn().decode(LoginView.self)
            for _ in 0..<2 { #expect(try await logIn().status == 200) }
            let refused = try await logIn()
            #expect(refused.status == 429 && refused.header("Retry-After") != nil)
            #expect(try await world.audit(.loggedIn) == 3)
            #expect(try await world.count("SELECT count(*) FROM sessions") == 3)
            // What each login gives is no way to another one; from elsewhere nobody is shut out by it.
            #expect(try await logIn(["deviceToken": first.deviceToken]).status == 429)
            #expect(try await logIn(from: "198.51.100.7").status == 200)
            // Who does not know the password hears what everybody hears.
            #expect(try await logIn(["password": "not her password"]).status == 401)
        }
    }

    @Test func appsGetSoManyCodesOfOnePerson() async throws {
        try await Self.run({ $0.changesPerMinute = 2 }) { world in
            try await world.signUp("ada")
            try await world.saveApp()
            let (app, browser) = (TestApp(), TestBrowser(world))
            let first = try await app.code(browser, username: "ada")
            for _ in 0..<3 { #expect(try await browser.get(app.start()).location("code") != nil) }
            let refused = try await browser.get(app.start())
            #expect(refused.status == 302 && refused.location("error") == "temporarily_unavailable" && refused.location("state") == "st&te")
            // The consent's form neither, whatever is said in it.
            let page = try await browser.get(app.start([("prompt", "consent")]))
            #expect(try await browser.submit(page, [("decision", "deny")]).location("error") == "temporarily_unavailable")
            #expect(try await world.count("SELECT count(*) FROM authorization_codes") == 4)
            #expect(try await world.audit(.declined) == 0)
            #expect(try await app.exchange(first, on: world).status == 200)
        }
    }

    @Test func anAppWithoutASecretLeavesSoManyRequests() async throws {
        try await Self.run({ $0.changesPerMinute = 1 }) { world in
            try await world.saveApp("television", grants: [.deviceCode])
            try await world.saveApp("phone")
            try await world.saveApp("app", kind: .confidential)
            func begin(from address: String = "192.0.2.1") async throws -> Answer {
                try await world.post(
                    "/oauth/device_authorization", form: [("client_id", "television"), ("scope", "openid")], headers: ["X-Forwarded-For": address])
            }
            func push(_ client: String, _ more: [(String, String)] = []) async throws -> Answer {
                let form = FormEncoding.again(TestApp(clientID: client).query()).map { ($0.name, $0.value) }
                return try await world.post("/oauth/par", form: form + more)
            }
            for _ in 0..<10 { #expect(try await begin().status == 200) }
            let refused = try await begin()
            #expect(refused.status == 429 && refused.header("Retry-After") != nil)
            #expect(try await begin(from: "198.51.100.7").status == 200)
            for _ in 0..<10 { #expect(try await push("phone").status == 201) }
            #expect(try await push("phone").status == 429)
            // What proves itself sends those of all of its people.
            for _ in 0..<12 { #expect(try await push("app", [("client_secret", World.secret)]).status == 201) }
            #expect(try await world.count("SELECT count(*) FROM device_authorizations") == 11)
            #expect(try await world.count("SELECT count(*) FROM pushed_requests") == 22)
        }
    }

    @Test func aTokenThatIsRefusedAgainAndAgainIsCounted() async throws {
        try await Self.run { world in
            try await world.signUp("ada")
            try await world.saveApp()
            let login = try await world.logIn("ada")
            #expect(try await world.send(.POST, "/auth/logout", token: login.accessToken).status == 204)
            for _ in 0..<40 { #expect(try await world.refresh(login.refreshToken).member("error") == "invalid_grant") }
            let app = TestApp()
            let code = try await app.code(TestBrowser(world), username: "ada")
            world.clock.advance(3600)
            for _ in 0..<40 { #expect(try await app.exchange(code, on: world).member("error") == "invalid_grant") }
            await world.dependencies.tally.write()
            func lines(_ kind: AuditEntry.Kind) async throws -> Int { try await world.count("SELECT count(*) FROM audit_log WHERE kind = \(kind.rawValue)") }
            #expect(try await lines(.refreshRefused) == 11)
            #expect(try await lines(.codeRefused) == 11)
            #expect(try await world.audit(.refreshRefused) == 40)
            #expect(try await world.audit(.codeRefused) == 40)
        }
    }

    @Test func whatEndsNothingIsNoLine() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            try await world.saveApp()
            let app = TestApp()
            func logIn() async throws -> TokenView {
                try await app.exchange(try await app.code(TestBrowser(world), username: "ada"), on: world).decode(TokenView.self)
            }
            let tokens = try await logIn()
            let hint = try #require(tokens.id_token)
            // By anybody who has seen the hint, logged in or not.
            for _ in 0..<5 { #expect(try await world.get("/oauth/logout?id_token_hint=\(hint)").status == 200) }
            #expect(try await world.audit(.loggedOut) == 1)

            let refresh = try #require(try await logIn().refresh_token)
            for _ in 0..<5 { #expect(try await world.post("/oauth/revoke", form: [("token", refresh), ("client_id", "app")]).status == 200) }
            #expect(try await world.audit(.tokenRevoked) == 1)

            let own = try await world.logIn("ada").accessToken
            for path in ["/account/sessions", "/account/browsers"] {
                for _ in 0..<5 { #expect(try await world.send(.DELETE, path, token: own).status == 204) }
            }
            #expect(try await world.audit(.sessionsEnded) == 1)
            #expect(try await world.audit(.loggedOut) == 1)
        }
    }

    @Test func anOperatorLooksAndChangesSoOften() async throws {
        try await Self.run({ $0.administrationPerMinute = 4 }) { world in
            let (ada, chief) = (try await world.signUp("ada"), try await world.admin())
            #expect(try await world.get("/admin/users", token: chief.accessToken).status == 200)
            #expect(try await world.get("/users/\(ada.id)", token: chief.accessToken).status == 200)
            for _ in 0..<2 { #expect(try await world.send(.POST, "/admin/users/\(ada.id)/unlock", token: chief.accessToken).status == 204) }
            #expect(try await world.send(.POST, "/admin/users/\(ada.id)/unlock", token: chief.accessToken).status == 429)
            let looked = try await world.get("/users/\(ada.id)", token: chief.accessToken)
            #expect(looked.status == 429 && looked.header("Retry-After") != nil && !looked.text.contains("\"ada\""))
            #expect(try await world.get("/admin/audit", token: chief.accessToken).status == 429)
            #expect(try await world.audit(.usersRead) == 2)
            #expect(try await world.audit(.unlocked) == 2)
            // Their own account is theirs as anybody's is.
            #expect(try await world.get("/users/\(chief.user.id)", token: chief.accessToken).status == 200)
        }
    }

    /// Otherwise whoever has got hold of an account begins so many that no transaction ends them in time.
    @Test func soManySessionsOfOnePersonGoOn() async throws {
        try await World.run { world in
            let (ada, eve) = (try await world.signUp("ada"), try await world.signUp("eve"))
            let others = try await world.logIn("eve")
            var logins: [LoginView] = []
            for _ in 0..<7 {
                logins.append(try await world.logIn("ada"))
                world.clock.advance(1)
            }
            // The first is used again.
            let kept = try await world.refresh(logins[0].refreshToken).decode(TokenView.self)
            let end = EndSurplusSessions(most: 3, batch: 2, now: { world.clock.now })
            func sweep() async throws -> Bool { try await world.pool.transaction { tx in try await end(tx) } }
            #expect(try await sweep())
            #expect(try await world.count("SELECT count(*) FROM sessions WHERE user_id = \(ada.id) AND revoked_at IS NULL") == 5)
            #expect(try await sweep())
            #expect(try await !sweep())
            #expect(try await world.refresh(try #require(kept.refresh_token)).status == 200)
            for login in logins[1...4] { #expect(try await world.refresh(login.refreshToken).member("error") == "invalid_grant") }
            for login in logins[5...] { #expect(try await world.refresh(login.refreshToken).status == 200) }
            #expect(try await world.refresh(others.refreshToken).status == 200)
            #expect(try await world.count("SELECT count(*) FROM outbox WHERE type = \(SessionRevoked.type)") == 4)
            #expect(try await world.count("SELECT count(*) FROM sessions WHERE user_id = \(eve.id) AND revoked_at IS NOT NULL") == 0)
        }
    }
}
