import CareModels
import CareService
import Foundation
import JSON
import Testing

@testable import AuthService

/// Clients are told that sessions of theirs have ended.
@Suite struct BackchannelLogoutTests {
    private struct Header: Decodable {
        var alg: String
        var kid: String
        var typ: String
    }

    private struct Claims: Decodable {
        struct Nothing: Decodable {}

        var iss: String
        var aud: String
        var sub: String
        var sid: String
        var iat: Int
        var exp: Int
        var jti: String
        var events: [String: Nothing]
        var nonce: String?
    }

    private struct World {
        let server: AuthServer
        let own: ClientServer

        func register(_ id: String, _ path: String? = "/logout", _ change: (inout Client) -> Void = { _ in }) async throws {
            var client = Client(
                id: id, name: "App", kind: .public, redirectURIs: ["https://app.example/cb"], scopes: Set(Scopes.all),
                grants: [.authorizationCode, .refreshToken], isFirstParty: true)
            client.backchannelLogoutURI = path.map { own.url($0) }
            change(&client)
            try await server.save(client)
        }

        func tokens(_ id: String, _ browser: TestBrowser? = nil, scope: String = "openid account:read account:write") async throws -> TokenView {
            let (app, browser) = (TestApp(clientID: id, scope: scope), browser ?? TestBrowser(server))
            let first = try await browser.get(app.start())
            let code: String
            if let given = first.location("code") { code = given } else { code = try await app.code(browser, username: "ada") }
            return try await app.exchange(code, on: server).decode(TokenView.self)
        }

        func session(_ tokens: TokenView) throws -> String {
            try #require(try AuthorizeTests.claims(tokens.access_token, AccessTokenClaims.self).sid)
        }

        var waiting: Int { get async throws { try await server.count("SELECT count(*) FROM logout_notices") } }

        func tell() async throws -> Int { try await Courier(LogoutRound(server.dependencies)).runDue() }
    }

    private static func with(_ networks: [String] = ["127.0.0.0/8"], _ body: (World) async throws -> Void) async throws {
        try await ClientServer.run { own in
            try await AuthServer.with({ $0.networks = networks.compactMap { IPNetwork($0) } }) { server in
                try await server.signUp("ada")
                try await body(World(server: server, own: own))
            }
        }
    }

