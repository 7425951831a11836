import CareModels
import CareService
import Foundation
import HTTP
import Testing

@testable import AuthService

/// Tokens in which a guardian acts for their ward.
@Suite struct ActingTokenTests {
    @Test func namesBothAndIsNarrow() async throws {
        try await AuthServer.with { server in
            let (ward, guardian, _) = try await server.family()
            let answer = try await server.actFor(ward.user.id, guardian.accessToken)
            let view = try answer.decode(TokenView.self)
            #expect(view.refresh_token == nil && view.id_token == nil && view.issued_token_type == TokenExchange.TokenType.accessToken.rawValue)
            #expect(Scopes.parse(view.scope) == Scopes.forGuardians)
            let claims = try AuthorizeTests.claims(view.access_token, AccessTokenClaims.self)
            #expect(claims.sub == ward.user.id.description && claims.act == AccessTokenClaims.Actor(guardian.user.id) && claims.role == .patient)
            let own = try AuthorizeTests.claims(guardian.accessToken, AccessTokenClaims.self)
            #expect(claims.sid != own.sid && own.act == nil)
            let identity = try await server.dependencies.verifier.verify(view.access_token, now: Date())
            #expect(identity.userID == ward.user.id && identity.actorID == guardian.user.id)
            // The ward sees it, with who it is; on the page too.
            #expect(try await AccountPageTests.open(server, "/account/logins", as: "child").page.text.contains("Somebody who acts for you"))
            let sessions = try await server.get("/account/sessions", token: ward.accessToken)
            #expect(sessions.text.contains("\"guardianId\":\"\(guardian.user.id)\""))
            #expect(try await server.actFor(ward.user.id, guardian.accessToken, [("scope", "messages:read account:write")]).member("scope") == "messages:read")
            // One session, however often it is exchanged.
            #expect(try await server.count("SELECT count(*) FROM sessions WHERE parent_id IS NOT NULL") == 1)
            let audited = try await server.count(
                "SELECT count(*) FROM audit_log WHERE kind = 'token-exchanged' AND user_id = \(ward.user.id) AND actor_id = \(guardian.user.id)")
            #expect(audited == 2)
        }
    }

    /// Every route of ours that a token opens, but for those of nobody's account.
    @Test func doesNothingOfTheAccount() async throws {
        try await AuthServer.with { server in
            let (ward, guardian, id) = try await server.family()
            let token = try await server.actFor(ward.user.id, guardian.accessToken).decode(TokenView.self).access_token
            let open: Set = ["logOut", "getAvatar", "getLogo"]
            let closed = routes(server.dependencies).filter { $0.access.needsToken && !open.contains($0.operation) }
            #expect(closed.count > 20)
            for route in closed {
                let path = route.path.replacing(":id", with: ward.user.id.description).replacing(":guardianshipId", with: id.description)
                    .replacing(":factorId", with: id.description).replacing(":clientId", with: "app")
                #expect(try await server.send(route.method, path, token: token).status == .forbidden, "\(route.operation)")
            }
            #expect(try await server.count("SELECT count(*) FROM users") == 2)
            // Nor does it make another one.
            #expect(try await server.actFor(ward.user.id, token).member("error") == "invalid_request")
        }
    }

    enum End: String, CaseIterable, Sendable {
        case byWard, byGuardian, guardianLogsOut, wardLogsOutElsewhere, guardianSuspended, wardSuspended, guardianErased, wardErased
    }

    @Test(arguments: End.allCases) func endsAtOnce(_ end: End) async throws {
        try await AuthServer.with { server in
            let (ward, guardian, id) = try await server.family()
            let token = try await server.actFor(ward.user.id, guardian.accessToken).decode(TokenView.self).access_token
            #expect(try await server.live(token))
            let suspend = SuspendPerson(now: server.dependencies.now)
            switch end {
            case .byWard: #expect(try await server.endGuardianship(id, ward).status == .noContent)
            case .byGuardian: #expect(try await server.endGuardianship(id, guardian).status == .noContent)
            case .guardianLogsOut: #expect(try await server.send(.POST, "/auth/logout", token: guardian.accessToken).status == .noContent)
            case .wardLogsOutElsewhere: #expect(try await server.send(.DELETE, "/account/sessions", token: ward.accessToken).status == .noContent)
            case .guardianSuspended: try await server.pool.transaction { tx in try await suspend(guardian.user.id, for: .abuse, from: .platform, tx) }
            case .wardSuspended: try await server.pool.transaction { tx in try await suspend(ward.user.id, for: .abuse, from: .platform, tx) }
            case .guardianErased: #expect(try await server.send(.DELETE, "/users/\(guardian.user.id)", token: guardian.accessToken).status == .noContent)
            case .wardErased: #expect(try await server.send(.DELETE, "/users/\(ward.user.id)", token: ward.accessToken).status == .noContent)
            }
            #expect(try await server.live(token) == false)
            let session = try #require(try AuthorizeTests.claims(token, AccessTokenClaims.self).sid.flatMap { UUID(uuidString: $0) })
            #expect(try await server.events(about: session) == [SessionRevoked.type])
            let goesOn = end == .wardLogsOutElsewhere
            #expect(try await server.actFor(ward.user.id, guardian.accessToken).status == (goesOn ? .ok : .badRequest))
        }
    }

