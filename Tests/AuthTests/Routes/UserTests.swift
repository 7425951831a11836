import CareModels
import CareService
import Foundation
import HTTP
import Postgres
import ServiceTestKit
import TestKit
import Testing

@testable import AuthService

@Suite struct UserTests {
    /// Ours always name their session; one that names none was not made by us.
    @Test func aPersonsTokenWithoutASessionIsRefused() async throws {
        try await World.run { world in
            let user = try await world.signUp("ada")
            let (config, instant) = (world.dependencies.settings, Date())
            let key = try await world.dependencies.keys.signer()
            func token(_ session: SessionID?) throws -> String {
                let claims = AccessTokenClaims(
                    iss: config.issuer, aud: config.audience, sub: user.id.description, clientID: "careline", role: .patient, sid: session,
                    scope: "openid account:read account:write", jti: "j", iat: instant, exp: instant + 600)
                return try key.sign(claims, type: "at+jwt")
            }
            for path in ["/users/\(user.id)", "/userinfo"] {
                #expect(try await world.get(path, token: token(nil)).status == 401)
                #expect(try await world.get(path, token: token(SessionID(UUID.v7()))).status == 401)
            }
            #expect(try await world.send(.DELETE, "/users/\(user.id)", token: token(nil)).status == 401)
            #expect(try await world.count("SELECT count(*) FROM users") == 1)
        }
    }

