import CareModels
import CareService
import Foundation
import HTTP
import Testing

@testable import AuthService

@Suite struct TokenTests {
    // MARK: Codes

    @Test func aReplayedCodeTakesBackWhatItGave() async throws {
        try await AuthServer.with { server in
            let user = try await server.signUp("ada")
            try await server.saveApp()
            let app = TestApp()
            let code = try await app.code(TestBrowser(server), username: "ada")
            let tokens = try await app.exchange(code, on: server).decode(TokenView.self)
            let replay = try await app.exchange(code, on: server)
            #expect(replay.status == .badRequest)
            #expect(replay.member("error") == "invalid_grant")
            #expect(try await server.get("/userinfo", token: tokens.access_token).status == .unauthorized)
            #expect(try await server.refresh(try #require(tokens.refresh_token), client: "app").member("error") == "invalid_grant")
            let session = try #require(try AuthorizeTests.claims(tokens.access_token, AccessTokenClaims.self).sid)
            let event = try await server.event(SessionRevoked.self, about: try #require(UUID(uuidString: session)))
            #expect(event.reason == .codeReuse)
            #expect(event.userId == user.id)
            #expect(event.version == 1)
        }
    }

    @Test func ofTwentyExchangesAtOnceOneGivesTokens() async throws {
        try await AuthServer.with { server in
            try await server.signUp("ada")
            try await server.saveApp()
            let app = TestApp()
            let code = try await app.code(TestBrowser(server), username: "ada")
            let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
                for _ in 0..<20 { group.addTask { try await app.exchange(code, on: server) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.filter { $0.status == .ok }.count == 1)
            #expect(answers.filter { $0.member("error") == "invalid_grant" }.count == 19)
            #expect(try await server.count("SELECT count(*) FROM sessions WHERE revoked_at IS NULL") == 0)
        }
    }

    @Test(arguments: ["code_verifier", "redirect_uri"]) func aWrongProofBurnsTheCode(_ field: String) async throws {
        try await AuthServer.with { server in
            try await server.signUp("ada")
            try await server.saveApp()
            let app = TestApp()
            let code = try await app.code(TestBrowser(server), username: "ada")
            let wrong = field == "code_verifier" ? String(repeating: "x", count: 43) : "https://app.example/other"
            #expect(try await app.exchange(code, on: server, changes: [field: wrong]).member("error") == "invalid_grant")
            #expect(try await app.exchange(code, on: server).member("error") == "invalid_grant")
        }
    }

    @Test func aCodeIsForItsClientAndForAMinute() async throws {
        try await AuthServer.with { server in
            try await server.signUp("ada")
            try await server.saveApp()
            try await server.saveApp("other")
            let (app, browser) = (TestApp(), TestBrowser(server))
            let code = try await app.code(browser, username: "ada")
            #expect(try await app.exchange(code, on: server, changes: ["client_id": "other"]).member("error") == "invalid_grant")
            #expect(try await app.exchange(code, on: server, changes: ["code_verifier": ""]).member("error") == "invalid_request")
            #expect(try await app.exchange(code, on: server, changes: ["redirect_uri": ""]).status == .ok)
            let late = try #require(try await browser.get(app.start()).location("code"))
            server.clock.advance(60)
            #expect(try await app.exchange(late, on: server).member("error") == "invalid_grant")
            #expect(try await app.exchange("no-such-code", on: server).member("error") == "invalid_grant")
        }
    }

    @Test func aConfidentialClientProvesItself() async throws {
        try await AuthServer.with { server in
            try await server.signUp("ada")
            try await server.saveApp(kind: .confidential)
            let (app, browser) = (TestApp(), TestBrowser(server))
            let code = try await app.code(browser, username: "ada")
            #expect(try await app.exchange(code, on: server).status == .unauthorized)
            #expect(try await app.exchange(code, on: server, changes: ["client_secret": "wrong"]).member("error") == "invalid_client")
            #expect(try await app.exchange(code, on: server, changes: ["client_secret": AuthServer.secret]).status == .ok)
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
        try await AuthServer.with { server in
            try await server.signUp("ada")
            var token = try await server.logIn("ada").refreshToken
            var seen: Set<String> = [token]
            for _ in 0..<5 {
                let answer = try await server.refresh(token)
                #expect(answer.status == .ok)
                token = try #require(answer.member("refresh_token"))
                #expect(seen.insert(token).inserted)
            }
            let kept = try await server.pool.withConnection { try await $0.query("SELECT refresh_hash FROM sessions").map { try $0["refresh_hash"] as [UInt8] } }
            #expect(kept == [RefreshToken(token)?.hash])
        }
    }

    @Test func twentyAtOnceGetOneSuccessor() async throws {
        try await AuthServer.with { server in
            try await server.signUp("ada")
            let token = try await server.logIn("ada").refreshToken
            let answers = try await Self.all(20) { try await server.refresh(token) }
            #expect(answers.allSatisfy { $0.status == .ok })
            #expect(Set(answers.map { $0.member("refresh_token") }).count == 1)
            await server.dependencies.tally.write()
            #expect(try await server.audit(.refreshed) == 1)
            #expect(try await server.count("SELECT count(*) FROM audit_log WHERE kind = 'refreshed' AND (user_id IS NOT NULL OR address_hash IS NOT NULL)") == 0)
            #expect(try await server.audit(.refreshRepeated) == 19)
            let successor = try #require(answers[0].member("refresh_token"))
            #expect(try await server.refresh(successor).status == .ok)
        }
    }

    @Test func afterTheGraceReuseEndsTheFamilyOnce() async throws {
        try await AuthServer.with { server in
            let user = try await server.signUp("ada")
            let login = try await server.logIn("ada")
            let successor = try #require(try await server.refresh(login.refreshToken).member("refresh_token"))
            server.clock.advance(10.5)
            let answers = try await Self.all(20) { try await server.refresh(login.refreshToken) }
            #expect(answers.allSatisfy { $0.status == .badRequest && $0.member("error") == "invalid_grant" })
            #expect(try await server.refresh(successor).member("error") == "invalid_grant")
            #expect(try await server.get("/users/\(user.id)", token: login.accessToken).status == .unauthorized)
            #expect(try await server.count("SELECT count(*) FROM outbox WHERE type = \(SessionRevoked.type)") == 1)
            #expect(try await server.audit(.refreshReused) == 1)
        }
    }

    @Test func anOlderTokenEndsTheFamilyEvenWithinTheGrace() async throws {
        try await AuthServer.with { server in
            try await server.signUp("ada")
            let first = try await server.logIn("ada").refreshToken
            let second = try #require(try await server.refresh(first).member("refresh_token"))
            let third = try #require(try await server.refresh(second).member("refresh_token"))
            #expect(try await server.refresh(first).member("error") == "invalid_grant")
            #expect(try await server.refresh(third).member("error") == "invalid_grant")
        }
    }

    @Test func refreshTokensEnd() async throws {
        try await AuthServer.with { config in
            config.sessionLifetime = 10_000
            config.refresh.idle = 6000
        } _: { server in
            try await server.signUp("ada")
            let idle = try await server.logIn("ada").refreshToken
            var kept = try await server.logIn("ada").refreshToken
            server.clock.advance(5900)
            kept = try #require(try await server.refresh(kept).member("refresh_token"))
            server.clock.advance(200)
            #expect(try await server.refresh(idle).member("error") == "invalid_grant")
            kept = try #require(try await server.refresh(kept).member("refresh_token"))
            server.clock.advance(4000)
            #expect(try await server.refresh(kept).member("error") == "invalid_grant")
            #expect(try await server.count("SELECT count(*) FROM outbox WHERE type = \(SessionRevoked.type)") == 0)
        }
    }

    @Test func refreshTokensAreForTheirClientAndNeverForMore() async throws {
        try await AuthServer.with { server in
            try await server.signUp("ada")
            try await server.saveApp()
            let app = TestApp()
            let code = try await app.code(TestBrowser(server), username: "ada")
            let token = try #require(try await app.exchange(code, on: server).member("refresh_token"))
            #expect(try await server.refresh(token, client: "careline").member("error") == "invalid_grant")
            let narrow = try await server.refresh(token, client: "app", scope: "openid")
            #expect(narrow.member("scope") == "openid")
            let next = try #require(narrow.member("refresh_token"))
            #expect(try await server.refresh(next, client: "app", scope: "openid account:write").member("error") == "invalid_scope")
            for wrong in ["", "abc", String(repeating: "A", count: 64)] {
                let answer = try await server.refresh(wrong, client: "app")
                #expect(answer.status == .badRequest)
            }
        }
    }

    @Test func whatIsTakenFromAClientIsTakenFromItsSessions() async throws {
        try await AuthServer.with { server in
            try await server.signUp("ada")
            try await server.saveApp()
            let app = TestApp(scope: "openid offline_access appointments:read")
            let code = try await app.code(TestBrowser(server), username: "ada")
            var token = try #require(try await app.exchange(code, on: server).member("refresh_token"))
            try await server.save { ($0.kind, $0.secretHash, $0.scopes) = (.public, nil, ["openid", "offline_access"]) }
            server.clock.advance(31)
            #expect(try await server.refresh(token, client: "app", scope: "appointments:read").member("error") == "invalid_scope")
            let narrowed = try await server.refresh(token, client: "app")
            #expect(narrowed.member("scope") == "openid offline_access")
            token = try #require(narrowed.member("refresh_token"))
            try await server.save { ($0.kind, $0.secretHash, $0.scopes) = (.public, nil, ["openid"]) }
            server.clock.advance(31)
            #expect(try await server.refresh(token, client: "app").member("error") == "invalid_grant")
        }
    }

    @Test func askingForTooMuchSpendsNothing() async throws {
        try await AuthServer.with { server in
            try await server.signUp("ada")
            try await server.saveApp()
            let app = TestApp()
            let code = try await app.code(TestBrowser(server), username: "ada")
            let token = try #require(try await app.exchange(code, on: server).member("refresh_token"))
            #expect(try await server.refresh(token, client: "app", scope: "openid account:write").member("error") == "invalid_scope")
            server.clock.advance(3600)
            let answer = try await server.refresh(token, client: "app")
            #expect(answer.status == .ok, "\(answer.text)")
        }
    }

    @Test func withoutOfflineAccessThereIsNoRefreshToken() async throws {
        try await AuthServer.with { server in
            try await server.signUp("ada")
            try await server.saveApp()
            let app = TestApp(scope: "openid")
            let code = try await app.code(TestBrowser(server), username: "ada")
            let tokens = try await app.exchange(code, on: server).decode(TokenView.self)
            #expect(tokens.refresh_token == nil)
            #expect(tokens.id_token != nil)
        }
    }

    // MARK: Machines

    static let basic: HTTPHeaders = ["Authorization": "Basic \(Data("robot:\(AuthServer.secret)".utf8).base64EncodedString())"]

    @Test func machinesGetTokensWithoutTheDatabase() async throws {
        try await AuthServer.with { server in
            try await server.saveApp("robot", kind: .confidential, grants: [.clientCredentials])
            let form = [("grant_type", "client_credentials")]
            let first = try await server.post("/oauth/token", form: form, headers: Self.basic)
            #expect(first.status == .ok)
            #expect(
                first.member("scope")
                    == "appointments:read appointments:write availability:write ers:write records:read records:write records:any measurements:read webhooks")
            #expect(first.member("refresh_token") == nil)
            let claims = try AuthorizeTests.claims(try #require(first.member("access_token")), AccessTokenClaims.self)
            #expect(claims.sub == "robot")
            #expect(claims.role == .service)
            #expect(claims.sid == nil)
            await server.dependencies.tally.write()
            #expect(try await server.audit(.machineToken) == 1)
            await server.pool.close()
            let second = try await server.post("/oauth/token", form: form + [("scope", "appointments:read")], headers: Self.basic)
            #expect(second.status == .ok)
            #expect(second.member("scope") == "appointments:read")
        }
    }

    @Test func machinesHaveNoAccount() async throws {
        try await AuthServer.with { server in
            try await server.saveApp("robot", kind: .confidential, grants: [.clientCredentials])
            let ada = try await server.signUp("ada")
            let answer = try await server.post("/oauth/token", form: [("grant_type", "client_credentials")], headers: Self.basic)
            let token = try #require(answer.member("access_token"))
            #expect(try await server.get("/users/\(ada.id)", token: token).status == .notFound)
            #expect(try await server.get("/userinfo", token: token).status == .forbidden)
            #expect(try await server.post("/auth/logout", json: [:], token: token).status == .forbidden)
        }
    }

    /// Who has nothing can try for ever; the audit counts it, in one line for each address and some seconds.
    @Test func whatStrangersTryDoesNotFillTheAudit() async throws {
        try await AuthServer.with { server in
            try await server.saveApp()
            let begun = ContinuousClock.now
            for number in 0..<20 {
                _ = try await server.post("/oauth/token", form: [("grant_type", "refresh_token"), ("client_id", "nobody\(number)")])
                _ = try await server.refresh(RefreshToken.first().text, client: "app")
                _ = try await TestApp().exchange("code\(number)", on: server)
            }
            await server.dependencies.tally.write()
            // Each five seconds may have written a line of its own.
            let lines = 2 + Int((ContinuousClock.now - begun) / .seconds(5))
            for kind in [AuditEntry.Kind.clientRefused, .refreshRefused, .codeRefused] {
                #expect(try await server.audit(kind) == 20)
                #expect(try await server.count("SELECT count(*) FROM audit_log WHERE kind = \(kind.rawValue)") <= lines)
            }
            #expect(try await server.count("SELECT count(*) FROM audit_log WHERE client_id LIKE 'nobody%'") == 0)
            // Addresses without number are counted together.
            for number in 0..<3000 { server.dependencies.tally.count(.clientRefused, from: Origin(addressHash: [UInt8(number & 255), UInt8(number >> 8)])) }
            await server.dependencies.tally.write()
            #expect(try await server.audit(.clientRefused) == 3020)
            #expect(try await server.count("SELECT count(*) FROM audit_log WHERE kind = 'client-refused'") <= lines + 1001)
        }
    }

    @Test func errorsAreThoseOfOAuth() async throws {
        try await AuthServer.with { server in
            try await server.saveApp("robot", kind: .confidential, grants: [.clientCredentials])
            try await server.saveApp()
            func post(_ form: [(String, String)], _ headers: HTTPHeaders = [:]) async throws -> Answer {
                try await server.post("/oauth/token", form: form, headers: headers)
            }
            let wrong: HTTPHeaders = ["Authorization": "Basic \(Data("robot:wrong".utf8).base64EncodedString())"]
            let refused = try await post([("grant_type", "client_credentials")], wrong)
            #expect(refused.status == .unauthorized)
            #expect(refused.header("WWW-Authenticate") == "Basic realm=\"careline\"")
            #expect(refused.header("Cache-Control") == "no-store")
            #expect(refused.header("Content-Type") == "application/json")
            #expect(refused.member("error") == "invalid_client")
            await server.dependencies.tally.write()
            #expect(try await server.audit(.clientRefused) == 1)
            #expect(try await post([("grant_type", "client_credentials"), ("client_id", "nobody")]).member("error") == "invalid_client")
            #expect(try await post([("grant_type", "client_credentials")]).member("error") == "invalid_client")
            #expect(try await post([("grant_type", "password")], Self.basic).member("error") == "unsupported_grant_type")
            #expect(try await post([("a", "b")], Self.basic).member("error") == "invalid_request")
            #expect(try await post([("grant_type", "refresh_token")], Self.basic).member("error") == "unauthorized_client")
            #expect(try await post([("grant_type", "client_credentials"), ("client_id", "app")]).member("error") == "unauthorized_client")
            let personal = [("grant_type", "client_credentials"), ("scope", "openid account:read")]
            #expect(try await post(personal, Self.basic).member("error") == "invalid_scope")
            #expect(try await post([("grant_type", "client_credentials"), ("grant_type", "x")], Self.basic).member("error") == "invalid_request")
            let json = try await server.post("/oauth/token", json: ["grant_type": "client_credentials"], headers: Self.basic)
            #expect(json.member("error") == "invalid_request")
        }
    }
}