    private static func claims(_ token: String, on server: AuthServer, algorithm: String = "ES256") async throws -> Claims {
        let parts = token.split(separator: ".").map(String.init)
        try #require(parts.count == 3)
        let header = try CareJSON.decode(Header.self, from: try #require(Base64URL.decode(parts[0])))
        #expect(header.typ == "logout+jwt")
        #expect(header.alg == algorithm)
        let key = try #require(try await server.dependencies.keys.key(header.kid))
        let signature = try #require(Base64URL.decode(parts[2]))
        #expect(key.checking.accepts(signature, for: Data("\(parts[0]).\(parts[1])".utf8)))
        return try CareJSON.decode(Claims.self, from: try #require(Base64URL.decode(parts[1])))
    }

    @Test(arguments: ["ES256", "RS256"]) func anAppThatLogsItsPersonOutIsToldByASignedToken(_ algorithm: String) async throws {
        try await Self.with { world in
            try await world.register("app") { $0.idTokenAlgorithm = algorithm == "RS256" ? .rs256 : .es256 }
            let browser = TestBrowser(world.server)
            let tokens = try await world.tokens("app", browser)
            #expect(try await browser.get("/oauth/logout?id_token_hint=\(try #require(tokens.id_token))").status == .ok)
            #expect(try await world.tell() == 1)
            let sent = try #require(try world.own.logoutTokens().first)
            let claims = try await Self.claims(sent, on: world.server, algorithm: algorithm)
            let access = try AuthorizeTests.claims(tokens.access_token, AccessTokenClaims.self)
            #expect(claims.iss == AuthServer.issuer && claims.aud == "app" && claims.sub == access.sub && claims.sid == access.sid)
            #expect(Array(claims.events.keys) == ["http://schemas.openid.net/event/backchannel-logout"])
            #expect(claims.exp - claims.iat == 120)
            #expect(!claims.jti.isEmpty && claims.nonce == nil)
            #expect(try await world.waiting == 0)
            // It is neither a hint nor an access token.
            #expect(try await world.server.dependencies.hints.read(sent) == nil)
            #expect(try await world.server.get("/userinfo", token: sent).status == .unauthorized)
        }
    }

    /// The clinic's shared computer: whoever logs out of one app has logged out of the browser, and all that were begun in it hear of it.
    @Test func theOtherAppsOfTheBrowserAreTold() async throws {
        try await Self.with { world in
            for id in ["first", "second", "third"] { try await world.register(id, id == "first" ? "/logout" : "/other") }
            let browser = TestBrowser(world.server)
            let first = try await world.tokens("first", browser)
            let second = try await world.tokens("second", browser)
            let offline = try await world.tokens("third", browser, scope: "openid offline_access")
            let elsewhere = try await world.tokens("second")
            #expect(try await world.server.post("/auth/logout", json: [:], token: first.access_token).status == .noContent)
            #expect(try await world.tell() == 3)
            #expect(try await Self.claims(try #require(try world.own.logoutTokens().first), on: world.server).sid == world.session(first))
            var told: Set<String> = []
            for token in try world.own.logoutTokens(at: "/other") { told.insert(try await Self.claims(token, on: world.server).sid) }
            #expect(try told == [world.session(second), world.session(offline)])
            // What lived by the browser's login has ended; what was to go on without it does, and so does another browser's.
            let live = try await world.server.pool.withConnection { try await $0.query("SELECT id::text FROM sessions WHERE revoked_at IS NULL") }
            let ids: [String] = try live.map { try $0["id"] }
            #expect(try Set(ids) == [world.session(offline), world.session(elsewhere)])
            #expect(try await world.server.refresh(try #require(offline.refresh_token), client: "third").status == .ok)
        }
    }

    enum Ending: String, CaseIterable, Sendable {
        case logout, endOne, endOthers, withdrawal, passwordChange, suspension, erasure, everySession, codeReplay
    }

    @Test(arguments: Ending.allCases) func whateverEndsASessionItsAppIsToldOnce(_ ending: Ending) async throws {
        try await Self.with { world in
            try await world.register("app") { $0.isFirstParty = ending != .withdrawal }
            let server = world.server
            let own = try await server.logIn("ada")
            let browser = TestBrowser(server)
            let app = TestApp(scope: "openid account:read account:write")
            let code = try await app.code(browser, username: "ada")
            let tokens = try await app.exchange(code, on: server).decode(TokenView.self)
            let session = try world.session(tokens)
            switch ending {
            case .logout: #expect(try await server.post("/auth/logout", json: [:], token: tokens.access_token).status == .noContent)
            case .endOne: #expect(try await server.send(.DELETE, "/account/sessions/\(session)", token: own.accessToken).status == .noContent)
            case .endOthers: #expect(try await server.send(.DELETE, "/account/sessions", token: own.accessToken).status == .noContent)
            case .withdrawal: #expect(try await server.send(.DELETE, "/account/apps/app", token: own.accessToken).status == .noContent)
            case .passwordChange:
                let body = ["current": AuthServer.password, "new": "purple kettle hums"]
                #expect(try await server.post("/account/password", json: body, token: own.accessToken).status == .noContent)
            case .suspension: _ = try await SuspendCommand.suspend("ada", for: .security, pool: server.pool, now: server.clock.now)
            case .erasure: #expect(try await server.send(.DELETE, "/users/\(own.user.id)", token: own.accessToken).status == .noContent)
            case .everySession:
                server.clock.advance(1)
                _ = try await RotateSigningKeyCommand.endSessions(server.pool, now: server.clock.now)
            case .codeReplay: #expect(try await app.exchange(code, on: server).status == .badRequest)
            }
            #expect(try await world.waiting == 1)
            #expect(try await world.tell() == 1)
            #expect(try await Self.claims(try #require(try world.own.logoutTokens().first), on: server).sid == session)
            #expect(try await world.tell() == 0)
        }
    }

    @Test func whoNeedNotHearOfItDoesNot() async throws {
        try await Self.with { world in
            try await world.register("silent", nil)
            try await world.register("app")
            // No id token, so nobody whom the app could log out.
            let nobody = try await world.tokens("app", scope: "account:read")
            let back = try await world.tokens("app", scope: "openid offline_access")
            for tokens in [nobody, try await world.tokens("silent")] {
                #expect(try await world.server.post("/auth/logout", json: [:], token: tokens.access_token).status == .noContent)
            }
            // What an app gives back itself it knows of.
            let form = [("token", try #require(back.refresh_token)), ("client_id", "app")]
            #expect(try await world.server.post("/oauth/revoke", form: form).status == .ok)
            #expect(try await world.waiting == 0)
        }
    }

    @Test(arguments: [302, 400, 500]) func whatIsNotTakenIsTriedAgainUntilTheDeadline(_ status: Int) async throws {
        try await Self.with { world in
            try await world.register("app")
            let tokens = try await world.tokens("app")
            world.own.answer(status)
            #expect(try await world.server.post("/auth/logout", json: [:], token: tokens.access_token).status == .noContent)
            for wait: TimeInterval in [10, 20, 40] {
                #expect(try await world.tell() == 1)
                world.server.clock.advance(wait - 1)
                #expect(try await world.tell() == 0)
                world.server.clock.advance(1)
            }
            #expect(world.own.bodies(at: "/moved").isEmpty)
            // Each try's token is a new one, which lives for two minutes.
            #expect(Set(try world.own.logoutTokens()).count == 3)
            world.own.answer(204)
            #expect(try await world.tell() == 1)
            #expect(try await world.waiting == 0)
        }
    }

    @Test func afterADayNobodyIsToldAnyMore() async throws {
        try await Self.with { world in
            try await world.register("app")
            let tokens = try await world.tokens("app")
            world.own.answer(500)
            #expect(try await world.server.post("/auth/logout", json: [:], token: tokens.access_token).status == .noContent)
            #expect(try await world.tell() == 1)
            world.server.clock.advance(AnnounceEnds.patience)
            world.own.answer(200)
            #expect(try await world.tell() == 0)
            #expect(try await world.waiting == 0)
            #expect(world.own.bodies().count == 1)
        }
    }

    @Test func whatTheOperatorDoesNotAllowIsNotConnectedTo() async throws {
        try await Self.with([]) { world in
            try await world.register("app")
            let tokens = try await world.tokens("app")
            #expect(try await world.server.post("/auth/logout", json: [:], token: tokens.access_token).status == .noContent)
            #expect(try await world.tell() == 1)
            #expect(world.own.bodies().isEmpty)
            #expect(try await world.waiting == 1)
        }
    }

    @Test func couriersAtOnceTellEachOnce() async throws {
        try await Self.with { world in
            try await world.register("app")
            let browser = TestBrowser(world.server)
            var last: TokenView?
            for _ in 0..<12 { last = try await world.tokens("app", browser) }
            #expect(try await world.server.post("/auth/logout", json: [:], token: try #require(last).access_token).status == .noContent)
            let tries = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<4 { group.addTask { try await world.tell() } }
                return try await group.reduce(0, +)
            }
            #expect(tries == 12)
            #expect(world.own.bodies().count == 12)
        }
    }

    @Test func whoDiesWithANoticeInHandLeavesItToOthers() async throws {
        try await Self.with { world in
            try await world.register("app")
            let tokens = try await world.tokens("app")
            #expect(try await world.server.post("/auth/logout", json: [:], token: tokens.access_token).status == .noContent)
            let lease = LeaseLogoutNotice(now: { world.server.clock.now })
            let outcome = try await world.server.pool.transaction { tx in try await lease(busy: [], tx) }
            guard case .leased(let notice, _) = outcome else { throw AuthServer.Failure("nothing was leased") }
            #expect(try await world.tell() == 0)
            world.server.clock.advance(Retry.lease)
            // Who has it next is put off; the one who had it before puts off nothing any more.
            world.own.answer(500)
            #expect(try await world.tell() == 1)
            let finish = FinishLogoutNotice(now: { world.server.clock.now.addingTimeInterval(3600) })
            _ = try await world.server.pool.transaction { tx in try await finish(notice, isTold: false, tx) }
            world.server.clock.advance(20)
            #expect(try await world.tell() == 1)
        }
    }

    @Test func aClientThatHangsHoldsUpNoOther() async throws {
        try await Self.with { world in
            try await world.register("app")
            try await world.register("other", "/other")
            world.own.hold("/logout")
            let browser = TestBrowser(world.server)
            for _ in 0..<4 { _ = try await world.tokens("app", browser) }
            let other = try await world.tokens("other", browser)
            #expect(try await world.server.post("/auth/logout", json: [:], token: other.access_token).status == .noContent)
            let courier = Courier(LogoutRound(world.server.dependencies))
            let running = Task { try await courier.run() }
            while world.own.bodies(at: "/other").isEmpty { try await Task.sleep(for: .milliseconds(10)) }
            #expect(world.own.bodies().count <= 2)
            world.own.release()
            while try await world.waiting > 0 { try await Task.sleep(for: .milliseconds(10)) }
            await courier.stop()
            try await running.value
            #expect(world.own.bodies().count == 4)
        }
    }

    @Test func soManyWaitForOneClientAtMost() async throws {
        try await Self.with { world in
            try await world.register("app")
            let most = LogoutNotice.mostWaiting
            try await world.server.pool.transaction { tx in
                try await tx.execute(
                    """
                    INSERT INTO logout_notices (session_id, client_id, user_id, created_at, next_at, deadline)
                    SELECT gen_random_uuid(), 'app', gen_random_uuid(), now(), now(), now() FROM generate_series(1, \(most)::int)
                    """)
            }
            let tokens = try await world.tokens("app")
            #expect(try await world.server.post("/auth/logout", json: [:], token: tokens.access_token).status == .noContent)
            #expect(try await world.waiting == most)
        }
    }
}
