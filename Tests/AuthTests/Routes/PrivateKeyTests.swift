import CareModels
import Foundation
import HTTP
import ServiceTestKit
import Testing

@testable import AuthService

/// Clients that prove themselves with a key of their own.
@Suite struct PrivateKeyTests {
    private static func form(_ assertion: String, _ more: [(String, String)] = []) -> [(String, String)] {
        [("client_assertion_type", ClientAssertion.type), ("client_assertion", assertion)] + more
    }

    private static func save(_ world: World, jwks: String? = nil, uri: String? = nil) async throws {
        try await world.save {
            ($0.secretHash, $0.jwks, $0.jwksURI) = (nil, jwks, uri)
            $0.grants = Set(Client.Grant.allCases)
        }
    }

    private static func token(_ world: World, _ assertion: String) async throws -> Answer {
        try await world.post("/oauth/token", form: form(assertion, [("grant_type", "client_credentials"), ("scope", "appointments:read")]))
    }

    @Test(arguments: AssertionAlgorithm.allCases) func aMachineGetsItsToken(_ algorithm: AssertionAlgorithm) async throws {
        try await World.run { world in
            let pair = try ClientKeyPair(algorithm)
            try await Self.save(world, jwks: ClientKeyPair.set(pair))
            let answer = try await Self.token(world, try pair.assertion())
            #expect(answer.status == 200)
            #expect(answer.member("scope") == "appointments:read")
        }
    }

    @Test func atEveryEndpointOfClients() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            let pair = try ClientKeyPair()
            try await Self.save(world, jwks: ClientKeyPair.set(pair))
            func proof(_ path: String? = nil) throws -> [(String, String)] { Self.form(try pair.assertion { $0.aud = World.issuer + (path ?? "") }) }

            let request = FormEncoding.again(TestApp().query()).map { ($0.name, $0.value) }
            for path in [nil, "/oauth/token", "/oauth/par"] { #expect(try await world.post("/oauth/par", form: request + proof(path)).status == 201) }
            let code = try await TestApp().code(TestBrowser(world), username: "ada")
            let exchange = [("grant_type", "authorization_code"), ("code", code), ("redirect_uri", "https://app.example/cb"), ("code_verifier", TestApp.verifier)]
            let tokens = try await world.post("/oauth/token", form: exchange + proof("/oauth/token")).decode(TokenView.self)
            let refresh = [("token", try #require(tokens.refresh_token))]
            let known = try await world.post("/oauth/introspect", form: refresh + proof("/oauth/introspect"))
            #expect(known.text.contains("\"active\":true"))
            #expect(try await world.post("/oauth/revoke", form: refresh + proof("/oauth/revoke")).status == 200)
            #expect(try await world.post("/oauth/introspect", form: refresh + proof()).text.contains("\"active\":false"))
            // Another endpoint's name is not this one's.
            #expect(try await world.post("/oauth/introspect", form: refresh + proof("/oauth/revoke")).status == 401)
        }
    }

    enum Wrong: String, CaseIterable, Sendable { case anothersKey, anothersName, unknownKey, expired, secretInstead, nothing }

    @Test(arguments: Wrong.allCases) func whoDoesNotProveItHearsNothing(_ wrong: Wrong) async throws {
        try await World.run { world in
            let (pair, other) = (try ClientKeyPair(), try ClientKeyPair())
            try await Self.save(world, jwks: ClientKeyPair.set(pair))
            let grant = [("grant_type", "client_credentials"), ("scope", "appointments:read")]
            let form =
                switch wrong {
                case .anothersKey: Self.form(try other.assertion(), grant)
                case .anothersName: Self.form(try pair.assertion { ($0.iss, $0.sub) = ("nobody", "nobody") }, grant)
                case .unknownKey: Self.form(try ClientKeyPair(kid: "k2").assertion(), grant)
                case .expired: Self.form(try pair.assertion { $0.exp = Date().timeIntervalSince1970 - 61 }, grant)
                case .secretInstead: grant + [("client_id", "app"), ("client_secret", World.secret)]
                case .nothing: grant + [("client_id", "app")]
                }
            let answer = try await world.post("/oauth/token", form: form)
            #expect(answer.status == 401)
            #expect(answer.member("error") == "invalid_client")
        }
    }

    @Test func whoHasASecretProvesItselfWithNothingElse() async throws {
        try await World.run { world in
            try await world.save { $0.grants = [.clientCredentials] }
            #expect(try await Self.token(world, try ClientKeyPair().assertion()).status == 401)
        }
    }

    @Test func eachAssertionIsGoodOnce() async throws {
        try await World.run { world in
            let pair = try ClientKeyPair()
            try await Self.save(world, jwks: ClientKeyPair.set(pair))
            let assertion = try pair.assertion()
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<16 { group.addTask { try await Self.token(world, assertion).status } }
                return try await group.reduce(into: [Int]()) { $0.append($1) }
            }
            #expect(statuses.filter { $0 == 200 }.count == 1)
            #expect(statuses.filter { $0 == 401 }.count == 15)
            // Another with the same jti is none of its own.
            #expect(try await Self.token(world, try pair.assertion { $0.jti = "once" }).status == 200)
            #expect(try await Self.token(world, try pair.assertion { ($0.jti, $0.nbf) = ("once", 1) }).text.contains("jti was used before"))
            #expect(try await world.count("SELECT count(*) FROM client_assertions") == 2)
            let purge = PurgeExpired(settings: world.dependencies.settings, now: { Date().addingTimeInterval(600) })
            _ = try await world.pool.transaction { tx in try await purge(tx) }
            #expect(try await world.count("SELECT count(*) FROM client_assertions") == 0)
        }
    }

