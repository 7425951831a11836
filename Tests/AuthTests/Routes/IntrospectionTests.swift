import CareModels
import Foundation
import HTTP
import ServiceTestKit
import TestKit
import Testing

@testable import AuthService

@Suite struct IntrospectionTests {
    private static func basic(_ id: String) -> HTTPHeaders { ["Authorization": "Basic \(Data("\(id):\(World.secret)".utf8).base64EncodedString())"] }

    /// A confidential app with somebody's tokens, another one, and a resource server.
    private struct Scene {
        let world: World
        let user: UserView
        let tokens: TokenView
        var refresh: String { tokens.refresh_token ?? "" }

        func introspect(_ token: String, as client: String = "app") async throws -> IntrospectionView {
            let answer = try await world.post("/oauth/introspect", form: [("token", token)], headers: basic(client))
            guard answer.status == 200 else { throw TestKitError(answer.text) }
            return try answer.decode(IntrospectionView.self)
        }

        func revoke(_ token: String, as client: String = "app") async throws -> Answer {
            try await world.post("/oauth/revoke", form: [("token", token), ("token_type_hint", "unheard-of")], headers: basic(client))
        }
    }

    private static func with(_ body: (Scene) async throws -> Void) async throws {
        try await World.run { world in
            let user = try await world.signUp("ada")
            try await world.saveApp(kind: .confidential)
            try await world.saveApp("other", kind: .confidential)
            try await world.save { ($0.id, $0.isResourceServer) = ("api", true) }
            try await world.saveApp("open")
            let code = try await TestApp().code(TestBrowser(world), username: "ada")
            let tokens = try await TestApp().exchange(code, on: world, changes: ["client_secret": World.secret]).decode(TokenView.self)
            try await body(Scene(world: world, user: user, tokens: tokens))
        }
    }

