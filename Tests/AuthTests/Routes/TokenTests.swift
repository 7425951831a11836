import CareModels
import CareService
import Foundation
import HTTP
import ServiceTestKit
import Testing

@testable import AuthService

@Suite struct TokenTests {
    // MARK: Codes

    @Test func aReplayedCodeTakesBackWhatItGave() async throws {
        try await World.run { world in
            let user = try await world.signUp("ada")
            try await world.saveApp()
            let app = TestApp()
            let code = try await app.code(TestBrowser(world), username: "ada")
            let tokens = try await app.exchange(code, on: world).decode(TokenView.self)
            let replay = try await app.exchange(code, on: world)
            #expect(replay.status == 400)
            #expect(replay.member("error") == "invalid_grant")
            #expect(try await world.get("/userinfo", token: tokens.access_token).status == 401)
            #expect(try await world.refresh(try #require(tokens.refresh_token), client: "app").member("error") == "invalid_grant")
            let session = try #require(try AuthorizeTests.claims(tokens.access_token, AccessTokenClaims.self).sid)
            let event = try await world.event(SessionRevoked.self, about: try #require(UUID(uuidString: session)))
            #expect(event.reason == .codeReuse)
            #expect(event.userId == user.id)
            #expect(event.version == 1)
        }
    }

    @Test func ofTwentyExchangesAtOnceOneGivesTokens() async throws {
        try await World.run { world in
            let app = TestApp()
            let code = try await app.code(ofNew: "ada", on: world)
            let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
                for _ in 0..<20 { group.addTask { try await app.exchange(code, on: world) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.filter { $0.status == 200 }.count == 1)
            #expect(answers.filter { $0.member("error") == "invalid_grant" }.count == 19)
            #expect(try await world.count("SELECT count(*) FROM sessions WHERE revoked_at IS NULL") == 0)
        }
    }

    @Test(arguments: ["code_verifier", "redirect_uri"]) func aWrongProofBurnsTheCode(_ field: String) async throws {
        try await World.run { world in
            let app = TestApp()
            let code = try await app.code(ofNew: "ada", on: world)
            let wrong = field == "code_verifier" ? String(repeating: "x", count: 43) : "https://app.example/other"
            #expect(try await app.exchange(code, on: world, changes: [field: wrong]).member("error") == "invalid_grant")
            #expect(try await app.exchange(code, on: world).member("error") == "invalid_grant")
        }
    }

    @Test func aCodeIsForItsClientAndForAMinute() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            try await world.saveApp()
            try await world.saveApp("other")
            let (app, browser) = (TestApp(), TestBrowser(world))
            let code = try await app.code(browser, username: "ada")
            #expect(try await app.exchange(code, on: world, changes: ["client_id": "other"]).member("error") == "invalid_grant")
            #expect(try await app.exchange(code, on: world, changes: ["code_verifier": ""]).member("error") == "invalid_grant")
            #expect(try await app.exchange(code, on: world, changes: ["redirect_uri": ""]).status == 200)
            let late = try #require(try await browser.get(app.start()).location("code"))
            world.clock.advance(60)
            #expect(try await app.exchange(late, on: world).member("error") == "invalid_grant")
            #expect(try await app.exchange("no-such-code", on: world).member("error") == "invalid_grant")
        }
    }