    private static func withKeys(_ networks: [String] = ["127.0.0.0/8"], _ body: (World, ClientServer) async throws -> Void) async throws {
        try await ClientServer.run { own in
            try await World.run({ $0.networks = networks.compactMap { IPNetwork($0) } }) { world in
                try await save(world, uri: own.url("/jwks"))
                try await body(world, own)
            }
        }
    }

    /// SMART App Launch 2.2: an address in the header is the registered one, or the assertion proves nothing.
    @Test func anAddressInTheHeaderIsTheRegisteredOne() async throws {
        try await Self.withKeys { world, own in
            let pair = try ClientKeyPair()
            own.publish(ClientKeyPair.set(pair))
            #expect(try await Self.token(world, try pair.assertion(keysAt: own.url("/jwks"))).status == 200)
            for address in [own.url("/other"), own.url("/jwks") + "/", "https://evil.example/jwks", ""] {
                let refused = try await Self.token(world, try pair.assertion(keysAt: address))
                #expect(refused.status == 401 && refused.member("error") == "invalid_client", "\(address)")
            }
            #expect(own.reads == 1)
            // Whose keys are registered themselves has no address.
            try await Self.save(world, jwks: ClientKeyPair.set(pair))
            world.clock.advance(60)
            #expect(try await Self.token(world, try pair.assertion()).status == 200)
            #expect(try await Self.token(world, try pair.assertion(keysAt: own.url("/jwks"))).status == 401)
        }
    }

    @Test func keysAtAnAddressAreReadAgainForAnotherKeyOnceAMinute() async throws {
        try await Self.withKeys { world, own in
            let (old, new) = (try ClientKeyPair(), try ClientKeyPair(kid: "k2"))
            own.publish(ClientKeyPair.set(old))
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<8 { group.addTask { try await Self.token(world, try old.assertion()).status } }
                return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
            }
            #expect(statuses == [200])
            #expect(own.reads == 1)
            own.publish(ClientKeyPair.set(new))
            for _ in 0..<3 { #expect(try await Self.token(world, try new.assertion()).status == 401) }
            #expect(own.reads == 1)
            world.clock.advance(KeyReading.pause)
            #expect(try await Self.token(world, try new.assertion()).status == 200)
            #expect(own.reads == 2)
            // What is no longer published proves nothing.
            #expect(try await Self.token(world, try old.assertion()).status == 401)
        }
    }

    @Test func keysAreReadAgainWhenTheirServerSaysSo() async throws {
        try await Self.withKeys { world, own in
            let (old, new) = (try ClientKeyPair(), try ClientKeyPair())
            own.publish(ClientKeyPair.set(old), cacheControl: "max-age=90")
            #expect(try await Self.token(world, try old.assertion()).status == 200)
            // By the same name: one that was stolen is taken out at once.
            own.publish(ClientKeyPair.set(new))
            world.clock.advance(89)
            #expect(try await Self.token(world, try old.assertion()).status == 200)
            world.clock.advance(1)
            #expect(try await Self.token(world, try old.assertion()).status == 401)
            #expect(try await Self.token(world, try new.assertion()).status == 200)
            #expect(own.reads == 2)
        }
    }

    @Test func knownKeysServeForAnHourWhileTheirServerIsAway() async throws {
        try await Self.withKeys { world, own in
            let pair = try ClientKeyPair()
            own.publish(ClientKeyPair.set(pair))
            #expect(try await Self.token(world, try pair.assertion()).status == 200)
            own.answer(500, at: "/jwks")
            world.clock.advance(KeyReading.fresh)
            #expect(try await Self.token(world, try pair.assertion()).status == 200)
            #expect(own.reads == 2)
            world.clock.advance(KeyReading.stale)
            #expect(try await Self.token(world, try pair.assertion()).status == 401)
        }
    }

    /// It answers: whose keys are to end takes them from there.
    @Test(arguments: [404, 410]) func knownKeysEndWhereTheirServerHasNoneAnyMore(_ status: Int) async throws {
        try await Self.withKeys { world, own in
            let pair = try ClientKeyPair()
            own.publish(ClientKeyPair.set(pair))
            #expect(try await Self.token(world, try pair.assertion()).status == 200)
            own.answer(status, at: "/jwks")
            world.clock.advance(KeyReading.fresh)
            #expect(try await Self.token(world, try pair.assertion()).status == 401)
            own.answer(200, at: "/jwks")
            world.clock.advance(KeyReading.pause)
            #expect(try await Self.token(world, try pair.assertion()).status == 200)
            #expect(own.reads == 3)
        }
    }

    enum Bad: String, CaseIterable, Sendable { case redirect, noKeys, tooLong, missing }

    @Test(arguments: Bad.allCases) func whatIsNoSetOfKeysIsNotTaken(_ bad: Bad) async throws {
        try await Self.withKeys { world, own in
            let pair = try ClientKeyPair()
            let set = ClientKeyPair.set(pair)
            switch bad {
            case .redirect: own.answer(302, at: "/jwks")
            case .noKeys: own.publish("<html>")
            case .tooLong: own.publish(set.dropLast() + #","more":"\#(String(repeating: "a", count: 64 << 10))"}"#)
            case .missing: own.answer(404, at: "/jwks")
            }
            #expect(try await Self.token(world, try pair.assertion()).status == 401)
            #expect(own.reads == 1)
            #expect(own.bodies(at: "/moved").isEmpty)
        }
    }

    @Test func whatTheOperatorDoesNotAllowIsNotAsked() async throws {
        try await Self.withKeys([]) { world, own in
            let pair = try ClientKeyPair()
            own.publish(ClientKeyPair.set(pair))
            #expect(try await Self.token(world, try pair.assertion()).status == 401)
            #expect(own.reads == 0)
        }
    }
}
