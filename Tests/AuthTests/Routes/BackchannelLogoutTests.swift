import CareModels
import CareService
import Foundation
import JSON
import ServiceTestKit
import TestKit
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

    private struct Scene {
        let world: World
        let own: ClientServer

        func register(_ id: String, _ path: String? = "/logout", _ change: (inout Client) -> Void = { _ in }) async throws {
            var client = Client(
                id: id, name: "App", kind: .public, redirectURIs: ["https://app.example/cb"], scopes: Set(Scopes.all),
                grants: [.authorizationCode, .refreshToken], isFirstParty: true)
            client.backchannelLogoutURI = path.map { own.url($0) }
            change(&client)
            try await world.save(client)
        }

        func tokens(_ id: String, _ browser: TestBrowser? = nil, scope: String = "openid account:read account:write") async throws -> TokenView {
            let (app, browser) = (TestApp(clientID: id, scope: scope), browser ?? TestBrowser(world))
            let first = try await browser.get(app.start())
            let code: String
            if let given = first.location("code") { code = given } else { code = try await app.code(browser, username: "ada") }
            return try await app.exchange(code, on: world).decode(TokenView.self)
        }

        func session(_ tokens: TokenView) throws -> String {
            try #require(try AuthorizeTests.claims(tokens.access_token, AccessTokenClaims.self).sid)
        }

        var waiting: Int { get async throws { try await world.count("SELECT count(*) FROM logout_notices") } }

        func tell() async throws -> Int { try await ErrandRunner(LogoutRound(world.dependencies)).runDue() }
    }

    private static func with(_ networks: [String] = ["127.0.0.0/8"], _ body: (Scene) async throws -> Void) async throws {
        try await ClientServer.run { own in
            try await World.run({ $0.networks = networks.compactMap { IPNetwork($0) } }) { world in
                try await world.signUp("ada")
                try await body(Scene(world: world, own: own))
            }
        }
    }

    private static func claims(_ token: String, on world: World, algorithm: String = "ES256") async throws -> Claims {
        let parts = token.split(separator: ".").map(String.init)
        try #require(parts.count == 3)
        let header = try CareJSON.decode(Header.self, from: try #require(Base64URL.decode(parts[0])))
        #expect(header.typ == "logout+jwt")
        #expect(header.alg == algorithm)
        let key = try #require(try await world.dependencies.keys.key(header.kid))
        let signature = try #require(Base64URL.decode(parts[2]))
        #expect(key.checking.accepts(signature, for: Data("\(parts[0]).\(parts[1])".utf8)))
        return try CareJSON.decode(Claims.self, from: try #require(Base64URL.decode(parts[1])))
    }

    @Test(arguments: ["ES256", "RS256"]) func anAppThatLogsItsPersonOutIsToldByASignedToken(_ algorithm: String) async throws {
        try await Self.with { scene in
            try await scene.register("app") { $0.idTokenAlgorithm = algorithm == "RS256" ? .rs256 : .es256 }
            let browser = TestBrowser(scene.world)
            let tokens = try await scene.tokens("app", browser)
            #expect(try await browser.get("/oauth/logout?id_token_hint=\(try #require(tokens.id_token))").status == 200)
            #expect(try await scene.tell() == 1)
            let sent = try #require(try scene.own.logoutTokens().first)
            let claims = try await Self.claims(sent, on: scene.world, algorithm: algorithm)
            let access = try AuthorizeTests.claims(tokens.access_token, AccessTokenClaims.self)
            #expect(claims.iss == World.issuer && claims.aud == "app" && claims.sub == access.sub && claims.sid == access.sid)
            #expect(Array(claims.events.keys) == ["http://schemas.openid.net/event/backchannel-logout"])
            #expect(claims.exp - claims.iat == 120)
            #expect(!claims.jti.isEmpty && claims.nonce == nil)
            #expect(try await scene.waiting == 0)
            // It is neither a hint nor an access token.
            #expect(try await scene.world.dependencies.hints.read(sent) == nil)
            #expect(try await scene.world.get("/userinfo", token: sent).status == 401)
        }
    }

    /// The clinic's shared computer: whoever logs out of one app has logged out of the browser, and all that were begun in it hear of it.
    @Test func theOtherAppsOfTheBrowserAreTold() async throws {
        try await Self.with { scene in
            for id in ["first", "second", "third"] { try await scene.register(id, id == "first" ? "/logout" : "/other") }
            let browser = TestBrowser(scene.world)
            let first = try await scene.tokens("first", browser)
            let second = try await scene.tokens("second", browser)
            let offline = try await scene.tokens("third", browser, scope: "openid offline_access")
            let elsewhere = try await scene.tokens("second")
            #expect(try await scene.world.post("/auth/logout", json: [:], token: first.access_token).status == 204)
            #expect(try await scene.tell() == 3)
            #expect(try await Self.claims(try #require(try scene.own.logoutTokens().first), on: scene.world).sid == scene.session(first))
            var told: Set<String> = []
            for token in try scene.own.logoutTokens(at: "/other") { told.insert(try await Self.claims(token, on: scene.world).sid) }
            #expect(try told == [scene.session(second), scene.session(offline)])
            // What lived by the browser's login has ended; what was to go on without it does, and so does another browser's.
            let live = try await scene.world.pool.withConnection { try await $0.query("SELECT id::text FROM sessions WHERE revoked_at IS NULL") }
            let ids: [String] = try live.map { try $0["id"] }
            #expect(try Set(ids) == [scene.session(offline), scene.session(elsewhere)])
            #expect(try await scene.world.refresh(try #require(offline.refresh_token), client: "third").status == 200)
        }
    }

    enum Ending: String, CaseIterable, Sendable {
        case logout, endOne, endOthers, withdrawal, passwordChange, suspension, erasure, everySession, codeReplay
    }

    @Test(arguments: Ending.allCases) func whateverEndsASessionItsAppIsToldOnce(_ ending: Ending) async throws {
        try await Self.with { scene in
            try await scene.register("app") { $0.isFirstParty = ending != .withdrawal }
            let world = scene.world
            let own = try await world.logIn("ada")
            let browser = TestBrowser(world)
            let app = TestApp(scope: "openid account:read account:write")
            let code = try await app.code(browser, username: "ada")
            let tokens = try await app.exchange(code, on: world).decode(TokenView.self)
            let session = try scene.session(tokens)
            switch ending {
            case .logout: #expect(try await world.post("/auth/logout", json: [:], token: tokens.access_token).status == 204)
            case .endOne: #expect(try await world.send(.DELETE, "/account/sessions/\(session)", token: own.accessToken).status == 204)
            case .endOthers: #expect(try await world.send(.DELETE, "/account/sessions", token: own.accessToken).status == 204)
            case .withdrawal: #expect(try await world.send(.DELETE, "/account/apps/app", token: own.accessToken).status == 204)
            case .passwordChange:
                let body = ["current": World.password, "new": "purple kettle hums"]
                #expect(try await world.post("/account/password", json: body, token: own.accessToken).status == 204)
            case .suspension: _ = try await SuspendCommand.suspend("ada", for: .security, pool: world.pool, now: world.clock.now)
            case .erasure: #expect(try await world.send(.DELETE, "/users/\(own.user.id)", token: own.accessToken).status == 204)
            case .everySession:
                world.clock.advance(1)
                _ = try await RotateSigningKeyCommand.endSessions(world.pool, now: world.clock.now)
            case .codeReplay: #expect(try await app.exchange(code, on: world).status == 400)
            }
            #expect(try await scene.waiting == 1)
            #expect(try await scene.tell() == 1)
            #expect(try await Self.claims(try #require(try scene.own.logoutTokens().first), on: world).sid == session)
            #expect(try await scene.tell() == 0)
        }
    }

    @Test func whoNeedNotHearOfItDoesNot() async throws {
        try await Self.with { scene in
            try await scene.register("silent", nil)
            try await scene.register("app")
            // No id token, so nobody whom the app could log out.
            let nobody = try await scene.tokens("app", scope: "account:read")
            let back = try await scene.tokens("app", scope: "openid offline_access")
            for tokens in [nobody, try await scene.tokens("silent")] {
                #expect(try await scene.world.post("/auth/logout", json: [:], token: tokens.access_token).status == 204)
            }
            // What an app gives back itself it knows of.
            let form = [("token", try #require(back.refresh_token)), ("client_id", "app")]
            #expect(try await scene.world.post("/oauth/revoke", form: form).status == 200)
            #expect(try await scene.waiting == 0)
        }
    }

    @Test(arguments: [302, 400, 500]) func whatIsNotTakenIsTriedAgainUntilTheDeadline(_ status: Int) async throws {
        try await Self.with { scene in
            try await scene.register("app")
            let tokens = try await scene.tokens("app")
            scene.own.answer(status)
            #expect(try await scene.world.post("/auth/logout", json: [:], token: tokens.access_token).status == 204)
            for wait: TimeInterval in [10, 20, 40] {
                #expect(try await scene.tell() == 1)
                scene.world.clock.advance(wait - 1)
                #expect(try await scene.tell() == 0)
                scene.world.clock.advance(1)
            }
            #expect(scene.own.bodies(at: "/moved").isEmpty)
            // Each try's token is a new one, which lives for two minutes.
            #expect(Set(try scene.own.logoutTokens()).count == 3)
            scene.own.answer(204)
            #expect(try await scene.tell() == 1)
            #expect(try await scene.waiting == 0)
        }
    }

    @Test func afterADayNobodyIsToldAnyMore() async throws {
        try await Self.with { scene in
            try await scene.register("app")
            let tokens = try await scene.tokens("app")
            scene.own.answer(500)
            #expect(try await scene.world.post("/auth/logout", json: [:], token: tokens.access_token).status == 204)
            #expect(try await scene.tell() == 1)
            scene.world.clock.advance(AnnounceEnds.patience)
            scene.own.answer(200)
            #expect(try await scene.tell() == 0)
            #expect(try await scene.waiting == 0)
            #expect(scene.own.bodies().count == 1)
        }
    }

    @Test func whatTheOperatorDoesNotAllowIsNotConnectedTo() async throws {
        try await Self.with([]) { scene in
            try await scene.register("app")
            let tokens = try await scene.tokens("app")
            #expect(try await scene.world.post("/auth/logout", json: [:], token: tokens.access_token).status == 204)
            #expect(try await scene.tell() == 1)
            #expect(scene.own.bodies().isEmpty)
            #expect(try await scene.waiting == 1)
        }
    }

    @Test func couriersAtOnceTellEachOnce() async throws {
        try await Self.with { scene in
            try await scene.register("app")
            let browser = TestBrowser(scene.world)
            var last: TokenView?
            for _ in 0..<12 { last = try await scene.tokens("app", browser) }
            #expect(try await scene.world.post("/auth/logout", json: [:], token: try #require(last).access_token).status == 204)
            let tries = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<4 { group.addTask { try await scene.tell() } }
                return try await group.reduce(0, +)
            }
            #expect(tries == 12)
            #expect(scene.own.bodies().count == 12)
        }
    }

    @Test func whoDiesWithANoticeInHandLeavesItToOthers() async throws {
        try await Self.with { scene in
            try await scene.register("app")
            let tokens = try await scene.tokens("app")
            #expect(try await scene.world.post("/auth/logout", json: [:], token: tokens.access_token).status == 204)
            let lease = LeaseLogoutNotice(now: { scene.world.clock.now })
            let outcome = try await scene.world.pool.transaction { tx in try await lease(busy: [], tx) }
            guard case .leased(let notice, _) = outcome else { throw TestKitError("nothing was leased") }
            #expect(try await scene.tell() == 0)
            scene.world.clock.advance(Retry.lease)
            // Who has it next is put off; the one who had it before puts off nothing any more.
            scene.own.answer(500)
            #expect(try await scene.tell() == 1)
            let finish = FinishLogoutNotice(now: { scene.world.clock.now.addingTimeInterval(3600) })
            _ = try await scene.world.pool.transaction { tx in try await finish(notice, isTold: false, tx) }
            scene.world.clock.advance(20)
            #expect(try await scene.tell() == 1)
        }
    }

    @Test func aClientThatHangsHoldsUpNoOther() async throws {
        try await Self.with { scene in
            try await scene.register("app")
            try await scene.register("other", "/other")
            scene.own.hold("/logout")
            let browser = TestBrowser(scene.world)
            for _ in 0..<4 { _ = try await scene.tokens("app", browser) }
            let other = try await scene.tokens("other", browser)
            #expect(try await scene.world.post("/auth/logout", json: [:], token: other.access_token).status == 204)
            let courier = ErrandRunner(LogoutRound(scene.world.dependencies))
            let running = Task { try await courier.run() }
            while scene.own.bodies(at: "/other").isEmpty { try await Task.sleep(for: .milliseconds(10)) }
            #expect(scene.own.bodies().count <= 2)
            scene.own.release()
            while try await scene.waiting > 0 { try await Task.sleep(for: .milliseconds(10)) }
            await courier.stop()
            try await running.value
            #expect(scene.own.bodies().count == 4)
        }
    }

    @Test func soManyWaitForOneClientAtMost() async throws {
        try await Self.with { scene in
            try await scene.register("app")
            let most = LogoutNotice.mostWaiting
            try await scene.world.pool.transaction { tx in
                try await tx.execute(
                    """
                    INSERT INTO logout_notices (session_id, client_id, user_id, created_at, next_at, deadline)
                    SELECT gen_random_uuid(), 'app', gen_random_uuid(), now(), now(), now() FROM generate_series(1, \(most)::int)
                    """)
            }
            let tokens = try await scene.tokens("app")
            #expect(try await scene.world.post("/auth/logout", json: [:], token: tokens.access_token).status == 204)
            #expect(try await scene.waiting == most)
        }
    }
}
