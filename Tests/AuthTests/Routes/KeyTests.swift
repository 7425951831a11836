import CareModels
import Foundation
import Sealing
import ServiceTestKit
import Testing

@testable import AuthService

@Suite struct KeyTests {
    typealias KeySet = JSONWebKeySet

    @Test func theKeysAreCacheable() async throws {
        try await World.run { world in
            let answer = try await world.get("/oauth/jwks")
            #expect(answer.header("Cache-Control") == "public, max-age=60")
            let keys = try answer.decode(KeySet.self).keys
            #expect(keys.count == 1)
            #expect(keys[0].alg == "ES256")
            #expect(!answer.text.contains("\"d\""))
            let tag = try #require(answer.header("ETag"))
            let again = try await world.get("/oauth/jwks", headers: ["If-None-Match": tag])
            #expect(again.status == 304)
            #expect(again.body.isEmpty)
        }
    }

    @Test func aKeyIsPublishedBeforeItSignsAndAfter() async throws {
        try await World.run {
            $0.keys = KeyRotation.Schedule(lifetime: 86_400, lead: 3600, overlap: 7200)
        } _: { world in
            let keys = world.dependencies.keys
            let rotateKeys = RotateSigningKeys(
                schedule: world.dependencies.settings.keys, masters: world.dependencies.masters, now: world.dependencies.now, algorithms: [.es256])
            func rotate() async throws -> [String] {
                _ = try await world.pool.transaction { tx in try await rotateKeys(tx) }
                try await keys.reread()
                return try await world.get("/oauth/jwks").decode(KeySet.self).keys.map(\.kid)
            }
            func signer() async throws -> String { try await keys.signer().schedule.kid }

            let first = try await signer()
            world.clock.advance(82_000)
            #expect(try await rotate() == [first])
            world.clock.advance(1000)
            let both = try await rotate()
            #expect(both.count == 2)
            #expect(both.first == first)
            #expect(try await signer() == first)
            world.clock.advance(3600)
            #expect(try await rotate() == both)
            #expect(try await signer() == both[1])
            world.clock.advance(7200)
            #expect(try await rotate() == [both[1]])
        }
    }

    @Test func anIdleReplicaNoticesARotationByItself() async throws {
        try await World.run { world in
            let idle = world.dependencies.keys
            let first = try await idle.signer().schedule.kid
            let schedule = world.dependencies.settings.keys
            let rotate = RotateSigningKeys(schedule: schedule, masters: world.dependencies.masters, now: world.dependencies.now, algorithms: [.es256])
            for _ in 0..<2 {
                world.clock.advance(schedule.lifetime + schedule.lead)
                _ = try await world.pool.transaction { tx in try await rotate(tx) }
            }
            world.clock.advance(schedule.lead + schedule.overlap)
            let now = try await idle.signer().schedule.kid
            #expect(now != first)
            #expect(try await world.get("/oauth/jwks").decode(KeySet.self).keys.contains { $0.kid == now })
        }
    }

