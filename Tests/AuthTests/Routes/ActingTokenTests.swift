import CareModels
import CareService
import Foundation
import HTTP
import ServiceTestKit
import Testing

@testable import AuthService

/// Tokens in which a guardian acts for their ward.
@Suite struct ActingTokenTests {
    @Test func namesBothAndIsNarrow() async throws {
        try await World.run { world in
            let (ward, guardian, _) = try await world.family()
            let answer = try await world.actFor(ward.user.id, guardian.accessToken)
            let view = try answer.decode(TokenView.self)
            #expect(view.refresh_token == nil && view.id_token == nil && view.issued_token_type == TokenExchange.TokenType.accessToken.rawValue)
            #expect(Scopes.parse(view.scope) == Scopes.forGuardians)
            let claims = try AuthorizeTests.claims(view.access_token, AccessTokenClaims.self)
            #expect(claims.sub == ward.user.id.description && claims.act == AccessTokenClaims.Actor(guardian.user.id) && claims.role == .patient)
            let own = try AuthorizeTests.claims(guardian.accessToken, AccessTokenClaims.self)
            #expect(claims.sid != own.sid && own.act == nil)
            let identity = try await world.dependencies.verifier.verify(view.access_token, now: Date())
            #expect(identity.userID == ward.user.id && identity.actorID == guardian.user.id)
            // The ward sees it, with who it is; on the page too.
            #expect(try await AccountPageTests.open(world, "/account/logins", as: "child").page.text.contains("Somebody who acts for you"))
            let sessions = try await world.get("/account/sessions", token: ward.accessToken)
            #expect(sessions.text.contains("\"guardianId\":\"\(guardian.user.id)\""))
            #expect(try await world.actFor(ward.user.id, guardian.accessToken, [("scope", "messages:read account:write")]).member("scope") == "messages:read")
            // One session, however often it is exchanged.
            #expect(try await world.count("SELECT count(*) FROM sessions WHERE parent_id IS NOT NULL") == 1)
            let audited = try await world.count(
                "SELECT count(*) FROM audit_log WHERE kind = 'token-exchanged' AND user_id = \(ward.user.id) AND actor_id = \(guardian.user.id)")
            #expect(audited == 2)
        }
    }

    /// Every route of ours that a token opens, but for those of nobody's account.
    @Test func doesNothingOfTheAccount() async throws {
        try await World.run { world in
            let (ward, guardian, id) = try await world.family()
            let token = try await world.actFor(ward.user.id, guardian.accessToken).decode(TokenView.self).access_token
            let open: Set = ["logOut", "getAvatar", "getLogo"]
            let closed = routes(world.dependencies).filter { $0.access.needsToken && !open.contains($0.operation) }
            #expect(closed.count > 20)
            for route in closed {
                let path = route.path.replacing(":id", with: ward.user.id.description).replacing(":guardianshipId", with: id.description)
                    .replacing(":factorId", with: id.description).replacing(":clientId", with: "app")
                #expect(try await world.send(route.method, path, token: token).status == 403, "\(route.operation)")
            }
            #expect(try await world.count("SELECT count(*) FROM users") == 2)
            // Nor does it make another one.
            #expect(try await world.actFor(ward.user.id, token).member("error") == "invalid_request")
        }
    }

    enum End: String, CaseIterable, Sendable {
        case byWard, byGuardian, guardianLogsOut, wardLogsOutElsewhere, guardianSuspended, wardSuspended, guardianErased, wardErased
    }

    @Test(arguments: End.allCases) func endsAtOnce(_ end: End) async throws {
        try await World.run { world in
            let (ward, guardian, id) = try await world.family()
            let token = try await world.actFor(ward.user.id, guardian.accessToken).decode(TokenView.self).access_token
            #expect(try await world.live(token))
            let suspend = SuspendPerson(now: world.dependencies.now)
            switch end {
            case .byWard: #expect(try await world.endGuardianship(id, ward).status == 204)
            case .byGuardian: #expect(try await world.endGuardianship(id, guardian).status == 204)
            case .guardianLogsOut: #expect(try await world.send(.POST, "/auth/logout", token: guardian.accessToken).status == 204)
            case .wardLogsOutElsewhere: #expect(try await world.send(.DELETE, "/account/sessions", token: ward.accessToken).status == 204)
            case .guardianSuspended: try await world.pool.transaction { tx in try await suspend(guardian.user.id, for: .abuse, from: .platform, tx) }
            case .wardSuspended: try await world.pool.transaction { tx in try await suspend(ward.user.id, for: .abuse, from: .platform, tx) }
            case .guardianErased: #expect(try await world.send(.DELETE, "/users/\(guardian.user.id)", token: guardian.accessToken).status == 204)
            case .wardErased: #expect(try await world.send(.DELETE, "/users/\(ward.user.id)", token: ward.accessToken).status == 204)
            }
            #expect(try await world.live(token) == false)
            let session = try #require(try AuthorizeTests.claims(token, AccessTokenClaims.self).sid.flatMap { UUID(uuidString: $0) })
            #expect(try await world.events(about: session) == [SessionRevoked.type])
            let goesOn = end == .wardLogsOutElsewhere
            #expect(try await world.actFor(ward.user.id, guardian.accessToken).status == (goesOn ? 200 : 400))
        }
    }