    /// Whatever ends with another session, its client is told of it as of that one.
    @Test func whatEndsWithTheGuardiansSessionIsToldOfToo() async throws {
        try await AuthServer.with { server in
            let (ward, guardian, _) = try await server.family()
            #expect(try await server.actFor(ward.user.id, guardian.accessToken).status == .ok)
            try await server.pool.transaction { tx in
                try await tx.execute("UPDATE oauth_clients SET backchannel_logout_uri = 'https://app.example/out' WHERE id = 'careline'")
                // Clients are told of sessions that say who somebody is.
                try await tx.execute("UPDATE sessions SET scopes = array_append(scopes, 'openid') WHERE parent_id IS NOT NULL")
            }
            #expect(try await server.send(.POST, "/auth/logout", token: guardian.accessToken).status == .noContent)
            #expect(try await server.count("SELECT count(*) FROM logout_notices n JOIN sessions s ON s.id = n.session_id WHERE s.parent_id IS NOT NULL") == 1)
        }
    }

    @Test func refusesWhoMayNot() async throws {
        try await AuthServer.with { server in
            let (ward, guardian, _) = try await server.family()
            try await server.signUp("eve")
            let eve = try await server.logIn("eve")
            try await server.saveApp(grants: [.authorizationCode, .refreshToken])
            try await server.saveApp("exchanger", grants: [.authorizationCode, .tokenExchange])
            // Another's token, the ward's own, one of another client's, and none at all.
            #expect(try await server.actFor(ward.user.id, eve.accessToken).member("error") == "invalid_request")
            #expect(try await server.actFor(guardian.user.id, ward.accessToken).member("error") == "invalid_request")
            #expect(try await server.actFor(ward.user.id, ward.accessToken).member("error") == "invalid_request")
            #expect(try await server.actFor(ward.user.id, guardian.accessToken, client: "exchanger").member("error") == "invalid_request")
            #expect(try await server.actFor(ward.user.id, guardian.accessToken, client: "app").member("error") == "unauthorized_client")
            #expect(try await server.actFor(ward.user.id, "made-up").member("error") == "invalid_request")
            #expect(try await server.audit(.tokenExchanged) == 0)
        }
    }

    @Test func itEndsWhenItWasSaidTo() async throws {
        try await AuthServer.with { server in
            try await server.signUp("child")
            try await server.signUp("parent")
            let (ward, guardian) = (try await server.logIn("child"), try await server.logIn("parent"))
            let ends = RFC3339.format(server.clock.now + 120)
            let id = try await server.invite(ward, ["guardianId": guardian.user.id.description, "endsAt": ends]).decode(GuardianshipView.self).id
            #expect(try await server.accept(id, guardian).status == .ok)
            let view = try await server.actFor(ward.user.id, guardian.accessToken).decode(TokenView.self)
            #expect(view.expires_in <= 120)
            server.clock.advance(121)
            #expect(try await server.live(view.access_token) == false)
            #expect(try await server.actFor(ward.user.id, guardian.accessToken).member("error") == "invalid_request")
            // The same person may be invited anew.
            #expect(try await server.invite(ward, ["guardianId": guardian.user.id.description]).status == .created)
        }
    }

    /// However exchanges and the end of what they go by meet, nothing goes on.
    @Test(arguments: [false, true]) func exchangesAtTheSameTimeDoNotOutliveIt(_ bySession: Bool) async throws {
        try await AuthServer.with { server in
            let (ward, guardian, first) = try await server.family()
            var id = first
            for _ in 0..<5 {
                let (present, login) = (id, bySession ? try await server.logIn("parent") : guardian)
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<6 { group.addTask { _ = try await server.actFor(ward.user.id, login.accessToken) } }
                    group.addTask {
                        if bySession {
                            _ = try await server.send(.POST, "/auth/logout", token: login.accessToken)
                        } else {
                            _ = try await server.endGuardianship(present, ward)
                        }
                    }
                    try await group.waitForAll()
                }
                #expect(try await server.count("SELECT count(*) FROM sessions WHERE parent_id IS NOT NULL AND revoked_at IS NULL") == 0)
                if bySession { continue }
                id = try await server.invite(ward, ["guardianId": guardian.user.id.description]).decode(GuardianshipView.self).id
                #expect(try await server.accept(id, guardian).status == .ok)
            }
        }
    }

    @Test func introspectionSaysWhoActs() async throws {
        try await AuthServer.with { server in
            let (ward, guardian, _) = try await server.family()
            try await server.save { $0.isResourceServer = true }
            let token = try await server.actFor(ward.user.id, guardian.accessToken).decode(TokenView.self).access_token
            let answer = try await server.post("/oauth/introspect", form: [("token", token), ("client_id", "app"), ("client_secret", AuthServer.secret)])
            let view = try answer.decode(IntrospectionView.self)
            #expect(view.active && view.sub == ward.user.id.description && view.act == AccessTokenClaims.Actor(guardian.user.id))
            #expect(try await server.get("/.well-known/openid-configuration").text.contains(Client.Grant.tokenExchange.rawValue))
        }
    }
}
