import CareModels
import Foundation
import HTTP
import Testing

@testable import AuthService

@Suite struct IntrospectionTests {
    private static func basic(_ id: String) -> HTTPHeaders { ["Authorization": "Basic \(Data("\(id):\(AuthServer.secret)".utf8).base64EncodedString())"] }

    /// A confidential app with somebody's tokens, another one, and a resource server.
    private struct World {
        let server: AuthServer
        let user: UserView
        let tokens: TokenView
        var refresh: String { tokens.refresh_token ?? "" }

        func introspect(_ token: String, as client: String = "app") async throws -> IntrospectionView {
            let answer = try await server.post("/oauth/introspect", form: [("token", token)], headers: basic(client))
            guard answer.status == .ok else { throw AuthServer.Failure(answer.text) }
            return try answer.decode(IntrospectionView.self)
        }

        func revoke(_ token: String, as client: String = "app") async throws -> Answer {
            try await server.post("/oauth/revoke", form: [("token", token), ("token_type_hint", "unheard-of")], headers: basic(client))
        }
    }

    private static func with(_ body: (World) async throws -> Void) async throws {
        try await AuthServer.with { server in
            let user = try await server.signUp("ada")
            try await server.saveApp(kind: .confidential)
            try await server.saveApp("other", kind: .confidential)
            try await server.save { ($0.id, $0.isResourceServer) = ("api", true) }
            try await server.saveApp("open")
            let code = try await TestApp().code(TestBrowser(server), username: "ada")
            let tokens = try await TestApp().exchange(code, on: server, changes: ["client_secret": AuthServer.secret]).decode(TokenView.self)
            try await body(World(server: server, user: user, tokens: tokens))
        }
    }

    @Test func anAppLearnsWhatItsTokensAreWorth() async throws {
        try await Self.with { world in
            let access = try await world.introspect(world.tokens.access_token)
            #expect(access.active)
            #expect(access.sub == world.user.id.description)
            #expect(access.client_id == "app")
            #expect(access.scope == world.tokens.scope)
            #expect(access.iss == AuthServer.issuer)
            #expect(access.aud == "careline")
            #expect(access.role == .patient)
            #expect(access.token_type == "Bearer")
            #expect(try #require(access.exp) > Int(Date().timeIntervalSince1970))
            let refresh = try await world.introspect(world.refresh)
            #expect(refresh.active)
            #expect(refresh.sid == access.sid)
            #expect(refresh.token_type == nil)
            // One that is spent is worth nothing, and to ask does not end the session.
            let next = try #require(
                try await world.server.post("/oauth/token", form: [("grant_type", "refresh_token"), ("refresh_token", world.refresh)], headers: Self.basic("app")).member(
                    "refresh_token"))
            #expect(try await world.introspect(world.refresh) == .inactive)
            #expect(try await world.introspect(next).active)
        }
    }

    @Test func othersLearnNothing() async throws {
        try await Self.with { world in
            #expect(try await world.introspect(world.tokens.access_token, as: "other") == .inactive)
            #expect(try await world.introspect(world.refresh, as: "other") == .inactive)
            #expect(try await world.introspect(world.tokens.access_token, as: "api").active)
            // A resource server never sees a refresh token, so it has not to ask.
            #expect(try await world.introspect(world.refresh, as: "api") == .inactive)
            for broken in ["x", "a.b.c", try #require(world.tokens.id_token), String(repeating: "A", count: 64)] {
                #expect(try await world.introspect(broken, as: "api") == .inactive)
            }
            let open = try await world.server.post("/oauth/introspect", form: [("token", world.tokens.access_token), ("client_id", "open")])
            #expect(open.member("error") == "unauthorized_client")
            let nobody = try await world.server.post("/oauth/introspect", form: [("token", world.tokens.access_token)])
            #expect(nobody.status == .unauthorized)
            let wrong = try await world.server.post(
                "/oauth/introspect", form: [("token", world.tokens.access_token), ("client_id", "api"), ("client_secret", "wrong")])
            #expect(wrong.member("error") == "invalid_client")
            #expect(try await world.server.post("/oauth/introspect", form: [], headers: Self.basic("api")).member("error") == "invalid_request")
        }
    }

    @Test(arguments: [true, false]) func whatIsGivenBackEndsTheSession(_ isRefresh: Bool) async throws {
        try await Self.with { world in
            let token = isRefresh ? world.refresh : world.tokens.access_token
            let answer = try await world.revoke(token)
            #expect(answer.status == .ok)
            #expect(answer.body.isEmpty)
            #expect(try await world.introspect(world.tokens.access_token) == .inactive)
            #expect(try await world.introspect(world.refresh) == .inactive)
            #expect(try await world.server.get("/userinfo", token: world.tokens.access_token).status == .unauthorized)
            #expect(try await world.server.count("SELECT count(*) FROM outbox WHERE type = \(SessionRevoked.type)") == 1)
            #expect(try await world.server.audit(.tokenRevoked) == 1)
            // The browser is not the app's to log out by that.
            #expect(try await world.server.count("SELECT count(*) FROM browser_sessions") == 1)
            #expect(try await world.revoke(token).status == .ok)
            #expect(try await world.server.count("SELECT count(*) FROM outbox WHERE type = \(SessionRevoked.type)") == 1)
        }
    }

    @Test func nobodyGivesBackWhatIsAnothers() async throws {
        try await Self.with { world in
            for token in [world.refresh, world.tokens.access_token] {
                #expect(try await world.revoke(token, as: "other").member("error") == "invalid_grant")
                let unproven = try await world.server.post("/oauth/revoke", form: [("token", token), ("client_id", "app")])
                #expect(unproven.status == .unauthorized)
            }
            for unknown in ["x", String(repeating: "A", count: 64)] { #expect(try await world.revoke(unknown).status == .ok) }
            #expect(try await world.server.post("/oauth/revoke", form: [], headers: Self.basic("app")).member("error") == "invalid_request")
            #expect(try await world.introspect(world.refresh).active)
        }
    }

    @Test func aMachinesTokenIsKnownAndEndsByItself() async throws {
        try await Self.with { world in
            try await world.server.saveApp("robot", kind: .confidential, grants: [.clientCredentials])
            let answer = try await world.server.post("/oauth/token", form: [("grant_type", "client_credentials")], headers: Self.basic("robot"))
            let token = try #require(answer.member("access_token"))
            let found = try await world.introspect(token, as: "robot")
            #expect(found.active)
            #expect(found.sub == "robot")
            #expect(found.sid == nil)
            #expect(try await world.revoke(token, as: "robot").member("error") == "unsupported_token_type")
        }
    }

    /// A public app holds nothing but its token, and that is enough to give it back.
    @Test func aPublicAppGivesItsTokenBack() async throws {
        try await Self.with { world in
            let app = TestApp(clientID: "open")
            let code = try await app.code(TestBrowser(world.server), username: "ada")
            let refresh = try #require(try await app.exchange(code, on: world.server).member("refresh_token"))
            #expect(try await world.server.post("/oauth/revoke", form: [("token", refresh), ("client_id", "open")]).status == .ok)
            #expect(try await world.server.refresh(refresh, client: "open").member("error") == "invalid_grant")
        }
    }
}
