import CareModels
import CareService
import Foundation
import HTTP
import ServiceTestKit
import Testing

@testable import AuthService

/// Users of a trusted client's own, with accounts here.
@Suite struct AdoptedUserTests {
    private static let issuer = "https://users.example"

    private static func save(_ world: World, _ pair: ClientKeyPair, role: Role = .patient, scopes: Set<String> = Set(Scopes.all)) async throws {
        try await world.save {
            ($0.grants, $0.scopes) = ([.tokenExchange, .refreshToken], scopes)
            $0.userIssuer = UserIssuer(issuer: issuer, jwks: ClientKeyPair.set(pair), role: role)
        }
    }

    private static func token(_ pair: ClientKeyPair, _ user: String, _ change: (inout ClientKeyPair.Claims) -> Void = { _ in }) throws -> String {
        try pair.assertion {
            ($0.iss, $0.sub) = (issuer, user)
            change(&$0)
        }
    }

    private static func exchange(_ world: World, _ token: String, _ more: [(String, String)] = []) async throws -> Answer {
        let form = [
            ("grant_type", Client.Grant.tokenExchange.rawValue), ("client_id", "app"), ("client_secret", World.secret), ("subject_token", token),
            ("subject_token_type", TokenExchange.TokenType.jwt.rawValue)
        ]
        return try await world.post("/oauth/token", form: form + more, headers: ["User-Agent": "ClinicPortal/4.1"])
    }