    @Test func replicasShareOneFirstKeyHoweverManyStartAtOnce() async throws {
        try await World.run { world in
            let kids = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        let replica = Dependencies(world.dependencies.settings, pool: world.pool, now: world.dependencies.now)
                        return try await replica.keys.signer().schedule.kid
                    }
                }
                return try await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
            #expect(kids.count == 1)
            #expect(try await world.count("SELECT count(*) FROM signing_keys") == 1)
        }
    }

    @Test func theyAreSealedUnderTheMasterKey() async throws {
        try await World.run { world in
            _ = try await world.dependencies.keys.signer()
            var config = world.dependencies.settings
            config.masterKeys = MasterKeys(current: [UInt8](repeating: 9, count: 32))
            let other = Dependencies(config, pool: world.pool, now: world.dependencies.now)
            await #expect(throws: SigningKey.CannotOpen.self) { try await other.keys.signer() }
        }
    }

    @Test func aNewMasterKeyTakesOver() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            let first = try await world.dependencies.keys.signer()
            // A row of the release before says nothing of its master key.
            _ = try await world.pool.withConnection { try await $0.execute("UPDATE signing_keys SET master_key_id = NULL") }
            let token = try await world.logIn("ada").refreshToken
            let spent = try #require(try await world.refresh(token).member("refresh_token"))

            let new = [UInt8](repeating: 9, count: 32)
            func replica(_ masters: MasterKeys) -> Dependencies {
                var config = world.dependencies.settings
                config.masterKeys = masters
                return Dependencies(config, pool: world.pool, now: { world.clock.now })
            }
            let both = replica(MasterKeys(current: new, earlier: [World.masterKey]))
            #expect(try await both.keys.signer().schedule == first.schedule)
            // What was handed out before is known still: a page's form, and the successor of a token whose answer was lost.
            let form = world.dependencies.forms.token(browser: "b", session: nil, request: "r")
            #expect(both.forms.accepts(form, browser: "b", session: nil, request: "r"))
            let lost = try #require(RefreshToken(token))
            #expect(both.masters.keys(for: .refreshTokens).map { lost.successor(generation: 1, key: $0).text }.contains(spent))

            try await world.pool.transaction { tx in try await ResealSigningKeys(masters: both.masters)(tx) }
            #expect(try await world.count("SELECT count(*) FROM signing_keys WHERE master_key_id = \(both.masters.current.id)") == 1)
            #expect(try await replica(MasterKeys(current: new)).keys.signer().schedule == first.schedule)
            await #expect(throws: SigningKey.CannotOpen.self) { try await replica(MasterKeys(current: World.masterKey)).keys.signer() }
        }
    }

    @Test func theNextSigningKeyIsMadeOnDemandAndOnce() async throws {
        try await World.run { world in
            let (config, keys) = (world.dependencies.settings, world.dependencies.keys)
            let first = try await keys.signer().schedule.kid
            let makeNext = MakeNextSigningKeys(schedule: config.keys, masters: config.masterKeys, now: world.dependencies.now, algorithms: [.es256])
            func make() async throws -> SigningKeyRecord? { try await world.pool.transaction { tx in try await makeNext(tx).first } }
            let made = try #require(try await make())
            #expect(made.signsFrom == world.clock.now + config.keys.lead)
            #expect(try await make() == nil)
            try await keys.reread()
            #expect(try await world.get("/oauth/jwks").decode(KeySet.self).keys.map(\.kid) == [first, made.kid])
            #expect(try await keys.signer().schedule.kid == first)
            world.clock.advance(config.keys.lead)
            #expect(try await keys.signer().schedule.kid == made.kid)
        }
    }

    /// From the command to the last replica: what was signed before ends, also where it has been checked before, and sessions go on.
    @Test func anEmergencyEndsTheTokensOfBefore() async throws {
        try await World.run { world in
            let user = try await world.signUp("ada")
            let login = try await world.logIn("ada")
            let path = "/users/\(user.id)"
            #expect(try await world.get(path, token: login.accessToken).status == 200)
            let (masters, now) = (world.dependencies.masters, world.dependencies.now)
            let makeNext = MakeNextSigningKeys(schedule: world.dependencies.settings.keys, masters: masters, now: now, algorithms: [.es256])
            // One that waits for its time goes too.
            _ = try await world.pool.transaction { tx in try await makeNext(tx) }
            let replace = ReplaceSigningKeys(masters: masters, now: now, algorithms: [.es256])
            let (made, withdrawn) = try await world.pool.transaction { tx in try await replace(tx) }
            #expect(withdrawn.count == 2)
            // A replica publishes what it read, for five seconds at most.
            world.clock.advance(5.1)
            #expect(try await world.get("/oauth/jwks").decode(KeySet.self).keys.map(\.kid) == made.map(\.kid))
            while try await world.get(path, token: login.accessToken).status == 200 { try await Task.sleep(for: .milliseconds(10)) }
            let refused = try await world.get(path, token: login.accessToken)
            #expect(refused.status == 401)
            #expect(refused.header("WWW-Authenticate")?.contains("invalid_token") == true)
            let fresh = try #require(try await world.refresh(login.refreshToken).member("access_token"))
            #expect(try await world.get(path, token: fresh).status == 200)
            #expect(try await world.audit(.signingKeysReplaced) == 1)
        }
    }

    /// It may have been idle: what it signs next is signed by the new key.
    @Test func aReplicaSignsWithTheNewKeyHalfAMinuteAfterAnEmergency() async throws {
        try await World.run { world in
            let keys = world.dependencies.keys
            _ = try await keys.signer()
            let replace = ReplaceSigningKeys(masters: world.dependencies.masters, now: world.dependencies.now, algorithms: [.es256])
            let first = try await world.pool.transaction { tx in try await replace(tx).made.first }
            let made = try #require(first)
            world.clock.advance(30.1)
            #expect(try await keys.signer().schedule.kid == made.kid)
        }
    }

    @Test func anEmergencyCanEndEverySession() async throws {
        try await World.run { world in
            try await world.saveApp()
            var tokens: [String] = []
            for name in ["ada", "grace"] {
                try await world.signUp(name)
                for _ in 0..<2 { tokens.append(try await world.logIn(name).refreshToken) }
            }
            let browser = TestBrowser(world)
            let code = try await TestApp().code(browser, username: "ada")
            let ended = try await RotateSigningKeyCommand.endSessions(world.pool, now: world.clock.now)
            #expect(ended == 4)
            #expect(try await RotateSigningKeyCommand.endSessions(world.pool, now: world.clock.now) == 0)
            #expect(try await world.count("SELECT count(*) FROM outbox WHERE type = \(SessionRevoked.type)") == 4)
            for token in tokens { #expect(try await world.refresh(token).member("error") == "invalid_grant") }
            #expect(try await TestApp().exchange(code, on: world).member("error") == "invalid_grant")
            #expect(try await browser.get(TestApp().start()).text.contains("name=\"password\""))
            // Who logs in anew is let in.
            world.clock.advance(1)
            let login = try await world.logIn("ada")
            #expect(try await world.refresh(login.refreshToken).status == 200)
        }
    }

    @Test(arguments: ["/.well-known/openid-configuration", "/.well-known/oauth-authorization-server"])
    func discovery(_ path: String) async throws {
        try await World.run { world in
            let answer = try await world.get(path)
            #expect(answer.status == 200)
            #expect(answer.member("issuer") == World.issuer)
            for name in [
                "authorization_endpoint", "token_endpoint", "jwks_uri", "userinfo_endpoint", "end_session_endpoint", "revocation_endpoint", "introspection_endpoint",
                "pushed_authorization_request_endpoint", "registration_endpoint"
            ] {
                let address = try #require(answer.member(name))
                #expect(address.hasPrefix(World.issuer + "/"))
                // Each is there: it answers something else than 404.
                let there = try await world.get(String(address.dropFirst(World.issuer.count)))
                #expect(there.status != 404)
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
        try await World.run { world in
            let past = world.clock.now.addingTimeInterval(-500 * 86_400)
            try await world.pool.withConnection { connection in
                try await connection.execute(
                    """
                    INSERT INTO login_failures (key_hash, failures, last_failed_at)
                    SELECT sha256(int8send(n)), 1, \(past) FROM generate_series(1::bigint, 250) n
                    """)
                try await connection.execute("ANALYZE login_failures")
            }
            let purge = PurgeExpired(most: 100, settings: world.dependencies.settings, now: world.dependencies.now)
            var left: [Int] = []
            var hasMore = true
            while hasMore {
                hasMore = try await world.pool.transaction { tx in try await purge(tx) }
                if hasMore { left.append(try await world.count("SELECT count(*) FROM login_failures")) }
            }
            #expect(left == [150, 50])
            #expect(try await world.count("SELECT count(*) FROM login_failures") == 0)
        }
    }

    @Test func expiredRowsAreRemoved() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            try await world.saveApp()
            _ = try await TestApp().code(TestBrowser(world), username: "ada")
            _ = try await world.logIn("ada")
            _ = try await world.post("/auth/login", json: ["username": "ada", "password": "wrong"])
            let purge = PurgeExpired(settings: world.dependencies.settings, now: world.dependencies.now)
            let tables = ["sessions", "browser_sessions", "authorization_codes", "login_failures"]
            _ = try await world.pool.transaction { tx in try await purge(tx) }
            for table in tables { #expect(try await world.count("SELECT count(*) FROM \(unescaped: table)") > 0) }
            world.clock.advance(400 * 86_400)
            _ = try await world.pool.transaction { tx in try await purge(tx) }
            for table in tables { #expect(try await world.count("SELECT count(*) FROM \(unescaped: table)") == 0) }
            #expect(try await world.count("SELECT count(*) FROM users") == 1)
        }
    }
}