    @Test func oneSeesOneselfAndAdminsSeeAll() async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada", extra: ["email": "ada@example.org"])
            try await world.signUp("eve", type: "provider")
            let own = try await world.get("/users/\(ada.id)", token: world.logIn("ada").accessToken)
            #expect(try own.decode(UserView.self).email == "ada@example.org")
            #expect(own.header("ETag") == "\"1\"" && own.headers["Cache-Control"].contains("no-store"))
            let eve = try await world.logIn("eve").accessToken
            #expect(try await world.get("/users/\(ada.id)", token: eve).status == 404)
            #expect(try await world.send(.DELETE, "/users/\(ada.id)", token: eve).status == 404)
            let chief = try await world.admin().accessToken
            #expect(try await world.get("/users/\(ada.id)", token: chief).status == 200)
            #expect(try await world.get("/users/\(UUID())", token: chief).status == 404)
            #expect(try await world.get("/users/not-an-id", token: chief).status == 404)
            #expect(try await world.get("/users/\(ada.id)").status == 401)
            #expect(try await world.get("/users/\(ada.id)?x=1", token: chief).status == 400)
        }
    }

    @Test func anAppWithoutTheScopeIsRefused() async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada")
            let login = try await world.logIn("ada")
            let narrow = try await world.refresh(login.refreshToken, scope: "openid profile")
            let token = try #require(narrow.member("access_token"))
            let reading = try await world.get("/users/\(ada.id)", token: token)
            #expect(reading.status == 403)
            #expect(reading.header("WWW-Authenticate") == #"Bearer realm="careline", error="insufficient_scope", scope="account:read""#)
            let erasing = try await world.send(.DELETE, "/users/\(ada.id)", token: token)
            #expect(erasing.status == 403)
            #expect(erasing.header("WWW-Authenticate") == #"Bearer realm="careline", error="insufficient_scope", scope="account:write""#)
            #expect(try await world.get("/userinfo", token: token).status == 200)
        }
    }

    /// RFC 6750, 3.1: an app hears that it was the token, and asks for another.
    @Test func aTokenOfASessionThatHasEndedIsNoneAnyMore() async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada")
            let token = try await world.logIn("ada").accessToken
            #expect(try await world.send(.POST, "/auth/logout", token: token).status == 204)
            for path in ["/users/\(ada.id)", "/userinfo"] {
                let refused = try await world.get(path, token: token)
                #expect(refused.status == 401 && refused.header("WWW-Authenticate")?.contains(#"error="invalid_token""#) == true, "\(path)")
            }
            #expect(try await world.get("/users/\(ada.id)").header("WWW-Authenticate") == #"Bearer realm="careline""#)
        }
    }

    @Test func erasingLeavesNothingAndTellsEveryone() async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada", extra: ["fullName": "Ada Lovelace"])
            let first = try await world.logIn("ada")
            let second = try await world.logIn("ada")
            #expect(try await world.send(.DELETE, "/users/\(ada.id)", token: first.accessToken).status == 204)
            #expect(try await world.events(about: ada.id.uuid) == [UserRegistered.type, UserDeleted.type])
            #expect(try await world.event(UserDeleted.self, about: ada.id.uuid).version == 2)
            #expect(try await world.count("SELECT count(*) FROM outbox WHERE type = \(SessionRevoked.type)") == 2)
            for table in ["users", "sessions", "browser_sessions", "consents", "authorization_codes"] {
                #expect(try await world.count("SELECT count(*) FROM \(unescaped: table)") == 0)
            }
            #expect(try await world.get("/users/\(ada.id)", token: second.accessToken).status == 401)
            #expect(try await world.refresh(second.refreshToken).member("error") == "invalid_grant")
            #expect(try await world.post("/auth/login", json: ["username": "ada", "password": World.password]).status == 401)
            try await world.signUp("ada")
        }
    }

    /// The outbox keeps what it has published for days.
    @Test func aPublishedRegistrationGoesWithTheAccount() async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada", extra: ["fullName": "Ada Lovelace"])
            _ = try await world.pool.withConnection { try await $0.execute("DELETE FROM outbox_pending") }
            let login = try await world.logIn("ada")
            #expect(try await world.send(.DELETE, "/users/\(ada.id)", token: login.accessToken).status == 204)
            #expect(try await world.events(about: ada.id.uuid) == [UserDeleted.type])
        }
    }

    @Test func whoLogsInWhileTheyAreErasedIsUnknown() async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada")
            let login = try await world.pool.transaction { tx in
                _ = try await tx.lockedUser(ada.id)
                try await tx.deleteUser(ada.id)
                let login = Task { try await world.post("/auth/login", json: ["username": "ada", "password": World.password]) }
                // Until the server says that the new session waits for its user.
                while try await world.pool.withConnection({ connection in
                    try await connection.first("SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'") == nil
                }) { try await Task.sleep(for: .milliseconds(5)) }
                return login
            }
            #expect(try await login.value.status == 401)
        }
    }

    @Test func anAdminErases() async throws {
        try await World.run { world in
            let ada = try await world.signUp("ada")
            let chief = try await world.admin().accessToken
            #expect(try await world.send(.DELETE, "/users/\(ada.id)", token: chief).status == 204)
            #expect(try await world.send(.DELETE, "/users/\(ada.id)", token: chief).status == 404)
        }
    }

    @Test(.timeLimit(.minutes(5))) func anotherPersonIsNotKeptWaiting() async throws {
        try await World.run(size: 3, writesAtOnce: 2) { world in
            let (ada, other) = (try await world.signUp("ada"), try await world.signUp("other"))
            let (login, others) = (try await world.logIn("ada"), try await world.logIn("other"))
            try await world.expectNobodyIsKeptWaiting(
                .person(ada.id), lock: { _ = try await $0.lockedUser(ada.id) },
                flood: { try await world.send(.PATCH, "/users/\(ada.id)", token: login.accessToken, body: #"{"fullName": "Ada \#($0)"}"#) },
                others: { try await world.send(.PATCH, "/users/\(other.id)", token: others.accessToken, body: #"{"fullName": "Other"}"#) })
        }
    }

    /// Who refreshes has shown no token yet: they are told apart by the family of what they refresh.
    @Test(.timeLimit(.minutes(5))) func refreshesOfOneFamilyKeepNobodyElseWaiting() async throws {
        try await World.run(size: 3, writesAtOnce: 2) { world in
            try await world.signUp("ada")
            try await world.signUp("other")
            let (login, others) = (try await world.logIn("ada"), try await world.logIn("other"))
            let handle = try #require(RefreshToken(login.refreshToken)).handle
            let refreshes = world.dependencies.refreshes
            try await TestKit.withPool(url: world.url, size: 1) { elsewhere in
                let waiting = try await elsewhere.transaction { tx in
                    _ = try await tx.lockedSession(refreshHandle: handle)
                    let waiting = Task { try await together(10) { _ in try await world.refresh(login.refreshToken).status } }
                    for _ in 0..<6000 where refreshes.count(of: handle) != (2, 8) { try await Task.sleep(for: .milliseconds(5)) }
                    try #require(refreshes.count(of: handle) == (2, 8))
                    #expect(try await world.refresh(others.refreshToken).status == 200)
                    return waiting
                }
                // The same successor for all: each but one is a retry.
                #expect(try await waiting.value.allSatisfy { $0 == 200 })
            }
        }
    }
}