    @Test(arguments: UserIssuer.roles) func getsAnAccountAtTheFirstUse(_ role: Role) async throws {
        try await World.run { world in
            let pair = try ClientKeyPair()
            try await Self.save(world, pair, role: role)
            let first = try await Self.exchange(world, Self.token(pair, "u-1")).decode(TokenView.self)
            let claims = try AuthorizeTests.claims(first.access_token, AccessTokenClaims.self)
            #expect(claims.role == role && claims.act == nil && claims.client_id == "app" && claims.amr == [])
            let user = try #require(UserID(claims.sub))
            #expect(try await world.events(about: user.uuid) == [UserRegistered.type])
            #expect(Scopes.parse(first.scope).isDisjoint(with: Scopes.ofOperators.union(Scopes.ofMachines).union(["openid"])))
            // The session is listed, goes on by its refresh token, and is theirs to end.
            let listed = try await world.get("/account/sessions", token: first.access_token).text
            #expect(listed.contains("\"clientId\":\"app\"") && listed.contains("\"device\":\"ClinicPortal\""))
            let form = [
                ("grant_type", "refresh_token"), ("refresh_token", try #require(first.refresh_token)), ("client_id", "app"), ("client_secret", World.secret)
            ]
            #expect(try await world.post("/oauth/token", form: form).status == 200)
            let again = try await Self.exchange(world, Self.token(pair, "u-1"), [("scope", "account:read")]).decode(TokenView.self)
            #expect(try AuthorizeTests.claims(again.access_token, AccessTokenClaims.self).sub == claims.sub)
            #expect(again.scope == "account:read" && again.refresh_token == nil)
            let other = try await Self.exchange(world, Self.token(pair, "u-2")).decode(TokenView.self)
            #expect(try AuthorizeTests.claims(other.access_token, AccessTokenClaims.self).sub != claims.sub)
            // Nobody logs in with a password that there is none of.
            for password in ["", AdoptUser.noPassword, World.password] {
                #expect(try await world.post("/auth/login", json: ["username": "ext-\(user)", "password": password]).status != 200)
            }
        }
    }

    @Test func twoAtOnceMakeOneAccount() async throws {
        try await World.run { world in
            let pair = try ClientKeyPair()
            try await Self.save(world, pair)
            for user in ["u-1", "u-2", "u-3"] {
                let tokens = try (0..<8).map { _ in try Self.token(pair, user) }
                let subjects = try await withThrowingTaskGroup(of: String.self) { group in
                    for token in tokens {
                        group.addTask {
                            try AuthorizeTests.claims(try await Self.exchange(world, token).decode(TokenView.self).access_token, AccessTokenClaims.self).sub
                        }
                    }
                    return try await group.reduce(into: Set<String>()) { $0.insert($1) }
                }
                #expect(subjects.count == 1)
            }
            #expect(try await world.count("SELECT count(*) FROM users") == 3)
            #expect(try await world.count("SELECT count(*) FROM adopted_accounts") == 3)
            #expect(try await world.audit(.signedUp) == 3)
        }
    }

    @Test func eachTokenIsGoodOnce() async throws {
        try await World.run { world in
            let pair = try ClientKeyPair()
            try await Self.save(world, pair)
            let token = try Self.token(pair, "u-1")
            #expect(try await Self.exchange(world, token).status == 200)
            let replayed = try await Self.exchange(world, token)
            #expect(replayed.status == 400 && replayed.text.contains("jti was used before"))
        }
    }

    enum Wrong: String, CaseIterable, Sendable { case anothersKey, anotherIssuer, anotherAudience, expired, noIssuerRegistered, noGrant, noJWT, scopes, suspended }

    @Test(arguments: Wrong.allCases) func isRefused(_ wrong: Wrong) async throws {
        try await World.run { world in
            let (pair, other) = (try ClientKeyPair(), try ClientKeyPair())
            try await Self.save(world, pair, scopes: wrong == .scopes ? ["openid"] : Set(Scopes.all))
            if wrong == .noIssuerRegistered { try await world.save { $0.grants = [.tokenExchange] } }
            if wrong == .noGrant { try await world.save { $0.userIssuer = UserIssuer(issuer: Self.issuer, jwks: ClientKeyPair.set(pair)) } }
            if wrong == .suspended {
                let claims = try AuthorizeTests.claims(
                    try await Self.exchange(world, Self.token(pair, "u-1")).decode(TokenView.self).access_token, AccessTokenClaims.self)
                let suspend = SuspendPerson(now: world.dependencies.now)
                let user = try #require(UserID(claims.sub))
                try await world.pool.transaction { tx in try await suspend(user, for: .abuse, from: .platform, tx) }
            }
            let token =
                switch wrong {
                case .anothersKey: try Self.token(other, "u-1")
                case .anotherIssuer: try Self.token(pair, "u-1") { $0.iss = "https://others.example" }
                case .anotherAudience: try Self.token(pair, "u-1") { $0.aud = "https://another.example" }
                case .expired: try Self.token(pair, "u-1") { $0.exp = Date().timeIntervalSince1970 - 61 }
                case .noJWT: "made-up"
                default: try Self.token(pair, "u-1")
                }
            let answer = try await Self.exchange(world, token)
            #expect(answer.status == 400)
            let error =
                switch wrong {
                case .noIssuerRegistered, .noGrant: "unauthorized_client"
                case .scopes: "invalid_scope"
                default: "invalid_request"
                }
            #expect(answer.member("error") == error)
            #expect(try await world.count("SELECT count(*) FROM users") == (wrong == .suspended ? 1 : 0))
            #expect(try await world.count("SELECT count(*) FROM sessions WHERE revoked_at IS NULL") == 0)
        }
    }

    /// A token that says nothing of when its user signed in is good for nothing that takes a fresh sign-in.
    @Test func isNoFreshSignIn() async throws {
        try await World.run { world in
            let pair = try ClientKeyPair()
            try await Self.save(world, pair)
            let view = try await Self.exchange(world, Self.token(pair, "u-1")).decode(TokenView.self)
            let user = try AuthorizeTests.claims(view.access_token, AccessTokenClaims.self).sub
            let erased = try await world.send(.DELETE, "/users/\(user)", token: view.access_token)
            #expect(erased.status == 401 && erased.member("type")?.hasSuffix("/insufficient-user-authentication") == true)
        }
    }

    /// Nobody else's word is a second factor.
    @Test func whoTakesASecondFactorIsNotLetIn() async throws {
        try await World.run({ $0.secondFactorRoles = [.provider] }) { world in
            let pair = try ClientKeyPair()
            try await Self.save(world, pair, role: .provider)
            let demanded = try await Self.exchange(world, Self.token(pair, "u-1"))
            #expect(demanded.status == 400 && demanded.member("error") == "invalid_request")
            #expect(try await world.count("SELECT count(*) FROM users") == 0)

            try await Self.save(world, pair)
            world.dependencies.clients.forget("app")
            let view = try await Self.exchange(world, Self.token(pair, "u-2")).decode(TokenView.self)
            let user = try #require(UserID(try AuthorizeTests.claims(view.access_token, AccessTokenClaims.self).sub))
            try await world.pool.transaction { tx in _ = try await tx.execute("UPDATE users SET has_second_factor = true WHERE id = \(user)") }
            let refused = try await Self.exchange(world, Self.token(pair, "u-2"))
            #expect(refused.status == 400 && refused.member("error") == "invalid_request")
        }
    }

    /// A factor that is shown later adds to how the session began, and says of no password that it was seen.
    @Test func whatIsProvenLaterIsAdded() async throws {
        try await World.run { world in
            let pair = try ClientKeyPair()
            try await Self.save(world, pair)
            let view = try await Self.exchange(world, Self.token(pair, "u-1")).decode(TokenView.self)
            try await world.signUp("ada")
            let ada = try await world.logIn("ada")
            for (token, before) in [(view.access_token, []), (ada.accessToken, ["pwd"])] {
                let session = try #require(try AuthorizeTests.claims(token, AccessTokenClaims.self).sid.flatMap { SessionID($0) })
                try await world.pool.transaction { tx in try await tx.note(.passkey(isBackupEligible: false), in: .session(session)) }
                let methods: [String] = try await world.pool.withConnection { connection in
                    try #require(try await connection.first("SELECT amr FROM sessions WHERE id = \(session)"))[0]
                }
                #expect(methods == before + ["hwk", "user", "mfa"])
            }
        }
    }

    @Test func registrationSaysWhatIsMissing() throws {
        func faults(_ users: UserIssuer?, secret: String? = World.secret, grants: [String] = [Client.Grant.tokenExchange.rawValue]) -> [String] {
            var registration = ClientRegistration(
                id: "partner", name: "Partner", secret: secret, redirectURIs: [], scopes: ["messages:read"], grants: grants, isFirstParty: false)
            registration.userIssuer = users
            return registration.faults.map { "\($0.field) \($0.message(in: .english))" }
        }
        let keys = ClientKeyPair.set(try ClientKeyPair())
        #expect(faults(UserIssuer(issuer: Self.issuer, jwks: keys)).isEmpty)
        #expect(faults(UserIssuer(issuer: Self.issuer, jwksURI: "https://users.example/jwks")).isEmpty)
        let table: [(users: UserIssuer, secret: String?, grants: [String], word: String)] = [
            (UserIssuer(issuer: "users", jwks: keys), World.secret, [Client.Grant.tokenExchange.rawValue], "userIssuer.issuer must be https"),
            (UserIssuer(issuer: Self.issuer), World.secret, [Client.Grant.tokenExchange.rawValue], "and not both"),
            (
                UserIssuer(issuer: Self.issuer, jwks: keys, jwksURI: "https://users.example/jwks"), World.secret, [Client.Grant.tokenExchange.rawValue],
                "and not both"
            ),
            (UserIssuer(issuer: Self.issuer, jwks: "{}"), World.secret, [Client.Grant.tokenExchange.rawValue], "userIssuer.jwks must have keys"),
            (
                UserIssuer(issuer: Self.issuer, jwksURI: "http://users.example/jwks"), World.secret, [Client.Grant.tokenExchange.rawValue],
                "userIssuer.jwksUri must be https"
            ),
            (
                UserIssuer(issuer: Self.issuer, jwks: keys, role: .admin), World.secret, [Client.Grant.tokenExchange.rawValue],
                "userIssuer.role must be one of"
            ),
            (UserIssuer(issuer: Self.issuer, jwks: keys), nil, [Client.Grant.tokenExchange.rawValue], "needs a secret"),
            (UserIssuer(issuer: Self.issuer, jwks: keys), World.secret, [Client.Grant.refreshToken.rawValue], "needs the grant")
        ]
        for (index, row) in table.enumerated() {
            #expect(faults(row.users, secret: row.secret, grants: row.grants).contains { $0.contains(row.word) }, "row \(index)")
        }
    }
}
