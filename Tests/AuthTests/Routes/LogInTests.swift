import CareModels
import CareService
import Foundation
import HTTP
import Testing

@testable import AuthService

@Suite struct LogInTests {
    @Test func logsInWithEveryScopeOfTheRole() async throws {
        try await AuthServer.with { server in
            let user = try await server.signUp("ada")
            let answer = try await server.post("/auth/login", json: ["username": "ADA", "password": AuthServer.password])
            #expect(answer.status == .ok)
            #expect(answer.header("Cache-Control") == "no-store")
            let login = try answer.decode(LoginView.self)
            #expect(login.user == user)
            #expect(Scopes.parse(login.scope) == Scopes.available(to: .patient))
            #expect(login.expiresIn == 600)
            let seen = try await server.get("/users/\(user.id)", token: login.accessToken)
            #expect(seen.status == .ok)
            #expect(try seen.decode(UserView.self) == user)
            #expect(try await server.audit(.loggedIn) == 1)
        }
    }

    @Test func wrongAndUnknownSoundTheSame() async throws {
        try await AuthServer.with { server in
            try await server.signUp("ada")
            let wrong = try await server.post("/auth/login", json: ["username": "ada", "password": "not her password"])
            let unknown = try await server.post("/auth/login", json: ["username": "nobody", "password": "not her password"])
            let odd = try await server.post("/auth/login", json: ["username": "no\u{1} body", "password": ""])
            for answer in [wrong, unknown, odd] {
                #expect(answer.status == .unauthorized)
                #expect(answer.member("type") == wrong.member("type"))
                #expect(answer.member("detail") == wrong.member("detail"))
            }
            #expect(try await server.audit(.loginFailed) == 3)
            let reasons = try await server.pool.withConnection { connection in
                try await connection.query("SELECT reason FROM audit_log WHERE kind = 'login-failed' ORDER BY id").map { try $0["reason"] as String }
            }
            #expect(reasons == ["wrong-password", "unknown-name", "unknown-name"])
        }
    }

