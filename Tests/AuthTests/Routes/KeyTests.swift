import CareModels
import Foundation
import Sealing
import Testing

@testable import AuthService

@Suite struct KeyTests {
    typealias KeySet = JSONWebKeySet

    @Test func theKeysAreCacheable() async throws {
        try await AuthServer.with { server in
            let answer = try await server.get("/oauth/jwks")
            #expect(answer.header("Cache-Control") == "public, max-age=60")
            let keys = try answer.decode(KeySet.self).keys
            #expect(keys.count == 1)
            #expect(keys[0].alg == "ES256")
            #expect(!answer.text.contains("\"d\""))
            let tag = try #require(answer.header("ETag"))
            let again = try await server.get("/oauth/jwks", headers: ["If-None-Match": tag])
            #expect(again.status == .notModified)
            #expect(again.body.isEmpty)
        }
    }

    @Test func aKeyIsPublishedBeforeItSignsAndAfter() async throws {
        try await AuthServer.with {
            $0.keys = KeyRotation.Schedule(lifetime: 86_400, lead: 3600, overlap: 7200)
        } _: { server in
            let keys = server.dependencies.keys
            let rotateKeys = RotateSigningKeys(
                schedule: server.dependencies.settings.keys, masters: server.dependencies.masters, now: server.dependencies.now, algorithms: [.es256])
            func rotate() async throws -> [String] {
                _ = try await server.pool.transaction { tx in try await rotateKeys(tx) }
                try await keys.reread()
                return try await server.get("/oauth/jwks").decode(KeySet.self).keys.map(\.kid)
            }
            func signer() async throws -> String { try await keys.signer().schedule.kid }

            let first = try await signer()
            server.clock.advance(82_000)
            #expect(try await rotate() == [first])
            server.clock.advance(1000)
            let both = try await rotate()
            #expect(both.count == 2)
            #expect(both.first == first)
            #expect(try await signer() == first)
            server.clock.advance(3600)
            #expect(try await rotate() == both)
            #expect(try await signer() == both[1])
            server.clock.advance(7200)
            #expect(try await rotate() == [both[1]])
        }
    }

    @Test func anIdleReplicaNoticesARotationByItself() async throws {
        try await AuthServer.with { server in
            let idle = server.dependencies.keys
            let first = try await idle.signer().schedule.kid
            let schedule = server.dependencies.settings.keys
            let rotate = RotateSigningKeys(schedule: schedule, masters: server.dependencies.masters, now: server.dependencies.now, algorithms: [.es256])
            for _ in 0..<2 {
                server.clock.advance(schedule.lifetime + schedule.lead)
                _ = try await server.pool.transaction { tx in try await rotate(tx) }
            }
            server.clock.advance(schedule.lead + schedule.overlap)
            let now = try await idle.signer().schedule.kid
            #expect(now != first)
            #expect(try await server.get("/oauth/jwks").decode(KeySet.self).keys.contains { $0.kid == now })
        }
    }

