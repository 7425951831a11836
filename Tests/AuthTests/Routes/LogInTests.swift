import CareModels
import CareService
import Foundation
import HTTP
import ServiceTestKit
import TestKit
import Testing

@testable import AuthService

@Suite struct LogInTests {
    @Test func logsInWithEveryScopeOfTheRole() async throws {
        try await World.run { world in
            let user = try await world.signUp("ada")
            let answer = try await world.post("/auth/login", json: ["username": "ADA", "password": World.password])
            #expect(answer.status == 200)
            #expect(answer.header("Cache-Control") == "no-store")
            let login = try answer.decode(LoginView.self)
            #expect(login.user == user)
            #expect(Scopes.parse(login.scope) == Scopes.available(to: .patient))
            #expect(login.expiresIn == 600)
            let seen = try await world.get("/users/\(user.id)", token: login.accessToken)
            #expect(seen.status == 200)
            #expect(try seen.decode(UserView.self) == user)
            #expect(try await world.audit(.loggedIn) == 1)
        }
    }

    @Test func wrongAndUnknownSoundTheSame() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            let wrong = try await world.post("/auth/login", json: ["username": "ada", "password": "not her password"])
            let unknown = try await world.post("/auth/login", json: ["username": "nobody", "password": "not her password"])
            let odd = try await world.post("/auth/login", json: ["username": "no\u{1} body", "password": ""])
            let long = try await world.post("/auth/login", json: ["username": "ada", "password": World.password + String(repeating: "x", count: 10_000)])
            for answer in [wrong, unknown, odd, long] {
                #expect(answer.status == 401)
                #expect(answer.member("type") == wrong.member("type"))
                #expect(answer.member("detail") == wrong.member("detail"))
            }
            #expect(try await world.audit(.loginFailed) == 4)
            let reasons = try await world.pool.withConnection { connection in
                try await connection.query("SELECT reason FROM audit_log WHERE kind = 'login-failed' ORDER BY id").map { try $0["reason"] as String }
            }
            #expect(reasons == ["wrong-password", "unknown-name", "unknown-name", "wrong-password"])
        }
    }

    /// The same sequence of statuses for a name that exists and one that does not.
    @Test(arguments: ["ada", "nobody"]) func failuresLockTheNameWithGrowingDelay(_ name: String) async throws {
        try await World.run { world in
            try await world.signUp("ada")
            func attempt(_ password: String) async throws -> Answer {
                try await world.post("/auth/login", json: ["username": name, "password": password])
            }
            for _ in 0..<6 { #expect(try await attempt("wrong password here").status == 401) }
            let blocked = try await attempt(World.password)
            #expect(blocked.status == 429)
            #expect(blocked.header("Retry-After") == "1")
            world.clock.advance(1.1)
            #expect(try await attempt("wrong password here").status == 401)
            #expect(try await attempt(World.password).header("Retry-After") == "2")
            world.clock.advance(2.1)
            let last = try await attempt(World.password)
            #expect(last.status == (name == "ada" ? 200 : 401))
        }
    }

    @Test func guessesOfOthersDoNotShutAKnownAppOut() async throws {
        try await World.run {
            $0.addressLockOut = LockOut.Policy(free: 8, first: 60, most: 60, forgetAfter: 3600)
        } _: { world in
            try await world.signUp("ada")
            try await world.signUp("eve")
            let (known, eves) = (try await world.logIn("ada").deviceToken, try await world.logIn("eve").deviceToken)
            func attempt(_ password: String, _ device: String? = nil) async throws -> Int {
                var body = ["username": "ada", "password": password]
                body["deviceToken"] = device
                return try await world.post("/auth/login", json: body).status
            }
            // First the name is locked, then the address too.
            for _ in 0..<6 { #expect(try await attempt("wrong password here") == 401) }
            #expect(try await attempt(World.password) == 429)
            for index in 0..<3 { _ = try await world.post("/auth/login", json: ["username": "name\(index)", "password": "x"]) }
            world.clock.advance(2)
            #expect(try await attempt(World.password) == 429)
            for forged in [eves, "made-up", String(known.reversed())] { #expect(try await attempt(World.password, forged) == 429) }
            #expect(try await attempt(World.password, known) == 200)

            // What is tried with it is counted as strictly, for itself.
            for _ in 0..<6 { #expect(try await attempt("wrong password here", known) == 401) }
            #expect(try await attempt(World.password, known) == 429)
            world.clock.advance(60)
            #expect(try await attempt(World.password) == 200)
        }
    }

    @Test func guessesOfOthersDoNotShutAKnownBrowserOut() async throws {
        try await World.run { world in
            try await world.saveApp()
            try await world.signUp("ada")
            try await world.signUp("eve")
            let (browser, app) = (TestBrowser(world), TestApp())
            // Both use it; each is known with it.
            for name in ["ada", "eve"] {
                let page = try await browser.get(app.start([("prompt", "login")]))
                #expect(try await browser.submit(page, [("username", name), ("password", World.password)]).status == 303)
            }
            #expect(browser.cookies["care_devices"]?.split(separator: ".").count == 2)
            for name in ["ada", "eve"] {
                for _ in 0..<6 { _ = try await world.post("/auth/login", json: ["username": name, "password": "wrong password here"]) }
                let stranger = TestBrowser(world)
                let page = try await stranger.get(app.start())
                #expect(try await stranger.submit(page, [("username", name), ("password", World.password)]).status == 429)
                let own = try await browser.get(app.start([("prompt", "login")]))
                #expect(try await browser.submit(own, [("username", name), ("password", World.password)]).status == 303)
            }
        }
    }

    @Test func anOperatorLetsOneTryAgain() async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada")
            func attempt(_ password: String) async throws -> Int {
                try await world.post("/auth/login", json: ["username": "ada", "password": password]).status
            }
            for _ in 0..<6 { #expect(try await attempt("wrong password here") == 401) }
            #expect(try await attempt(World.password) == 429)
            let masters = world.dependencies.masters
            let id = try await UnlockCommand.unlock("ADA", masters: masters, pool: world.pool, now: world.clock.now)
            #expect(id == ada.id)
            #expect(try await attempt(World.password) == 200)
            #expect(try await world.audit(.unlocked) == 1)
            await #expect(throws: (any Error).self) {
                try await UnlockCommand.unlock("nobody", masters: masters, pool: world.pool, now: world.clock.now)
            }
        }
    }

    /// Also what was tried with a device that they are known with.
    @Test func anOperatorFreesAKnownDeviceToo() async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada")
            let device = try await world.logIn("ada").deviceToken
            func attempt(_ password: String) async throws -> Int {
                try await world.post("/auth/login", json: ["username": "ada", "password": password, "deviceToken": device]).status
            }
            for _ in 0..<6 { #expect(try await attempt("wrong password here") == 401) }
            #expect(try await attempt(World.password) == 429)
            let chief = try await world.admin().accessToken
            #expect(try await world.send(.POST, "/admin/users/\(ada.id)/unlock", token: chief).status == 204)
            #expect(try await attempt(World.password) == 200)
        }
    }

    /// Behind one address somebody tries many names, and goes on: whose browser or app is known comes in, and so does a newcomer, in their turn.
    @Test func aClinicBehindOneAddressIsNotShutOutByOneGuesser() async throws {
        try await World.run { world in
            for name in ["ada", "eve", "joan"] { try await world.signUp(name) }
            let known = try await world.logIn("ada").deviceToken
            func guess(_ name: String) async throws -> Int { try await world.post("/auth/login", json: ["username": name, "password": "x"]).status }
            for index in 0...LockOut.Policy.address.free { #expect(try await guess("name\(index)") == 401) }
            for _ in 0..<12 {
                // One that has failed is not tried any more, and who asks after another's turn waits for the next.
                for _ in 0..<LockOut.Policy.account.free { _ = try await guess("mallory") }
                world.clock.advance(LockOut.Policy.address.turns)
            }
            #expect(try await guess("mallory") == 429)
            #expect(try await world.tryLogIn("eve", code: nil).status == 200)
            let next = try await world.tryLogIn("joan", code: nil)
            #expect(next.status == 429 && next.header("Retry-After") == "2")
            let body = ["username": "ada", "password": World.password, "deviceToken": known]
            #expect(try await world.post("/auth/login", json: body).status == 200)
            world.clock.advance(LockOut.Policy.address.turns)
            #expect(try await world.tryLogIn("joan", code: nil).status == 200)
        }
    }

    /// Of a storm of names behind an address one is tried: the others cost no password.
    @Test func aStormBehindOneAddressHasOneTurn() async throws {
        try await World.run {
            $0.addressLockOut = LockOut.Policy(free: 3, first: 60, most: 60, forgetAfter: 3600)
        } _: { world in
            for index in 0..<4 { _ = try await world.post("/auth/login", json: ["username": "name\(index)", "password": "x"]) }
            let failed = try await world.audit(.loginFailed)
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for index in 0..<40 {
                    group.addTask { try await world.post("/auth/login", json: ["username": "other\(index)", "password": "x"]).status }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.filter { $0 == 401 }.count == 1 && statuses.filter { $0 == 429 }.count == 39)
            #expect(try await world.audit(.loginFailed) == failed + 1)
        }
    }

    @Test func aLoginForgetsTheFailuresOfItsName() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            for _ in 0..<3 {
                for _ in 0..<5 { _ = try await world.post("/auth/login", json: ["username": "ada", "password": "wrong password here"]) }
                _ = try await world.logIn("ada")
            }
        }
    }

    /// However many guesses are sent at once, the right one among them is not told once the name is locked.
    @Test func manyGuessesAtOnceAreCountedOneByOne() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
                for index in 0..<40 {
                    group.addTask { try await world.post("/auth/login", json: ["username": "ada", "password": "guess number \(index)"]) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.filter { $0.status == 401 }.count == LockOut.Policy.account.free + 1)
            #expect(answers.filter { $0.status == 429 }.count == 40 - LockOut.Policy.account.free - 1)
        }
    }

    @Test func failuresLockTheAddressToo() async throws {
        try await World.run {
            $0.addressLockOut = LockOut.Policy(free: 3, first: 1, most: 10, forgetAfter: 60)
        } _: { world in
            try await world.signUp("ada")
            for index in 0..<4 {
                #expect(try await world.post("/auth/login", json: ["username": "name\(index)", "password": "x"]).status == 401)
            }
            // One has the turn; the next waits.
            #expect(try await world.post("/auth/login", json: ["username": "name9", "password": "x"]).status == 401)
            #expect(try await world.post("/auth/login", json: ["username": "ada", "password": World.password]).status == 429)
            let elsewhere = ["X-Forwarded-For": "198.51.100.7"]
            let answer = try await world.post(
                "/auth/login", json: ["username": "ada", "password": World.password], headers: .init(elsewhere.map { ($0.key, $0.value) }))
            #expect(answer.status == 200)
        }
    }

    @Test func aRaisedCostIsAppliedAtTheNextLogin() async throws {
        try await World.run { world in
            let user = try await world.signUp("ada")
            var config = world.dependencies.settings
            config.passwordCost = PasswordCost(memoryKiB: 128, passes: 2)
            let raised = Dependencies(config, pool: world.pool, now: world.dependencies.now)
            let answer = try await TestKit.withRoutes(routes(raised)) { server in
                try await ServiceClient(port: server.port).send(.POST, "/auth/login", #"{"username":"ada","password":"\#(World.password)"}"#)
            }
            #expect(answer.status == 200)
            let hash = try #require(try await world.pool.withConnection { try await $0.user(user.id) }).passwordHash
            #expect(hash.contains("$m=128,t=2,p=1$"))
            _ = try await world.logIn("ada")
        }
    }

    @Test func aFullQueueOfPasswordsIsA503() async throws {
        try await World.run {
            $0.hashingThreads = 1
            $0.hashingQueue = 1
            $0.passwordCost = PasswordCost(memoryKiB: 65_536, passes: 3)
        } _: { world in
            let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
                for index in 0..<12 {
                    group.addTask { try await world.post("/auth/login", json: ["username": "name\(index)", "password": "x"]) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let refused = answers.filter { $0.status == 503 }
            #expect(!refused.isEmpty)
            #expect(refused.allSatisfy { $0.header("Retry-After") == "1" })
            #expect(answers.contains { $0.status == 401 })
        }
    }

    @Test func logOutEndsTheSession() async throws {
        try await World.run { world in
            let user = try await world.signUp("ada")
            let login = try await world.logIn("ada")
            let other = try await world.logIn("ada")
            #expect(try await world.post("/auth/logout", json: [:], token: login.accessToken).status == 204)
            #expect(try await world.get("/users/\(user.id)", token: login.accessToken).status == 401)
            #expect(try await world.refresh(login.refreshToken).member("error") == "invalid_grant")
            #expect(try await world.post("/auth/logout", json: [:], token: login.accessToken).status == 401)
            #expect(try await world.get("/users/\(user.id)", token: other.accessToken).status == 200)
            #expect(try await world.count("SELECT count(*) FROM outbox WHERE type = \(SessionRevoked.type)") == 1)
            #expect(try await world.post("/auth/logout", json: [:]).status == 401)
        }
    }
}