    @Test func aConfidentialClientProvesItself() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            try await world.saveApp(kind: .confidential)
            let (app, browser) = (TestApp(), TestBrowser(world))
            let code = try await app.code(browser, username: "ada")
            #expect(try await app.exchange(code, on: world).status == 401)
            #expect(try await app.exchange(code, on: world, changes: ["client_secret": "wrong"]).member("error") == "invalid_client")
            #expect(try await app.exchange(code, on: world, changes: ["client_secret": World.secret]).status == 200)
        }
    }

    // MARK: Refresh

    static func all(_ count: Int, _ work: @escaping @Sendable () async throws -> Answer) async throws -> [Answer] {
        try await withThrowingTaskGroup(of: Answer.self) { group in
            for _ in 0..<count { group.addTask { try await work() } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test func refreshesRotate() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            var token = try await world.logIn("ada").refreshToken
            var seen: Set<String> = [token]
            for _ in 0..<5 {
                let answer = try await world.refresh(token)
                #expect(answer.status == 200)
                token = try #require(answer.member("refresh_token"))
                #expect(seen.insert(token).inserted)
            }
            let kept = try await world.pool.withConnection { try await $0.query("SELECT refresh_hash FROM sessions").map { try $0["refresh_hash"] as [UInt8] } }
            #expect(kept == [RefreshToken(token)?.hash])
        }
    }

    @Test func twentyAtOnceGetOneSuccessor() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            let token = try await world.logIn("ada").refreshToken
            let answers = try await Self.all(20) { try await world.refresh(token) }
            #expect(answers.allSatisfy { $0.status == 200 })
            #expect(Set(answers.map { $0.member("refresh_token") }).count == 1)
            await world.dependencies.tally.write()
            #expect(try await world.audit(.refreshed) == 1)
            #expect(try await world.count("SELECT count(*) FROM audit_log WHERE kind = 'refreshed' AND (user_id IS NOT NULL OR address_hash IS NOT NULL)") == 0)
            #expect(try await world.audit(.refreshRepeated) == 19)
            let successor = try #require(answers[0].member("refresh_token"))
            #expect(try await world.refresh(successor).status == 200)
        }
    }

    @Test func afterTheGraceReuseEndsTheFamilyOnce() async throws {
        try await World.run { world in
            let user = try await world.signUp("ada")
            let login = try await world.logIn("ada")
            let successor = try #require(try await world.refresh(login.refreshToken).member("refresh_token"))
            world.clock.advance(10.5)
            let answers = try await Self.all(20) { try await world.refresh(login.refreshToken) }
            #expect(answers.allSatisfy { $0.status == 400 && $0.member("error") == "invalid_grant" })
            #expect(try await world.refresh(successor).member("error") == "invalid_grant")
            #expect(try await world.get("/users/\(user.id)", token: login.accessToken).status == 401)
            #expect(try await world.count("SELECT count(*) FROM outbox WHERE type = \(SessionRevoked.type)") == 1)
            #expect(try await world.audit(.refreshReused) == 1)
        }
    }

    @Test func anOlderTokenEndsTheFamilyEvenWithinTheGrace() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            let first = try await world.logIn("ada").refreshToken
            let second = try #require(try await world.refresh(first).member("refresh_token"))
            let third = try #require(try await world.refresh(second).member("refresh_token"))
            #expect(try await world.refresh(first).member("error") == "invalid_grant")
            #expect(try await world.refresh(third).member("error") == "invalid_grant")
        }
    }

    @Test func refreshTokensEnd() async throws {
        try await World.run { config in
            config.sessionLifetime = 10_000
            config.refresh.idle = 6000
        } _: { world in
            try await world.signUp("ada")
            let idle = try await world.logIn("ada").refreshToken
            var kept = try await world.logIn("ada").refreshToken
            world.clock.advance(5900)
            kept = try #require(try await world.refresh(kept).member("refresh_token"))
            world.clock.advance(200)
            #expect(try await world.refresh(idle).member("error") == "invalid_grant")
            kept = try #require(try await world.refresh(kept).member("refresh_token"))
            world.clock.advance(4000)
            #expect(try await world.refresh(kept).member("error") == "invalid_grant")
            #expect(try await world.count("SELECT count(*) FROM outbox WHERE type = \(SessionRevoked.type)") == 0)
        }
    }

    @Test func refreshTokensAreForTheirClientAndNeverForMore() async throws {
        try await World.run { world in
            let app = TestApp()
            let code = try await app.code(ofNew: "ada", on: world)
            let token = try #require(try await app.exchange(code, on: world).member("refresh_token"))
            #expect(try await world.refresh(token, client: "careline").member("error") == "invalid_grant")
            let narrow = try await world.refresh(token, client: "app", scope: "openid")
            #expect(narrow.member("scope") == "openid")
            let next = try #require(narrow.member("refresh_token"))
            #expect(try await world.refresh(next, client: "app", scope: "openid account:write").member("error") == "invalid_scope")
            for wrong in ["", "abc", String(repeating: "A", count: 64)] {
                let answer = try await world.refresh(wrong, client: "app")
                #expect(answer.status == 400)
            }
        }
    }

    @Test func whatIsTakenFromAClientIsTakenFromItsSessions() async throws {
        try await World.run { world in
            let app = TestApp(scope: "openid offline_access appointments:read")
            let code = try await app.code(ofNew: "ada", on: world)
            var token = try #require(try await app.exchange(code, on: world).member("refresh_token"))
            try await world.save { ($0.kind, $0.secretHash, $0.scopes) = (.public, nil, ["openid", "offline_access"]) }
            world.clock.advance(31)
            #expect(try await world.refresh(token, client: "app", scope: "appointments:read").member("error") == "invalid_scope")
            let narrowed = try await world.refresh(token, client: "app")
            #expect(narrowed.member("scope") == "openid offline_access")
            token = try #require(narrowed.member("refresh_token"))
            try await world.save { ($0.kind, $0.secretHash, $0.scopes) = (.public, nil, ["openid"]) }
            world.clock.advance(31)
            #expect(try await world.refresh(token, client: "app").member("error") == "invalid_grant")
        }
    }

    @Test func askingForTooMuchSpendsNothing() async throws {
        try await World.run { world in
            let app = TestApp()
            let code = try await app.code(ofNew: "ada", on: world)
            let token = try #require(try await app.exchange(code, on: world).member("refresh_token"))
            #expect(try await world.refresh(token, client: "app", scope: "openid account:write").member("error") == "invalid_scope")
            world.clock.advance(3600)
            let answer = try await world.refresh(token, client: "app")
            #expect(answer.status == 200, "\(answer.text)")
        }
    }

    @Test func withoutOfflineAccessThereIsNoRefreshToken() async throws {
        try await World.run { world in
            let app = TestApp(scope: "openid")
            let code = try await app.code(ofNew: "ada", on: world)
            let tokens = try await app.exchange(code, on: world).decode(TokenView.self)
            #expect(tokens.refresh_token == nil)
            #expect(tokens.id_token != nil)
        }
    }

    // MARK: Machines

    static let basic: HTTPHeaders = ["Authorization": "Basic \(Data("robot:\(World.secret)".utf8).base64EncodedString())"]

    @Test func machinesGetTokensWithoutTheDatabase() async throws {
        try await World.run { world in
            try await world.saveApp("robot", kind: .confidential, grants: [.clientCredentials])
            let form = [("grant_type", "client_credentials")]
            let first = try await world.post("/oauth/token", form: form, headers: Self.basic)
            #expect(first.status == 200)
            #expect(
                first.member("scope")
                    == "appointments:read appointments:write availability:write ers:write records:read records:write records:any measurements:read webhooks")
            #expect(first.member("refresh_token") == nil)
            let claims = try AuthorizeTests.claims(try #require(first.member("access_token")), AccessTokenClaims.self)
            #expect(claims.sub == "robot")
            #expect(claims.role == .service)
            #expect(claims.sid == nil)
            await world.dependencies.tally.write()
            #expect(try await world.audit(.machineToken) == 1)
            await world.pool.close()
            let second = try await world.post("/oauth/token", form: form + [("scope", "appointments:read")], headers: Self.basic)
            #expect(second.status == 200)
            #expect(second.member("scope") == "appointments:read")
        }
    }

    @Test func machinesHaveNoAccount() async throws {
        try await World.run { world in
            try await world.saveApp("robot", kind: .confidential, grants: [.clientCredentials])
            let ada = try await world.signUp("ada")
            let answer = try await world.post("/oauth/token", form: [("grant_type", "client_credentials")], headers: Self.basic)
            let token = try #require(answer.member("access_token"))
            #expect(try await world.get("/users/\(ada.id)", token: token).status == 404)
            #expect(try await world.get("/userinfo", token: token).status == 403)
            #expect(try await world.post("/auth/logout", json: [:], token: token).status == 403)
        }
    }

    /// Who has nothing can try for ever; the audit counts it, in one line for each address and some seconds.
    @Test func whatStrangersTryDoesNotFillTheAudit() async throws {
        try await World.run { world in
            try await world.saveApp()
            let begun = ContinuousClock.now
            for number in 0..<20 {
                _ = try await world.post("/oauth/token", form: [("grant_type", "refresh_token"), ("client_id", "nobody\(number)")])
                _ = try await world.refresh(RefreshToken.first().text, client: "app")
                _ = try await TestApp().exchange("code\(number)", on: world)
            }
            await world.dependencies.tally.write()
            // Each five seconds may have written a line of its own.
            let lines = 2 + Int((ContinuousClock.now - begun) / .seconds(5))
            for kind in [AuditEntry.Kind.clientRefused, .refreshRefused, .codeRefused] {
                #expect(try await world.audit(kind) == 20)
                #expect(try await world.count("SELECT count(*) FROM audit_log WHERE kind = \(kind.rawValue)") <= lines)
            }
            #expect(try await world.count("SELECT count(*) FROM audit_log WHERE client_id LIKE 'nobody%'") == 0)
            // Addresses without number are counted together.
            for number in 0..<3000 { world.dependencies.tally.count(.clientRefused, from: Origin(addressHash: [UInt8(number & 255), UInt8(number >> 8)])) }
            await world.dependencies.tally.write()
            #expect(try await world.audit(.clientRefused) == 3020)
            #expect(try await world.count("SELECT count(*) FROM audit_log WHERE kind = 'client-refused'") <= lines + 1001)
        }
    }

    @Test func errorsAreThoseOfOAuth() async throws {
        try await World.run { world in
            try await world.saveApp("robot", kind: .confidential, grants: [.clientCredentials])
            try await world.saveApp()
            func post(_ form: [(String, String)], _ headers: HTTPHeaders = [:]) async throws -> Answer {
                try await world.post("/oauth/token", form: form, headers: headers)
            }
            let wrong: HTTPHeaders = ["Authorization": "Basic \(Data("robot:wrong".utf8).base64EncodedString())"]
            let refused = try await post([("grant_type", "client_credentials")], wrong)
            #expect(refused.status == 401)
            #expect(refused.header("WWW-Authenticate") == "Basic realm=\"careline\"")
            #expect(refused.header("Cache-Control") == "no-store")
            #expect(refused.header("Content-Type") == "application/json")
            #expect(refused.member("error") == "invalid_client")
            await world.dependencies.tally.write()
            #expect(try await world.audit(.clientRefused) == 1)
            #expect(try await post([("grant_type", "client_credentials"), ("client_id", "nobody")]).member("error") == "invalid_client")
            #expect(try await post([("grant_type", "client_credentials")]).member("error") == "invalid_client")
            #expect(try await post([("grant_type", "password")], Self.basic).member("error") == "unsupported_grant_type")
            #expect(try await post([("a", "b")], Self.basic).member("error") == "invalid_request")
            #expect(try await post([("grant_type", "refresh_token")], Self.basic).member("error") == "unauthorized_client")
            #expect(try await post([("grant_type", "client_credentials"), ("client_id", "app")]).member("error") == "unauthorized_client")
            let personal = [("grant_type", "client_credentials"), ("scope", "openid account:read")]
            #expect(try await post(personal, Self.basic).member("error") == "invalid_scope")
            #expect(try await post([("grant_type", "client_credentials"), ("grant_type", "x")], Self.basic).member("error") == "invalid_request")
            let json = try await world.post("/oauth/token", json: ["grant_type": "client_credentials"], headers: Self.basic)
            #expect(json.member("error") == "invalid_request")
        }
    }
}
