import Foundation
import HTTP
import ServiceTestKit
import Testing

@testable import AuthService

@Suite struct OriginTests {
    private struct Origins: Decodable { var origins: [String] }

    @Test func theOriginsOfAllClientsArePublished() async throws {
        try await World.run { world in
            #expect(try await world.get("/oauth/origins").decode(Origins.self).origins == [])
            try await world.saveApp()
            var other = Client(
                id: "other", name: "Other", kind: .public, secretHash: nil, redirectURIs: ["https://app.example/two", "http://127.0.0.1/cb"], scopes: [],
                grants: [.authorizationCode], isFirstParty: false, origins: ["http://localhost:5173"])
            try await world.save(other)
            let answer = try await world.get("/oauth/origins")
            #expect(answer.header("Cache-Control") == "no-cache")
            #expect(try answer.decode(Origins.self).origins == ["http://localhost:5173", "https://app.example"])
            #expect(try await world.pool.withConnection { try await $0.client("other") } == other)

            other.origins = []
            try await world.save(other)
            #expect(try await world.get("/oauth/origins").decode(Origins.self).origins == ["https://app.example"])
            try await world.pool.transaction { _ = try await $0.execute("UPDATE oauth_clients SET disabled_at = now() WHERE id = 'app'") }
            other.redirectURIs = ["http://127.0.0.1/cb"]
            try await world.save(other)
            #expect(try await world.get("/oauth/origins").decode(Origins.self).origins == [])
        }
    }

    /// As a later release may have written it, while this one still runs beside it.
    @Test func anAppThatCannotBeReadTakesNobodyElsesOriginsAway() async throws {
        try await World.run { world in
            try await world.saveApp()
            try await world.saveApp("later", redirect: "https://later.example/cb")
            try await world.pool.transaction { _ = try await $0.execute("UPDATE oauth_clients SET grants = grants || '{of_later}'::text[] WHERE id = 'later'") }
            let answer = try await world.get("/oauth/origins")
            #expect(answer.status == 200)
            #expect(try answer.decode(Origins.self).origins == ["https://app.example"])
        }
    }

    /// A page of an app asks for tokens and keys, and never reads a page that somebody logs in on.
    @Test func pagesAreForNoOtherOriginAndTheRestIs() async throws {
        try await World.run { world in
            let shared = Set(routes(world.dependencies).filter(\.isShared).map { "\($0.method.rawValue) \($0.path)" })
            #expect(
                shared == [
                    "POST /signup", "POST /auth/login", "POST /auth/logout", "GET /users/:id", "DELETE /users/:id", "GET /.well-known/openid-configuration",
                    "GET /.well-known/oauth-authorization-server", "GET /oauth/jwks", "GET /oauth/event-keys", "GET /oauth/origins", "POST /oauth/token",
                    "POST /oauth/revoke", "POST /oauth/par", "POST /oauth/launches", "POST /oauth/device_authorization", "GET /userinfo", "POST /userinfo",
                    "GET /sdk/versions", "GET /oauth/smart-style", "GET /users/:id/guardianships", "POST /users/:id/guardianships",
                    "PUT /users/:id/guardianships/:guardianshipId/acceptance", "DELETE /users/:id/guardianships/:guardianshipId",
                    "POST /account/password", "POST /account/password/reset", "GET /users/:id/avatar/image",
                    "POST /account/email", "GET /account/export", "POST /account/erasure/withdrawal", "GET /account/sessions", "DELETE /account/sessions",
                    "DELETE /account/sessions/:id", "GET /account/browsers", "DELETE /account/browsers", "DELETE /account/browsers/:id", "GET /account/apps",
                    "DELETE /account/apps/:clientId", "PATCH /users/:id", "GET /users/:id/avatar", "PUT /users/:id/avatar", "DELETE /users/:id/avatar",
                    "GET /users/:id/factors", "POST /users/:id/factors/totp", "POST /users/:id/factors/totp/confirmation",
                    "POST /users/:id/factors/recovery-codes", "DELETE /users/:id/factors/:factorId", "POST /users/:id/factors/passkeys",
                    "POST /users/:id/factors/passkeys/registration", "PATCH /users/:id/factors/:factorId",
                    "GET /organisations", "GET /organisations/invitations", "POST /organisations/invitations/:id/acceptance", "GET /organisations/:id",
                    "PATCH /organisations/:id", "DELETE /organisations/:id", "GET /organisations/:id/logo", "PUT /organisations/:id/logo",
                    "DELETE /organisations/:id/logo", "GET /organisations/:id/members", "PATCH /organisations/:id/members/:userId",
                    "DELETE /organisations/:id/members/:userId", "PUT /organisations/:id/members/:userId/verification",
                    "DELETE /organisations/:id/members/:userId/verification", "GET /organisations/:id/invitations", "POST /organisations/:id/invitations",
                    "DELETE /organisations/:id/invitations/:invitationId", "GET /organisations/:id/teams", "POST /organisations/:id/teams",
                    "GET /organisations/:id/teams/:teamId", "PATCH /organisations/:id/teams/:teamId", "DELETE /organisations/:id/teams/:teamId"
                ])
        }
    }
}
