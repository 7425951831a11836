import CareModels
import CareService
import Foundation
import HTTP
import JSON
import Outbox
import Sealing
import ServiceTestKit
import Testing

@testable import AuthService

/// What operators do to other people's accounts.
@Suite struct AdminTests {
    private struct Listed<Item: Decodable>: Decodable {
        var items: [Item]
        var nextCursor: String?
    }

    private static func suspend(_ world: World, _ id: UserID, _ token: String, reason: String = "security") async throws -> Answer {
        try await world.post("/admin/users/\(id)/suspend", json: ["reason": reason], token: token)
    }

    private static func logIn(_ world: World, _ name: String, password: String = World.password) async throws -> Answer {
        try await world.post("/auth/login", json: ["username": name, "password": password])
    }

    @Test func aSuspensionEndsEverythingAtOnce() async throws {
        try await World.run { world in
            try await world.saveApp()
            let ada = try await world.signUp("ada")
            let login = try await world.logIn("ada")
            let chief = try await world.admin()
            let app = TestApp()
            let browser = TestBrowser(world)
            let code = try await app.code(browser, username: "ada")
            #expect(try await Self.suspend(world, ada.id, chief.accessToken).status == 204)

            #expect(try await world.get("/users/\(ada.id)", token: login.accessToken).status == 401)
            #expect(try await world.refresh(login.refreshToken).member("error") == "invalid_grant")
            #expect(try await app.exchange(code, on: world).member("error") == "invalid_grant")
            let session = try #require(try AuthorizeTests.claims(login.accessToken, AccessTokenClaims.self).sid)
            #expect(try await world.events(about: #require(UUID(uuidString: session))) == [SessionRevoked.type])
            let refused = try await Self.logIn(world, "ada")
            #expect(refused.status == 403 && refused.member("type")?.hasSuffix("/account-suspended") == true)
            // Whoever does not know the password learns nothing.
            #expect(try await Self.logIn(world, "ada", password: "not her password").status == 401)
            // The browser that was logged in sees the login page, and there the same.
            let page = try await browser.get(app.start())
            #expect(page.status == 200)
            let tried = try await browser.submit(page, [("username", "ada"), ("password", World.password)])
            #expect(tried.status == 403)
            #expect(tried.text.contains("This account is suspended."))
            #expect(try await world.audit(.loginRefused) == 2)
            #expect(try await world.count("SELECT count(*) FROM sessions WHERE user_id = \(ada.id) AND revoked_at IS NULL") == 0)
            #expect(try await world.count("SELECT count(*) FROM browser_sessions WHERE user_id = \(ada.id)") == 0)
            #expect(
                try await world.count(
                    "SELECT count(*) FROM audit_log WHERE kind = 'suspended' AND reason = 'security' AND user_id = \(ada.id) AND actor_id = \(chief.user.id)") == 1)

            #expect(try await world.send(.POST, "/admin/users/\(ada.id)/resume", token: chief.accessToken).status == 204)
            #expect(try await Self.logIn(world, "ada").status == 200)
            #expect(try await world.refresh(login.refreshToken).member("error") == "invalid_grant")
            #expect(try await world.audit(.resumed) == 1)
        }
    }

    /// A code that was written while the suspension went on is no way in.
    @Test func aCodeOfWhoIsSuspendedIsRefused() async throws {
        try await World.run { world in
            try await world.saveApp()
            let ada = try await world.signUp("ada")
            let app = TestApp()
            let code = try await app.code(TestBrowser(world), username: "ada")
            #expect(try await world.count("SELECT count(*) FROM authorization_codes") == 1)
            try await world.pool.transaction { tx in try await tx.suspend(ada.id, Suspension(since: world.clock.now, reason: .abuse)) }
            #expect(try await app.exchange(code, on: world).member("error") == "invalid_grant")
            #expect(try await world.count("SELECT count(*) FROM sessions") == 0)
        }
    }

    /// However a login and a suspension meet, no session of the person goes on.
    @Test func loginsAtTheSameTimeDoNotOutliveIt() async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada")
            let suspend = SuspendPerson(now: world.dependencies.now)
            for _ in 0..<5 {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<6 { group.addTask { _ = try await Self.logIn(world, "ada") } }
                    group.addTask { try await world.pool.transaction { tx in try await suspend(ada.id, for: .security, from: .platform, tx) } }
                    try await group.waitForAll()
                }
                #expect(try await world.count("SELECT count(*) FROM sessions WHERE revoked_at IS NULL") == 0)
                _ = try await ResumeCommand.resume("ada", pool: world.pool, now: world.clock.now)
            }
        }
    }

    @Test func operatorsDoItAtTheTerminal() async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada")
            let login = try await world.logIn("ada")
            #expect(try await SuspendCommand.suspend("ADA", for: .legal, pool: world.pool, now: world.clock.now) == ada.id)
            #expect(try await world.refresh(login.refreshToken).member("error") == "invalid_grant")
            let since = world.clock.now
            world.clock.advance(60)
            _ = try await SuspendCommand.suspend("ada", for: .abuse, pool: world.pool, now: world.clock.now)
            let found = try await world.pool.withConnection { try await $0.users(like: "ada", after: nil, limit: 5) }
            #expect(found.map(\.suspension) == [Suspension(since: since, reason: .abuse)])
            #expect(FindUsersCommand.line(found[0]).contains("suspended for abuse"))
            #expect(try await ResumeCommand.resume("ada", pool: world.pool, now: world.clock.now) == ada.id)
            #expect(try await Self.logIn(world, "ada").status == 200)
            await #expect(throws: (any Error).self) { try await SuspendCommand.suspend("nobody", for: .abuse, pool: world.pool, now: world.clock.now) }
            await #expect(throws: (any Error).self) { try await ResumeCommand.resume("nobody", pool: world.pool, now: world.clock.now) }
        }
    }

    /// Whatever the case, the accents and their spelling: as providers' names are found.
    @Test func findsNamesWhateverTheirAccents() async throws {
        try await World.run { world in
            let andre = try await world.signUp("one", extra: ["fullName": "André Groß"])
            try await world.signUp("two", extra: ["fullName": "ANDREA Łukasz"])
            let token = try await world.admin().accessToken
            func found(_ text: String) async throws -> [String] {
                let text = try #require(text.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
                return try await world.get("/admin/users?q=\(text)", token: token).decode(Listed<FoundUserView>.self).items.map(\.username)
            }
            let cases: [(String, [String])] = [
                ("andre", ["one", "two"]), ("ANDRÉ", ["one", "two"]), ("andre\u{301}", ["one", "two"]), ("gross", ["one"]), ("lukasz", ["two"]), ("e g", ["one"]),
                ("\u{301}", []), ("anders", [])
            ]
            for (text, names) in cases { #expect(try await found(text) == names, "\(text)") }
            // As one from before, and as the release before changes one beside this: found by their case alone until they are folded.
            try await world.pool.withConnection { try await $0.execute("UPDATE users SET search_name = NULL, search_version = 0 WHERE id = \(andre.id)") }
            #expect(try await found("andre") == ["two"])
            #expect(try await found("ANDRÉ") == ["one", "two"])
            #expect(try await world.pool.transaction { try await FoldNames.users($0) } == false)
            #expect(try await found("andre") == ["one", "two"])
            try await world.pool.withConnection {
                try await $0.execute("UPDATE users SET full_name = 'Zoë', version = version + 1 WHERE id = \(andre.id)")
            }
            #expect(try await world.pool.transaction { try await FoldNames.users($0) } == false)
            #expect(try await found("zoe") == ["one"])
            #expect(try await found("andre") == ["two"])
        }
    }

    @Test func findsByNameAddressAndId() async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada", extra: ["fullName": "Ada Lovelace", "email": "Countess@example.org"])
            try await world.signUp("adam", extra: ["fullName": "100% Adam_"])
            try await world.signUp("grace", type: "provider", extra: ["fullName": "Grace Hopper"])
            let token = try await world.admin().accessToken
            func found(_ query: String) async throws -> [String] {
                try await world.get("/admin/users\(query)", token: token).decode(Listed<FoundUserView>.self).items.map(\.username)
            }
            #expect(try await found("?q=ada") == ["ada", "adam"])
            #expect(try await found("?q=ADA") == ["ada", "adam"])
            #expect(try await found("?q=lovelace") == ["ada"])
            #expect(try await found("?q=countess@example.org") == ["ada"])
            #expect(try await found("?q=countess") == [])
            #expect(try await found("?q=\(ada.id)") == ["ada"])
            #expect(try await found("?q=%25") == ["adam"])
            #expect(try await found("?q=_") == ["adam"])
            #expect(try await found("") == ["ada", "adam", "chief", "grace"])
            let first = try await world.get("/admin/users?limit=3", token: token).decode(Listed<FoundUserView>.self)
            #expect(first.items.count == 3)
            #expect(try await found("?limit=3&after=\(#require(first.nextCursor))") == ["grace"])
            #expect(try await world.get("/admin/users?q=\(String(repeating: "a", count: 101))", token: token).problem.fieldNames == ["q"])
            #expect(try await world.get("/admin/users?after=made-up", token: token).status == 400)
        }
    }

    @Test func readsTheAuditTheLatestFirst() async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada")
            let chief = try await world.admin()
            world.clock.advance(60)
            let then = RFC3339.format(world.clock.now)
            #expect(try await Self.suspend(world, ada.id, chief.accessToken).status == 204)
            let seal = SealAudit(masters: world.dependencies.masters)
            _ = try await world.pool.transaction { tx in try await seal(tx) }
            func lines(_ query: String) async throws -> Listed<AuditLineView> {
                try await world.get("/admin/audit\(query)", token: chief.accessToken).decode(Listed<AuditLineView>.self)
            }
            #expect(try await lines("").items.map(\.kind) == ["suspended", "logged-in", "admin-created", "signed-up"])
            #expect(try await lines("?userId=\(ada.id)").items.map(\.kind) == ["suspended", "signed-up"])
            #expect(try await lines("?userId=\(chief.user.id)").items.map(\.kind) == ["suspended", "logged-in", "admin-created"])
            #expect(try await lines("?from=\(then)").items.map(\.kind) == ["suspended"])
            #expect(try await lines("?to=\(then)&clientId=careline").items.map(\.kind) == ["logged-in"])
            #expect(try await lines("?kind=signed-up").items.map(\.userId) == [ada.id])
            let first = try await lines("?limit=3")
            #expect(try await lines("?limit=3&after=\(#require(first.nextCursor))").items.map(\.kind) == ["signed-up"])
            for (query, field) in [("kind=unheard", "kind"), ("from=\(then)&to=\(then)", "to"), ("userId=ada", "userId")] {
                #expect(try await world.get("/admin/audit?\(query)", token: chief.accessToken).problem.fieldNames == [field])
            }
            #expect(try await world.get("/admin/audit?after=made-up", token: chief.accessToken).status == 400)
        }
    }

    @Test func unlocks() async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada")
            let chief = try await world.admin()
            for _ in 0..<6 { _ = try await Self.logIn(world, "ada", password: "wrong password here") }
            #expect(try await Self.logIn(world, "ada").status == 429)
            #expect(try await world.send(.POST, "/admin/users/\(ada.id)/unlock", token: chief.accessToken).status == 204)
            #expect(try await Self.logIn(world, "ada").status == 200)
            #expect(try await world.count("SELECT count(*) FROM audit_log WHERE kind = 'unlocked' AND actor_id = \(chief.user.id)") == 1)
        }
    }

    @Test func whatIsMalformedIsRefused() async throws {
        try await World.run { world in
            let chief = try await world.admin()
            let ada = try await world.signUp("ada")
            #expect(try await Self.suspend(world, ada.id, chief.accessToken, reason: "she has the flu").problem.fieldNames == ["reason"])
            #expect(try await world.post("/admin/users/\(ada.id)/suspend", json: [:], token: chief.accessToken).status == 400)
            let own = try await Self.suspend(world, chief.user.id, chief.accessToken)
            #expect(try own.status == 403 && own.problem.slug == "forbidden")
            for act in ["resume", "unlock"] {
                #expect(try await world.send(.POST, "/admin/users/\(UUID())/\(act)", token: chief.accessToken).status == 404)
            }
            #expect(try await world.post("/admin/users/\(UUID())/suspend", json: ["reason": "abuse"], token: chief.accessToken).status == 404)
            // Whose own session has ended has no more power.
            _ = try await world.post("/auth/logout", json: [:], token: chief.accessToken)
            #expect(try await Self.suspend(world, ada.id, chief.accessToken).status == 401)
            #expect(try await Self.logIn(world, "ada").status == 200)
        }
    }

    /// Neither another role, nor an app of somebody else's that an admin uses, nor a machine.
    @Test func nobodyElseHasThesePowers() async throws {
        try await World.run { world in
            try await world.saveApp()
            try await world.saveApp("robot", kind: .confidential, grants: [.clientCredentials])
            let ada = try await world.signUp("ada")
            let doctor = try await world.signUp("grace", type: "provider")
            _ = try await world.admin()
            var app = TestApp()
            app.scope = "openid account:read admin:users admin:clients admin:audit admin:organisations organisations:write"
            let code = try await app.code(TestBrowser(world), username: "chief")
            let granted = try await app.exchange(code, on: world)
            #expect(granted.member("scope") == "openid account:read")
            let machine = try await world.post("/oauth/token", form: [("grant_type", "client_credentials")], headers: TokenTests.basic)
            #expect(machine.member("scope")?.contains("admin:") == false)
            let tokens = [
                try await world.logIn(ada.username).accessToken, try await world.logIn(doctor.username).accessToken,
                try #require(granted.member("access_token")), try #require(machine.member("access_token"))
            ]
            for token in tokens {
                #expect(try await world.get("/admin/users", token: token).status == 403)
                #expect(try await world.get("/admin/audit", token: token).status == 403)
                #expect(try await world.get("/admin/clients", token: token).status == 403)
                #expect(try await Self.suspend(world, doctor.id, token).status == 403)
                for act in ["resume", "unlock"] {
                    #expect(try await world.send(.POST, "/admin/users/\(doctor.id)/\(act)", token: token).status == 403)
                }
            }
            #expect(try await world.get("/admin/users").status == 401)
            #expect(try await Self.logIn(world, "grace").status == 200)
        }
    }

    /// The power is the session's, not the account's: who has a second factor and has not shown it lacks it too.
    @Test func itWantsASecondFactor() async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada")
            let chief = try await world.adminWithOneFactor()
            func all(_ token: String) async throws -> [Int] {
                [
                    try await world.get("/admin/users", token: token).status, try await world.get("/admin/audit", token: token).status,
                    try await world.get("/admin/clients", token: token).status, try await Self.suspend(world, ada.id, token).status,
                    try await world.send(.POST, "/admin/users/\(ada.id)/resume", token: token).status,
                    try await world.send(.POST, "/admin/users/\(ada.id)/unlock", token: token).status,
                    try await world.get("/users/\(ada.id)", token: token).status
                ]
            }
            #expect(try await Set(all(chief.accessToken)) == [401])
            let refused = try await world.get("/admin/users", token: chief.accessToken)
            #expect(refused.member("type")?.hasSuffix("/insufficient-user-authentication") == true)
            #expect(refused.header("WWW-Authenticate") == #"Bearer realm="careline", error="insufficient_user_authentication", acr_values="2""#)
            // Their own account is theirs as anybody's is.
            #expect(try await world.get("/users/\(chief.user.id)", token: chief.accessToken).status == 200)
            let app = try await world.setUpTOTP(chief)
            let done: [Int] = [200, 200, 200, 204, 204, 204, 200]
            #expect(try await all(chief.accessToken) == done)
            let again = try await world.tryLogIn("chief", code: app.code(world)).decode(LoginView.self)
            #expect(try await all(again.accessToken) == done)
            try await world.pool.transaction { tx in try await tx.execute("UPDATE sessions SET amr = '{pwd}'") }
            #expect(try await Set(all(again.accessToken)) == [401])
        }
    }

    /// An app of others that an admin logs in to is theirs as it is anybody's.
    @Test func anAppOfOthersHasNoPowerOfTheirs() async throws {
        try await World.run { world in
            try await world.saveApp()
            let (ada, chief) = (try await world.signUp("ada"), try await world.admin())
            let app = TestApp(scope: "openid account:read account:write")
            let tokens = try await app.exchange(app.code(TestBrowser(world), username: "chief"), on: world).decode(TokenView.self)
            try await world.pool.transaction { tx in
                try await tx.execute("UPDATE sessions SET amr = \(AuthenticationContext.passwordAndCode.methods) WHERE user_id = \(chief.user.id)")
            }
            #expect(try await world.get("/users/\(chief.user.id)", token: tokens.access_token).status == 200)
            #expect(try await world.get("/users/\(ada.id)", token: chief.accessToken).status == 200)
            for path in ["/users/\(ada.id)", "/users/\(ada.id)/guardianships"] {
                #expect(try await world.get(path, token: tokens.access_token).status == 403)
            }
            #expect(try await world.send(.DELETE, "/users/\(ada.id)", token: tokens.access_token).status == 403)
            #expect(try await world.count("SELECT count(*) FROM users WHERE id = \(ada.id)") == 1)
        }
    }

    @Test func anOperatorMayAskForOneFactorAlone() async throws {
        try await World.run({ $0.adminsNeedSecondFactor = false }) { world in
            let chief = try await world.adminWithOneFactor()
            #expect(try await world.get("/admin/users", token: chief.accessToken).status == 200)
            _ = try await world.post("/auth/logout", json: [:], token: chief.accessToken)
            #expect(try await world.get("/admin/users", token: chief.accessToken).status == 401)
        }
    }

    @Test func whatIsReadIsWrittenDown() async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada")
            let chief = try await world.admin()
            for path in ["/admin/users?q=ada", "/admin/audit?userId=\(ada.id)", "/admin/clients", "/admin/clients/careline"] {
                #expect(try await world.get(path, token: chief.accessToken).status == 200)
            }
            func count(_ kind: String) async throws -> Int {
                try await world.count("SELECT count(*) FROM audit_log WHERE kind = \(kind) AND actor_id = \(chief.user.id)")
            }
            #expect(try await count("users-read") == 1)
            #expect(try await count("clients-read") == 2)
            #expect(try await world.count("SELECT count(*) FROM audit_log WHERE kind = 'audit-read' AND user_id = \(ada.id)") == 1)
            // Who was refused has read nothing.
            _ = try await world.get("/admin/users", token: world.logIn("ada").accessToken)
            #expect(try await count("users-read") == 1)
        }
    }

    @Test func whoIsLookedAtIsWrittenDown() async throws {
        try await World.run { world in
            let doctor = try await world.signUp("okafor", type: "provider")
            let (own, chief) = (try await world.logIn("okafor").accessToken, try await world.admin())
            func count() async throws -> Int {
                try await world.count("SELECT count(*) FROM audit_log WHERE kind = 'users-read' AND user_id = \(doctor.id) AND actor_id = \(chief.user.id)")
            }
            let paths = ["/users/\(doctor.id)", "/users/\(doctor.id)/guardianships", "/admin/users/\(doctor.id)/verification"]
            for (index, path) in paths.enumerated() {
                #expect(try await world.get(path, token: chief.accessToken).status == 200)
                #expect(try await count() == index + 1, "\(path)")
            }
            // Nobody is written down for what is their own, nor for who is not there.
            for path in paths.prefix(2) { #expect(try await world.get(path, token: own).status == 200) }
            #expect(try await world.get("/users/\(chief.user.id)", token: chief.accessToken).status == 200)
            #expect(try await world.get("/users/\(UserID(UUID.v7()))", token: chief.accessToken).status == 404)
            #expect(try await world.audit(.usersRead) == 3)
        }
    }

    @Test func onlyThePlatformsOwnClientsAreRegisteredWithThem() throws {
        func registration(firstParty: Bool) -> ClientRegistration {
            ClientRegistration(
                id: "console", name: "Console", redirectURIs: ["https://console.example/cb"], scopes: ["openid", "admin:users"], grants: ["authorization_code"],
                isFirstParty: firstParty)
        }
        #expect(registration(firstParty: false).faults.count == 1)
        #expect(try registration(firstParty: true).check().grantable.contains("admin:users") == true)
    }
}
