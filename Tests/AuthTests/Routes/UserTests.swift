import CareModels
import CareService
import Foundation
import Testing

@testable import AuthService

@Suite struct UserTests {
    /// Ours always name their session; one that names none was not made by us.
    @Test func aPersonsTokenWithoutASessionIsRefused() async throws {
        try await AuthServer.with { server in
            let user = try await server.signUp("ada")
            let (config, instant) = (server.dependencies.settings, Date())
            let key = try await server.dependencies.keys.signer()
            func token(_ session: SessionID?) throws -> String {
                let claims = AccessTokenClaims(
                    iss: config.issuer, aud: config.audience, sub: user.id.description, clientID: "careline", role: .patient, sid: session,
                    scope: "openid account:read account:write", jti: "j", iat: instant, exp: instant + 600)
                return try key.sign(claims, type: "at+jwt")
            }
            for path in ["/users/\(user.id)", "/userinfo"] {
                #expect(try await server.get(path, token: token(nil)).status == .unauthorized)
                #expect(try await server.get(path, token: token(SessionID(UUID.v7()))).status == .unauthorized)
            }
            #expect(try await server.send(.DELETE, "/users/\(user.id)", token: token(nil)).status == .unauthorized)
            #expect(try await server.count("SELECT count(*) FROM users") == 1)
        }
    }

    @Test func oneSeesOneselfAndAdminsSeeAll() async throws {
        try await AuthServer.with { server in
            let ada = try await server.signUp("ada", extra: ["email": "ada@example.org"])
            try await server.signUp("eve", type: "provider")
            let own = try await server.get("/users/\(ada.id)", token: server.logIn("ada").accessToken)
            #expect(try own.decode(UserView.self).email == "ada@example.org")
            #expect(own.header("ETag") == "\"1\"" && own.headers["Cache-Control"].contains("no-store"))
            let eve = try await server.logIn("eve").accessToken
            #expect(try await server.get("/users/\(ada.id)", token: eve).status == .notFound)
            #expect(try await server.send(.DELETE, "/users/\(ada.id)", token: eve).status == .notFound)
            let chief = try await server.admin().accessToken
            #expect(try await server.get("/users/\(ada.id)", token: chief).status == .ok)
            #expect(try await server.get("/users/\(UUID())", token: chief).status == .notFound)
            #expect(try await server.get("/users/not-an-id", token: chief).status == .notFound)
            #expect(try await server.get("/users/\(ada.id)").status == .unauthorized)
            #expect(try await server.get("/users/\(ada.id)?x=1", token: chief).status == .badRequest)
        }
    }

    @Test func anAppWithoutTheScopeIsRefused() async throws {
        try await AuthServer.with { server in
            let ada = try await server.signUp("ada")
            let login = try await server.logIn("ada")
            let narrow = try await server.refresh(login.refreshToken, scope: "openid profile")
            let token = try #require(narrow.member("access_token"))
            let reading = try await server.get("/users/\(ada.id)", token: token)
            #expect(reading.status == .forbidden)
            #expect(reading.header("WWW-Authenticate") == #"Bearer realm="careline", error="insufficient_scope", scope="account:read""#)
            let erasing = try await server.send(.DELETE, "/users/\(ada.id)", token: token)
            #expect(erasing.status == .forbidden)
            #expect(erasing.header("WWW-Authenticate") == #"Bearer realm="careline", error="insufficient_scope", scope="account:write""#)
            #expect(try await server.get("/userinfo", token: token).status == .ok)
        }
    }

    @Test func erasingLeavesNothingAndTellsEveryone() async throws {
        try await AuthServer.with { server in
            let ada = try await server.signUp("ada", extra: ["fullName": "Ada Lovelace"])
            let first = try await server.logIn("ada")
            let second = try await server.logIn("ada")
            #expect(try await server.send(.DELETE, "/users/\(ada.id)", token: first.accessToken).status == .noContent)
            #expect(try await server.events(about: ada.id.uuid) == [UserRegistered.type, UserDeleted.type])
            #expect(try await server.event(UserDeleted.self, about: ada.id.uuid).version == 2)
            #expect(try await server.count("SELECT count(*) FROM outbox WHERE type = \(SessionRevoked.type)") == 2)
            for table in ["users", "sessions", "browser_sessions", "consents", "authorization_codes"] {
                #expect(try await server.count("SELECT count(*) FROM \(unescaped: table)") == 0)
            }
            #expect(try await server.get("/users/\(ada.id)", token: second.accessToken).status == .unauthorized)
            #expect(try await server.refresh(second.refreshToken).member("error") == "invalid_grant")
            #expect(try await server.post("/auth/login", json: ["username": "ada", "password": AuthServer.password]).status == .unauthorized)
            try await server.signUp("ada")
        }
    }

    /// The outbox keeps what it has published for days.
    @Test func aPublishedRegistrationGoesWithTheAccount() async throws {
        try await AuthServer.with { server in
            let ada = try await server.signUp("ada", extra: ["fullName": "Ada Lovelace"])
            _ = try await server.pool.withConnection { try await $0.execute("DELETE FROM outbox_pending") }
            let login = try await server.logIn("ada")
            #expect(try await server.send(.DELETE, "/users/\(ada.id)", token: login.accessToken).status == .noContent)
            #expect(try await server.events(about: ada.id.uuid) == [UserDeleted.type])
        }
    }

    @Test func whoLogsInWhileTheyAreErasedIsUnknown() async throws {
        try await AuthServer.with { server in
            let ada = try await server.signUp("ada")
            let login = try await server.pool.transaction { tx in
                _ = try await tx.lockedUser(ada.id)
                try await tx.deleteUser(ada.id)
                let login = Task { try await server.post("/auth/login", json: ["username": "ada", "password": AuthServer.password]) }
                // Until the server says that the new session waits for its user.
                while try await server.pool.withConnection({ connection in
                    try await connection.first("SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'") == nil
                }) { try await Task.sleep(for: .milliseconds(5)) }
                return login
            }
            #expect(try await login.value.status == .unauthorized)
        }
    }

    @Test func anAdminErases() async throws {
        try await AuthServer.with { server in
            let ada = try await server.signUp("ada")
            let chief = try await server.admin().accessToken
            #expect(try await server.send(.DELETE, "/users/\(ada.id)", token: chief).status == .noContent)
            #expect(try await server.send(.DELETE, "/users/\(ada.id)", token: chief).status == .notFound)
        }
    }
}