    @Test func anAppLearnsWhatItsTokensAreWorth() async throws {
        try await Self.with { scene in
            let access = try await scene.introspect(scene.tokens.access_token)
            #expect(access.active)
            #expect(access.sub == scene.user.id.description)
            #expect(access.client_id == "app")
            #expect(access.scope == scene.tokens.scope)
            #expect(access.iss == World.issuer)
            #expect(access.aud == "careline")
            #expect(access.role == .patient)
            #expect(access.token_type == "Bearer")
            #expect(try #require(access.exp) > Int(Date().timeIntervalSince1970))
            let refresh = try await scene.introspect(scene.refresh)
            #expect(refresh.active)
            #expect(refresh.sid == access.sid)
            #expect(refresh.token_type == nil)
            // One that is spent is worth nothing, and to ask does not end the session.
            let next = try #require(
                try await scene.world.post("/oauth/token", form: [("grant_type", "refresh_token"), ("refresh_token", scene.refresh)], headers: Self.basic("app")).member(
                    "refresh_token"))
            #expect(try await scene.introspect(scene.refresh) == .inactive)
            #expect(try await scene.introspect(next).active)
        }
    }

    /// A refresh gives no more than the client has by now.
    @Test func whatWasTakenFromAnAppItsTokensAreNotWorth() async throws {
        try await Self.with { scene in
            #expect(try await scene.introspect(scene.refresh).scope?.contains("appointments:read") == true)
            for (scopes, left) in [(["openid", "offline_access"], "openid offline_access"), (["openid"], nil)] as [(Set<String>, String?)] {
                try await scene.world.save { $0.scopes = scopes }
                scene.world.dependencies.clients.forget("app")
                let found = try await scene.introspect(scene.refresh)
                #expect(found.active == (left != nil) && found.scope == left)
            }
        }
    }

    @Test func othersLearnNothing() async throws {
        try await Self.with { scene in
            #expect(try await scene.introspect(scene.tokens.access_token, as: "other") == .inactive)
            #expect(try await scene.introspect(scene.refresh, as: "other") == .inactive)
            #expect(try await scene.introspect(scene.tokens.access_token, as: "api").active)
            // A resource server never sees a refresh token, so it has not to ask.
            #expect(try await scene.introspect(scene.refresh, as: "api") == .inactive)
            for broken in ["x", "a.b.c", try #require(scene.tokens.id_token), String(repeating: "A", count: 64)] {
                #expect(try await scene.introspect(broken, as: "api") == .inactive)
            }
            let open = try await scene.world.post("/oauth/introspect", form: [("token", scene.tokens.access_token), ("client_id", "open")])
            #expect(open.member("error") == "unauthorized_client")
            let nobody = try await scene.world.post("/oauth/introspect", form: [("token", scene.tokens.access_token)])
            #expect(nobody.status == 401)
            let wrong = try await scene.world.post(
                "/oauth/introspect", form: [("token", scene.tokens.access_token), ("client_id", "api"), ("client_secret", "wrong")])
            #expect(wrong.member("error") == "invalid_client")
            #expect(try await scene.world.post("/oauth/introspect", form: [], headers: Self.basic("api")).member("error") == "invalid_request")
        }
    }

    @Test(arguments: [true, false]) func whatIsGivenBackEndsTheSession(_ isRefresh: Bool) async throws {
        try await Self.with { scene in
            let token = isRefresh ? scene.refresh : scene.tokens.access_token
            let answer = try await scene.revoke(token)
            #expect(answer.status == 200)
            #expect(answer.body.isEmpty)
            #expect(try await scene.introspect(scene.tokens.access_token) == .inactive)
            #expect(try await scene.introspect(scene.refresh) == .inactive)
            #expect(try await scene.world.get("/userinfo", token: scene.tokens.access_token).status == 401)
            #expect(try await scene.world.count("SELECT count(*) FROM outbox WHERE type = \(SessionRevoked.type)") == 1)
            #expect(try await scene.world.audit(.tokenRevoked) == 1)
            // The browser is not the app's to log out by that.
            #expect(try await scene.world.count("SELECT count(*) FROM browser_sessions") == 1)
            #expect(try await scene.revoke(token).status == 200)
            #expect(try await scene.world.count("SELECT count(*) FROM outbox WHERE type = \(SessionRevoked.type)") == 1)
        }
    }

    @Test func nobodyGivesBackWhatIsAnothers() async throws {
        try await Self.with { scene in
            for token in [scene.refresh, scene.tokens.access_token] {
                #expect(try await scene.revoke(token, as: "other").member("error") == "invalid_grant")
                let unproven = try await scene.world.post("/oauth/revoke", form: [("token", token), ("client_id", "app")])
                #expect(unproven.status == 401)
            }
            for unknown in ["x", String(repeating: "A", count: 64)] { #expect(try await scene.revoke(unknown).status == 200) }
            #expect(try await scene.world.post("/oauth/revoke", form: [], headers: Self.basic("app")).member("error") == "invalid_request")
            #expect(try await scene.introspect(scene.refresh).active)
        }
    }

    @Test func aMachinesTokenIsKnownAndEndsByItself() async throws {
        try await Self.with { scene in
            try await scene.world.saveApp("robot", kind: .confidential, grants: [.clientCredentials])
            let answer = try await scene.world.post("/oauth/token", form: [("grant_type", "client_credentials")], headers: Self.basic("robot"))
            let token = try #require(answer.member("access_token"))
            let found = try await scene.introspect(token, as: "robot")
            #expect(found.active)
            #expect(found.sub == "robot")
            #expect(found.sid == nil)
            #expect(try await scene.revoke(token, as: "robot").member("error") == "unsupported_token_type")
        }
    }

    /// A public app holds nothing but its token, and that is enough to give it back.
    @Test func aPublicAppGivesItsTokenBack() async throws {
        try await Self.with { scene in
            let app = TestApp(clientID: "open")
            let code = try await app.code(TestBrowser(scene.world), username: "ada")
            let refresh = try #require(try await app.exchange(code, on: scene.world).member("refresh_token"))
            #expect(try await scene.world.post("/oauth/revoke", form: [("token", refresh), ("client_id", "open")]).status == 200)
            #expect(try await scene.world.refresh(refresh, client: "open").member("error") == "invalid_grant")
        }
    }
}