    @Test func replicasShareOneFirstKeyHoweverManyStartAtOnce() async throws {
        try await AuthServer.with { server in
            let kids = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        let replica = Dependencies(server.dependencies.settings, pool: server.pool, now: server.dependencies.now)
                        return try await replica.keys.signer().schedule.kid
                    }
                }
                return try await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
            #expect(kids.count == 1)
            #expect(try await server.count("SELECT count(*) FROM signing_keys") == 1)
        }
    }

    @Test func theyAreSealedUnderTheMasterKey() async throws {
        try await AuthServer.with { server in
            _ = try await server.dependencies.keys.signer()
            var config = server.dependencies.settings
            config.masterKeys = MasterKeys(current: [UInt8](repeating: 9, count: 32))
            let other = Dependencies(config, pool: server.pool, now: server.dependencies.now)
            await #expect(throws: SigningKey.CannotOpen.self) { try await other.keys.signer() }
        }
    }

    @Test func aNewMasterKeyTakesOver() async throws {
        try await AuthServer.with { server in
            try await server.signUp("ada")
            let first = try await server.dependencies.keys.signer()
            // A row of the release before says nothing of its master key.
            _ = try await server.pool.withConnection { try await $0.execute("UPDATE signing_keys SET master_key_id = NULL") }
            let token = try await server.logIn("ada").refreshToken
            let spent = try #require(try await server.refresh(token).member("refresh_token"))

            let new = [UInt8](repeating: 9, count: 32)
            func replica(_ masters: MasterKeys) -> Dependencies {
                var config = server.dependencies.settings
                config.masterKeys = masters
                return Dependencies(config, pool: server.pool, now: { server.clock.now })
            }
            let both = replica(MasterKeys(current: new, earlier: [AuthServer.masterKey]))
            #expect(try await both.keys.signer().schedule == first.schedule)
            // What was handed out before is known still: a page's form, and the successor of a token whose answer was lost.
            let form = server.dependencies.forms.token(browser: "b", session: nil, request: "r")
            #expect(both.forms.accepts(form, browser: "b", session: nil, request: "r"))
            let lost = try #require(RefreshToken(token))
            #expect(both.masters.keys(for: .refreshTokens).map { lost.successor(generation: 1, key: $0).text }.contains(spent))

            try await server.pool.transaction { tx in try await ResealSigningKeys(masters: both.masters)(tx) }
            #expect(try await server.count("SELECT count(*) FROM signing_keys WHERE master_key_id = \(both.masters.current.id)") == 1)
            #expect(try await replica(MasterKeys(current: new)).keys.signer().schedule == first.schedule)
            await #expect(throws: SigningKey.CannotOpen.self) { try await replica(MasterKeys(current: AuthServer.masterKey)).keys.signer() }
        }
    }

    @Test func theNextSigningKeyIsMadeOnDemandAndOnce() async throws {
        try await AuthServer.with { server in
            let (config, keys) = (server.dependencies.settings, server.dependencies.keys)
            let first = try await keys.signer().schedule.kid
            let makeNext = MakeNextSigningKeys(schedule: config.keys, masters: config.masterKeys, now: server.dependencies.now, algorithms: [.es256])
            func make() async throws -> SigningKeyRecord? { try await server.pool.transaction { tx in try await makeNext(tx).first } }
            let made = try #require(try await make())
            #expect(made.signsFrom == server.clock.now + config.keys.lead)
            #expect(try await make() == nil)
            try await keys.reread()
            #expect(try await server.get("/oauth/jwks").decode(KeySet.self).keys.map(\.kid) == [first, made.kid])
            #expect(try await keys.signer().schedule.kid == first)
            server.clock.advance(config.keys.lead)
            #expect(try await keys.signer().schedule.kid == made.kid)
        }
    }

    /// From the command to the last replica: what was signed before ends, also where it has been checked before, and sessions go on.
    @Test func anEmergencyEndsTheTokensOfBefore() async throws {
        try await AuthServer.with { server in
            let user = try await server.signUp("ada")
            let login = try await server.logIn("ada")
            let path = "/users/\(user.id)"
            #expect(try await server.get(path, token: login.accessToken).status == .ok)
            let (masters, now) = (server.dependencies.masters, server.dependencies.now)
            let makeNext = MakeNextSigningKeys(schedule: server.dependencies.settings.keys, masters: masters, now: now, algorithms: [.es256])
            // One that waits for its time goes too.
            _ = try await server.pool.transaction { tx in try await makeNext(tx) }
            let replace = ReplaceSigningKeys(masters: masters, now: now, algorithms: [.es256])
            let (made, withdrawn) = try await server.pool.transaction { tx in try await replace(tx) }
            #expect(withdrawn.count == 2)
            // A replica publishes what it read, for five seconds at most.
            server.clock.advance(5.1)
            #expect(try await server.get("/oauth/jwks").decode(KeySet.self).keys.map(\.kid) == made.map(\.kid))
            while try await server.get(path, token: login.accessToken).status == .ok { try await Task.sleep(for: .milliseconds(10)) }
            let refused = try await server.get(path, token: login.accessToken)
            #expect(refused.status == .unauthorized)
            #expect(refused.header("WWW-Authenticate")?.contains("invalid_token") == true)
            let fresh = try #require(try await server.refresh(login.refreshToken).member("access_token"))
            #expect(try await server.get(path, token: fresh).status == .ok)
            #expect(try await server.audit(.signingKeysReplaced) == 1)
        }
    }

    /// It may have been idle: what it signs next is signed by the new key.
    @Test func aReplicaSignsWithTheNewKeyHalfAMinuteAfterAnEmergency() async throws {
        try await AuthServer.with { server in
            let keys = server.dependencies.keys
            _ = try await keys.signer()
            let replace = ReplaceSigningKeys(masters: server.dependencies.masters, now: server.dependencies.now, algorithms: [.es256])
            let first = try await server.pool.transaction { tx in try await replace(tx).made.first }
            let made = try #require(first)
            server.clock.advance(30.1)
            #expect(try await keys.signer().schedule.kid == made.kid)
        }
    }

    @Test func anEmergencyCanEndEverySession() async throws {
        try await AuthServer.with { server in
            try await server.saveApp()
            var tokens: [String] = []
            for name in ["ada", "grace"] {
                try await server.signUp(name)
                for _ in 0..<2 { tokens.append(try await server.logIn(name).refreshToken) }
            }
            let browser = TestBrowser(server)
            let code = try await TestApp().code(browser, username: "ada")
            let ended = try await RotateSigningKeyCommand.endSessions(server.pool, now: server.clock.now)
            #expect(ended == 4)
            #expect(try await RotateSigningKeyCommand.endSessions(server.pool, now: server.clock.now) == 0)
            #expect(try await server.count("SELECT count(*) FROM outbox WHERE type = \(SessionRevoked.type)") == 4)
            for token in tokens { #expect(try await server.refresh(token).member("error") == "invalid_grant") }
            #expect(try await TestApp().exchange(code, on: server).member("error") == "invalid_grant")
            #expect(try await browser.get(TestApp().start()).text.contains("name=\"password\""))
            // Who logs in anew is let in.
            server.clock.advance(1)
            let login = try await server.logIn("ada")
            #expect(try await server.refresh(login.refreshToken).status == .ok)
        }
    }

    @Test(arguments: ["/.well-known/openid-configuration", "/.well-known/oauth-authorization-server"])
    func discovery(_ path: String) async throws {
        try await AuthServer.with { server in
            let answer = try await server.get(path)
            #expect(answer.status == .ok)
            #expect(answer.member("issuer") == AuthServer.issuer)
            for name in [
                "authorization_endpoint", "token_endpoint", "jwks_uri", "userinfo_endpoint", "end_session_endpoint", "revocation_endpoint", "introspection_endpoint",
                "pushed_authorization_request_endpoint", "registration_endpoint"
            ] {
                let address = try #require(answer.member(name))
                #expect(address.hasPrefix(AuthServer.issuer + "/"))
                // Each is there: it answers something else than 404.
                let there = try await server.get(String(address.dropFirst(AuthServer.issuer.count)))
                #expect(there.status != .notFound)
            }
            #expect(answer.text.contains("\"code_challenge_methods_supported\":[\"S256\"]"))
            #expect(answer.text.contains("\"token_endpoint_auth_signing_alg_values_supported\":[\"ES256\",\"ES384\",\"RS256\",\"RS384\",\"PS256\"]"))
            #expect(answer.text.contains("\"private_key_jwt\""))
            #expect(answer.text.contains("\"backchannel_logout_supported\":true"))
            #expect(answer.text.contains("\"backchannel_logout_session_supported\":true"))
            #expect(answer.text.contains("\"authorization_response_iss_parameter_supported\":true"))
        }
    }

    /// Never more than its batch, whatever plan the database takes, and again until nothing is left.
    @Test func expiredRowsAreRemovedInBatchesUntilNoneIsLeft() async throws {
        try await AuthServer.with { server in
            let past = server.clock.now.addingTimeInterval(-500 * 86_400)
            try await server.pool.withConnection { connection in
                try await connection.execute(
                    """
                    INSERT INTO login_failures (key_hash, failures, last_failed_at)
                    SELECT sha256(int8send(n)), 1, \(past) FROM generate_series(1::bigint, 250) n
                    """)
                try await connection.execute("ANALYZE login_failures")
            }
            let purge = PurgeExpired(most: 100, settings: server.dependencies.settings, now: server.dependencies.now)
            var left: [Int] = []
            var hasMore = true
            while hasMore {
                hasMore = try await server.pool.transaction { tx in try await purge(tx) }
                if hasMore { left.append(try await server.count("SELECT count(*) FROM login_failures")) }
            }
            #expect(left == [150, 50])
            #expect(try await server.count("SELECT count(*) FROM login_failures") == 0)
        }
    }

    @Test func expiredRowsAreRemoved() async throws {
        try await AuthServer.with { server in
            try await server.signUp("ada")
            try await server.saveApp()
            _ = try await TestApp().code(TestBrowser(server), username: "ada")
            _ = try await server.logIn("ada")
            _ = try await server.post("/auth/login", json: ["username": "ada", "password": "wrong"])
            let purge = PurgeExpired(settings: server.dependencies.settings, now: server.dependencies.now)
            let tables = ["sessions", "browser_sessions", "authorization_codes", "login_failures"]
            _ = try await server.pool.transaction { tx in try await purge(tx) }
            for table in tables { #expect(try await server.count("SELECT count(*) FROM \(unescaped: table)") > 0) }
            server.clock.advance(400 * 86_400)
            _ = try await server.pool.transaction { tx in try await purge(tx) }
            for table in tables { #expect(try await server.count("SELECT count(*) FROM \(unescaped: table)") == 0) }
            #expect(try await server.count("SELECT count(*) FROM users") == 1)
        }
    }
}