    /// The same sequence of statuses for a name that exists and one that does not.
    @Test(arguments: ["ada", "nobody"]) func failuresLockTheNameWithGrowingDelay(_ name: String) async throws {
        try await AuthServer.with { server in
            try await server.signUp("ada")
            func attempt(_ password: String) async throws -> Answer {
                try await server.post("/auth/login", json: ["username": name, "password": password])
            }
            for _ in 0..<6 { #expect(try await attempt("wrong password here").status == .unauthorized) }
            let blocked = try await attempt(AuthServer.password)
            #expect(blocked.status == .tooManyRequests)
            #expect(blocked.header("Retry-After") == "1")
            server.clock.advance(1.1)
            #expect(try await attempt("wrong password here").status == .unauthorized)
            #expect(try await attempt(AuthServer.password).header("Retry-After") == "2")
            server.clock.advance(2.1)
            let last = try await attempt(AuthServer.password)
            #expect(last.status == (name == "ada" ? .ok : .unauthorized))
        }
    }

    @Test func guessesOfOthersDoNotShutAKnownAppOut() async throws {
        try await AuthServer.with {
            $0.addressLockOut = LockOut.Policy(free: 8, first: 60, most: 60, forgetAfter: 3600)
        } _: { server in
            try await server.signUp("ada")
            try await server.signUp("eve")
            let (known, eves) = (try await server.logIn("ada").deviceToken, try await server.logIn("eve").deviceToken)
            func attempt(_ password: String, _ device: String? = nil) async throws -> HTTPResponseStatus {
                var body = ["username": "ada", "password": password]
                body["deviceToken"] = device
                return try await server.post("/auth/login", json: body).status
            }
            // First the name is locked, then the address too.
            for _ in 0..<6 { #expect(try await attempt("wrong password here") == .unauthorized) }
            #expect(try await attempt(AuthServer.password) == .tooManyRequests)
            for index in 0..<3 { _ = try await server.post("/auth/login", json: ["username": "name\(index)", "password": "x"]) }
            server.clock.advance(2)
            #expect(try await attempt(AuthServer.password) == .tooManyRequests)
            for forged in [eves, "made-up", String(known.reversed())] { #expect(try await attempt(AuthServer.password, forged) == .tooManyRequests) }
            #expect(try await attempt(AuthServer.password, known) == .ok)

            // What is tried with it is counted as strictly, for itself.
            for _ in 0..<6 { #expect(try await attempt("wrong password here", known) == .unauthorized) }
            #expect(try await attempt(AuthServer.password, known) == .tooManyRequests)
            server.clock.advance(60)
            #expect(try await attempt(AuthServer.password) == .ok)
        }
    }

    @Test func guessesOfOthersDoNotShutAKnownBrowserOut() async throws {
        try await AuthServer.with { server in
            try await server.saveApp()
            try await server.signUp("ada")
            try await server.signUp("eve")
            let (browser, app) = (TestBrowser(server), TestApp())
            // Both use it; each is known with it.
            for name in ["ada", "eve"] {
                let page = try await browser.get(app.start([("prompt", "login")]))
                #expect(try await browser.submit(page, [("username", name), ("password", AuthServer.password)]).status == .seeOther)
            }
            #expect(browser.cookies["care_devices"]?.split(separator: ".").count == 2)
            for name in ["ada", "eve"] {
                for _ in 0..<6 { _ = try await server.post("/auth/login", json: ["username": name, "password": "wrong password here"]) }
                let stranger = TestBrowser(server)
                let page = try await stranger.get(app.start())
                #expect(try await stranger.submit(page, [("username", name), ("password", AuthServer.password)]).status == .tooManyRequests)
                let own = try await browser.get(app.start([("prompt", "login")]))
                #expect(try await browser.submit(own, [("username", name), ("password", AuthServer.password)]).status == .seeOther)
            }
        }
    }

    @Test func anOperatorLetsOneTryAgain() async throws {
        try await AuthServer.with { server in
            let ada = try await server.signUp("ada")
            func attempt(_ password: String) async throws -> HTTPResponseStatus {
                try await server.post("/auth/login", json: ["username": "ada", "password": password]).status
            }
            for _ in 0..<6 { #expect(try await attempt("wrong password here") == .unauthorized) }
            #expect(try await attempt(AuthServer.password) == .tooManyRequests)
            let masters = server.dependencies.masters
            let id = try await UnlockCommand.unlock("ADA", masters: masters, pool: server.pool, now: server.clock.now)
            #expect(id == ada.id)
            #expect(try await attempt(AuthServer.password) == .ok)
            #expect(try await server.audit(.unlocked) == 1)
            await #expect(throws: (any Error).self) {
                try await UnlockCommand.unlock("nobody", masters: masters, pool: server.pool, now: server.clock.now)
            }
        }
    }

    /// Also what was tried with a device that they are known with.
    @Test func anOperatorFreesAKnownDeviceToo() async throws {
        try await AuthServer.with { server in
            let ada = try await server.signUp("ada")
            let device = try await server.logIn("ada").deviceToken
            func attempt(_ password: String) async throws -> HTTPResponseStatus {
                try await server.post("/auth/login", json: ["username": "ada", "password": password, "deviceToken": device]).status
            }
            for _ in 0..<6 { #expect(try await attempt("wrong password here") == .unauthorized) }
            #expect(try await attempt(AuthServer.password) == .tooManyRequests)
            let chief = try await server.admin().accessToken
            #expect(try await server.send(.POST, "/admin/users/\(ada.id)/unlock", token: chief).status == .noContent)
            #expect(try await attempt(AuthServer.password) == .ok)
        }
    }

    /// Behind one address somebody tries many names: whose browser or app is known comes in, and a newcomer waits five minutes at most.
    @Test func aClinicBehindOneAddressIsNotShutOutByOneGuesser() async throws {
        try await AuthServer.with { server in
            try await server.signUp("ada")
            try await server.signUp("eve")
            let known = try await server.logIn("ada").deviceToken
            for index in 0...LockOut.Policy.address.free {
                #expect(try await server.post("/auth/login", json: ["username": "name\(index)", "password": "x"]).status == .unauthorized)
            }
            let newcomer = try await server.tryLogIn("eve", code: nil)
            #expect(newcomer.status == .tooManyRequests && Int(newcomer.header("Retry-After") ?? "").map { $0 <= 300 } == true)
            let body = ["username": "ada", "password": AuthServer.password, "deviceToken": known]
            #expect(try await server.post("/auth/login", json: body).status == .ok)
            server.clock.advance(LockOut.Policy.address.most)
            #expect(try await server.tryLogIn("eve", code: nil).status == .ok)
        }
    }

    @Test func aLoginForgetsTheFailuresOfItsName() async throws {
        try await AuthServer.with { server in
            try await server.signUp("ada")
            for _ in 0..<3 {
                for _ in 0..<5 { _ = try await server.post("/auth/login", json: ["username": "ada", "password": "wrong password here"]) }
                _ = try await server.logIn("ada")
            }
        }
    }

    /// However many guesses are sent at once, the right one among them is not told once the name is locked.
    @Test func manyGuessesAtOnceAreCountedOneByOne() async throws {
        try await AuthServer.with { server in
            try await server.signUp("ada")
            let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
                for index in 0..<40 {
                    group.addTask { try await server.post("/auth/login", json: ["username": "ada", "password": "guess number \(index)"]) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.filter { $0.status == .unauthorized }.count == LockOut.Policy.account.free + 1)
            #expect(answers.filter { $0.status == .tooManyRequests }.count == 40 - LockOut.Policy.account.free - 1)
        }
    }

    @Test func failuresLockTheAddressToo() async throws {
        try await AuthServer.with {
            $0.addressLockOut = LockOut.Policy(free: 3, first: 1, most: 10, forgetAfter: 60)
        } _: { server in
            try await server.signUp("ada")
            for index in 0..<4 {
                #expect(try await server.post("/auth/login", json: ["username": "name\(index)", "password": "x"]).status == .unauthorized)
            }
            #expect(try await server.post("/auth/login", json: ["username": "ada", "password": AuthServer.password]).status == .tooManyRequests)
            let elsewhere = ["X-Forwarded-For": "198.51.100.7"]
            let answer = try await server.post(
                "/auth/login", json: ["username": "ada", "password": AuthServer.password], headers: .init(elsewhere.map { ($0.key, $0.value) }))
            #expect(answer.status == .ok)
        }
    }

    @Test func aRaisedCostIsAppliedAtTheNextLogin() async throws {
        try await AuthServer.with { server in
            let user = try await server.signUp("ada")
            var config = server.dependencies.settings
            config.passwordCost = PasswordCost(memoryKiB: 128, passes: 2)
            let raised = Dependencies(config, pool: server.pool, now: server.dependencies.now)
            let route = HTTPServer(HTTPServerConfiguration(port: 0), routes: routes(raised), verifier: nil)
            try await route.start()
            let client = HTTPClient()
            let body = Array(#"{"username":"ada","password":"\#(AuthServer.password)"}"#.utf8)
            let url = "http://127.0.0.1:\(route.port)/auth/login"
            let answer = try await client.send(.POST, url, headers: ["Content-Type": "application/json"], body: body)
            await route.drain(within: .milliseconds(100))
            #expect(answer.status == .ok)
            let hash = try #require(try await server.pool.withConnection { try await $0.user(user.id) }).passwordHash
            #expect(hash.contains("$m=128,t=2,p=1$"))
            _ = try await server.logIn("ada")
        }
    }

    @Test func aFullQueueOfPasswordsIsA503() async throws {
        try await AuthServer.with {
            $0.hashingThreads = 1
            $0.hashingQueue = 1
            $0.passwordCost = PasswordCost(memoryKiB: 65_536, passes: 3)
        } _: { server in
            let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
                for index in 0..<12 {
                    group.addTask { try await server.post("/auth/login", json: ["username": "name\(index)", "password": "x"]) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let refused = answers.filter { $0.status == .serviceUnavailable }
            #expect(!refused.isEmpty)
            #expect(refused.allSatisfy { $0.header("Retry-After") == "1" })
            #expect(answers.contains { $0.status == .unauthorized })
        }
    }

    @Test func logOutEndsTheSession() async throws {
        try await AuthServer.with { server in
            let user = try await server.signUp("ada")
            let login = try await server.logIn("ada")
            let other = try await server.logIn("ada")
            #expect(try await server.post("/auth/logout", json: [:], token: login.accessToken).status == .noContent)
            #expect(try await server.get("/users/\(user.id)", token: login.accessToken).status == .unauthorized)
            #expect(try await server.refresh(login.refreshToken).member("error") == "invalid_grant")
            #expect(try await server.post("/auth/logout", json: [:], token: login.accessToken).status == .unauthorized)
            #expect(try await server.get("/users/\(user.id)", token: other.accessToken).status == .ok)
            #expect(try await server.count("SELECT count(*) FROM outbox WHERE type = \(SessionRevoked.type)") == 1)
            #expect(try await server.post("/auth/logout", json: [:]).status == .unauthorized)
        }
    }
}