    /// Whatever ends with another session, its client is told of it as of that one.
    @Test func whatEndsWithTheGuardiansSessionIsToldOfToo() async throws {
        try await World.run { world in
            let (ward, guardian, _) = try await world.family()
            #expect(try await world.actFor(ward.user.id, guardian.accessToken).status == 200)
            try await world.pool.transaction { tx in
                try await tx.execute("UPDATE oauth_clients SET backchannel_logout_uri = 'https://app.example/out' WHERE id = 'careline'")
                // Clients are told of sessions that say who somebody is.
                try await tx.execute("UPDATE sessions SET scopes = array_append(scopes, 'openid') WHERE parent_id IS NOT NULL")
            }
            #expect(try await world.send(.POST, "/auth/logout", token: guardian.accessToken).status == 204)
            #expect(try await world.count("SELECT count(*) FROM logout_notices n JOIN sessions s ON s.id = n.session_id WHERE s.parent_id IS NOT NULL") == 1)
        }
    }

    @Test func refusesWhoMayNot() async throws {
        try await World.run { world in
            let (ward, guardian, _) = try await world.family()
            try await world.signUp("eve")
            let eve = try await world.logIn("eve")
            try await world.saveApp(grants: [.authorizationCode, .refreshToken])
            try await world.saveApp("exchanger", grants: [.authorizationCode, .tokenExchange])
            // Another's token, the ward's own, one of another client's, and none at all.
            #expect(try await world.actFor(ward.user.id, eve.accessToken).member("error") == "invalid_request")
            #expect(try await world.actFor(guardian.user.id, ward.accessToken).member("error") == "invalid_request")
            #expect(try await world.actFor(ward.user.id, ward.accessToken).member("error") == "invalid_request")
            #expect(try await world.actFor(ward.user.id, guardian.accessToken, client: "exchanger").member("error") == "invalid_request")
            #expect(try await world.actFor(ward.user.id, guardian.accessToken, client: "app").member("error") == "unauthorized_client")
            #expect(try await world.actFor(ward.user.id, "made-up").member("error") == "invalid_request")
            #expect(try await world.audit(.tokenExchanged) == 0)
        }
    }

    @Test func itEndsWhenItWasSaidTo() async throws {
        try await World.run { world in
            try await world.signUp("child")
            try await world.signUp("parent")
            let (ward, guardian) = (try await world.logIn("child"), try await world.logIn("parent"))
            let ends = RFC3339.format(world.clock.now + 120)
            let id = try await world.invite(ward, ["guardianId": guardian.user.id.description, "endsAt": ends]).decode(GuardianshipView.self).id
            #expect(try await world.accept(id, guardian).status == 200)
            let view = try await world.actFor(ward.user.id, guardian.accessToken).decode(TokenView.self)
            #expect(view.expires_in <= 120)
            world.clock.advance(121)
            #expect(try await world.live(view.access_token) == false)
            #expect(try await world.actFor(ward.user.id, guardian.accessToken).member("error") == "invalid_request")
            // The same person may be invited anew.
            #expect(try await world.invite(ward, ["guardianId": guardian.user.id.description]).status == 201)
        }
    }

    /// However exchanges and the end of what they go by meet, nothing goes on.
    @Test(arguments: [false, true]) func exchangesAtTheSameTimeDoNotOutliveIt(_ bySession: Bool) async throws {
        try await World.run { world in
            let (ward, guardian, first) = try await world.family()
            var id = first
            for _ in 0..<5 {
                let (present, login) = (id, bySession ? try await world.logIn("parent") : guardian)
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<6 { group.addTask { _ = try await world.actFor(ward.user.id, login.accessToken) } }
                    group.addTask {
                        if bySession {
                            _ = try await world.send(.POST, "/auth/logout", token: login.accessToken)
                        } else {
                            _ = try await world.endGuardianship(present, ward)
                        }
                    }
                    try await group.waitForAll()
                }
                #expect(try await world.count("SELECT count(*) FROM sessions WHERE parent_id IS NOT NULL AND revoked_at IS NULL") == 0)
                if bySession { continue }
                id = try await world.invite(ward, ["guardianId": guardian.user.id.description]).decode(GuardianshipView.self).id
                #expect(try await world.accept(id, guardian).status == 200)
            }
        }
    }

    @Test func introspectionSaysWhoActs() async throws {
        try await World.run { world in
            let (ward, guardian, _) = try await world.family()
            try await world.save { $0.isResourceServer = true }
            let token = try await world.actFor(ward.user.id, guardian.accessToken).decode(TokenView.self).access_token
            let answer = try await world.post("/oauth/introspect", form: [("token", token), ("client_id", "app"), ("client_secret", World.secret)])
            let view = try answer.decode(IntrospectionView.self)
            #expect(view.active && view.sub == ward.user.id.description && view.act == AccessTokenClaims.Actor(guardian.user.id))
            #expect(try await world.get("/.well-known/openid-configuration").text.contains(Client.Grant.tokenExchange.rawValue))
        }
    }
}
