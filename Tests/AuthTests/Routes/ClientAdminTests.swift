import CareModels
import Foundation
import HTTP
import JSON
import ServiceTestKit
import Testing

@testable import AuthService

/// What admins do to clients.
@Suite struct ClientAdminTests {
    private struct Listed: Decodable {
        var items: [ClientView]
        var nextCursor: String?
    }

    private static let anyVersion: HTTPHeaders = ["If-Match": "*"]

    private static func create(_ world: World, _ body: String, token: String) async throws -> Answer {
        try await world.send(.POST, "/admin/clients", token: token, body: body)
    }

    private static let app =
        #"{"id":"app","name":"Third App","kind":"confidential","redirectUris":["https://app.example/cb"],"scopes":["openid","profile","offline_access","appointments:read"],"grants":["authorization_code","refresh_token","client_credentials"]}"#

    private static func machine(_ world: World, _ secret: String) async throws -> Answer {
        let basic = "Basic " + Data("app:\(secret)".utf8).base64EncodedString()
        return try await world.post("/oauth/token", form: [("grant_type", "client_credentials")], headers: ["Authorization": basic])
    }

    @Test func aClientIsMadeShownChangedAndRefused() async throws {
        try await World.run { world in
            let chief = try await world.admin()
            let token = chief.accessToken
            let made = try await Self.create(world, Self.app, token: token)
            #expect(made.status == 201 && made.header("Location") == "/admin/clients/app" && made.header("ETag") == "\"1\"")
            let secret = try #require(made.member("secret"))
            #expect(try await Self.machine(world, secret).status == 200)
            #expect(try await Self.create(world, Self.app, token: token).member("type")?.hasSuffix("/client-exists") == true)
            #expect(try await world.count("SELECT count(*) FROM oauth_clients WHERE position(\(Array(secret.utf8)) in secret_hash) > 0") == 0)

            let shown = try await world.get("/admin/clients/app", token: token)
            #expect(shown.header("ETag") == "\"1\"" && !shown.text.contains(secret))
            let change = #"{"name":"Our App","redirectUris":["https://app.example/new"],"idTokenSignedResponseAlg":"RS256"}"#
            let stale = try await world.send(.PATCH, "/admin/clients/app", token: token, headers: ["If-Match": "\"7\""], body: change)
            #expect(stale.status == 412)
            let changed = try await world.send(.PATCH, "/admin/clients/app", token: token, headers: ["If-Match": "\"1\""], body: change)
            #expect(changed.status == 200 && changed.header("ETag") == "\"2\"" && changed.member("name") == "Our App")
            #expect(try changed.decode(ClientView.self).redirectUris == ["https://app.example/new"])
            // What changes nothing is no change; the secret stays.
            #expect(try await world.send(.PATCH, "/admin/clients/app", token: token, headers: Self.anyVersion, body: change).header("ETag") == "\"2\"")
            #expect(try await Self.machine(world, secret).status == 200)
            #expect(try await TestBrowser(world).get(TestApp().start()).status == 400)
            #expect(try await world.audit(.clientWritten) == 2)
            #expect(
                try await world.count(
                    "SELECT count(*) FROM audit_log WHERE kind = 'client-written' AND client_id = 'app' AND actor_id = \(chief.user.id)") == 2)
        }
    }

    @Test(
        arguments: [
            (
                #"{"id":"x","name":"","kind":"public","redirectUris":["ftp://x"],"scopes":["all"],"grants":["password"]}"#,
                ["id", "name", "redirectUris[0]", "scopes[0]", "grants"]
            ),
            (#"{"id":"careline","name":"Mine","kind":"public","grants":["refresh_token"]}"#, ["id"]),
            (#"{"id":"app","name":"App","kind":"public","grants":["client_credentials"],"scopes":["ers:write"]}"#, ["grants"]),
            (#"{"id":"app","name":"App","kind":"public","redirectUris":["https://a.example/"],"requiresPkce":false}"#, ["requiresPkce"]),
            (#"{"id":"app","name":"App","kind":"public","redirectUris":["https://a.example/"],"jwksUri":"https://a.example/jwks"}"#, ["kind"]),
            (#"{"id":"app","name":"App","kind":"confidential","redirectUris":["https://a.example/"],"scopes":["admin:clients"]}"#, ["scopes"]),
            (#"{"id":"app","name":"App","kind":"confidential","redirectUris":["https://a.example/"],"jwks":{"keys":[]}}"#, ["jwks"]),
            (#"{"id":"app","name":"App","kind":"confidential","redirectUris":["https://a.example/"],"secret":"mine"}"#, ["secret"]),
            (#"{"id":"app","name":"App","kind":"confidential","redirectUris":["http://127.0.0.1/"],"fapi2":true}"#, ["fapi2", "redirectUris[0]"]),
            (
                #"{"id":"app","name":"App","kind":"confidential","redirectUris":["https://a.example/"],"userIssuer":{"issuer":"http://p.example","role":"admin"}}"#,
                ["userIssuer", "userIssuer.issuer", "userIssuer", "userIssuer.role"]
            ),
            (
                #"{"id":"app","name":"App","kind":"public","redirectUris":["https://a.example/"],"userIssuer":{"issuer":"https://p.example","jwksUri":"https://p.example/k"}}"#,
                ["userIssuer", "userIssuer"]
            )
        ] as [(String, [String])]) func whatIsWrongIsNamed(_ body: String, _ fields: [String]) async throws
    {
        try await World.run { world in
            let token = try await world.admin().accessToken
            let answer = try await Self.create(world, body, token: token)
            #expect(try answer.status == 400 && answer.problem.fieldNames == fields, "\(answer.text)")
            #expect(try await world.count("SELECT count(*) FROM oauth_clients") == 1)
        }
    }

    @Test func whatItsTokensAndUsersAreIsSetAndTakenBack() async throws {
        try await World.run { world in
            let token = try await world.admin().accessToken
            let grant = Client.Grant.tokenExchange.rawValue
            let made = try await Self.create(
                world,
                #"{"id":"app","name":"App","kind":"confidential","redirectUris":["https://a.example/"],"grants":["authorization_code","\#(grant)"],"dpopBoundAccessTokens":true,"userIssuer":{"issuer":"https://p.example","jwksUri":"https://p.example/keys"}}"#,
                token: token)
            #expect(made.status == 201, "\(made.text)")
            let view = try made.decode(ClientView.self)
            #expect(view.dpopBoundAccessTokens && !view.fapi2 && view.userIssuer?.issuer == "https://p.example" && view.userIssuer?.role == .patient)
            let kept = try #require(try await world.pool.withConnection { try await $0.client("app") })
            #expect(kept.bindsTokens && kept.userIssuer == UserIssuer(issuer: "https://p.example", jwks: nil, jwksURI: "https://p.example/keys", role: .patient))
            func change(_ body: String) async throws -> Answer { try await world.send(.PATCH, "/admin/clients/app", token: token, headers: Self.anyVersion, body: body) }
            // Another change leaves them.
            #expect(try await change(#"{"name":"Other"}"#).decode(ClientView.self).userIssuer == view.userIssuer)
            #expect(try await change(#"{"fapi2":true}"#).problem.fieldNames == ["fapi2"])
            #expect(try await change(#"{"dpopBoundAccessTokens":null}"#).problem.fieldNames == ["dpopBoundAccessTokens"])
            // Its users need the grant.
            #expect(try await change(#"{"grants":["authorization_code"]}"#).problem.fieldNames == ["userIssuer"])
            let changed = try await change(#"{"userIssuer":null,"dpopBoundAccessTokens":false,"fapi2":true,"jwksUri":"https://a.example/keys"}"#)
            #expect(changed.status == 200, "\(changed.text)")
            let after = try changed.decode(ClientView.self)
            #expect(after.userIssuer == nil && !after.dpopBoundAccessTokens && after.fapi2)
        }
    }

    /// Several admins edit clients: none overwrites unseen what another has written.
    @Test func aClientIsChangedAsItWasRead() async throws {
        try await World.run { world in
            let token = try await world.admin().accessToken
            _ = try await Self.create(world, Self.app, token: token)
            let path = "/admin/clients/app"
            #expect(try await world.send(.PATCH, path, token: token, body: #"{"name":"Late"}"#).status == 428)
            #expect(try await world.send(.DELETE, path, token: token).status == 428)
            #expect(try await world.send(.POST, path + "/secret", token: token, body: "{}").status == 428)
            let here: HTTPHeaders = ["If-Match": "\"1\""]
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for name in ["One", "Two", "Three"] {
                    group.addTask { try await world.send(.PATCH, path, token: token, headers: here, body: #"{"name":"\#(name)"}"#).status }
                    group.addTask { try await world.send(.POST, path + "/secret", token: token, headers: here, body: "{}").status }
                }
                return try await group.reduce(into: [Int]()) { $0.append($1) }
            }
            #expect(statuses.sorted() == [200, 412, 412, 412, 412, 412])
        }
    }

    /// Who lost the answer hears the same secret again, which only their key opens.
    @Test func aSecretIsShownAgainToTheSameKey() async throws {
        try await World.run { world in
            let token = try await world.admin().accessToken
            let key: HTTPHeaders = ["Idempotency-Key": "made-once"]
            let made = try await world.send(.POST, "/admin/clients", token: token, headers: key, body: Self.app)
            let again = try await world.send(.POST, "/admin/clients", token: token, headers: key, body: Self.app)
            let first = try #require(made.member("secret"))
            #expect(made.status == 201 && again.status == 201 && again.member("secret") == first)
            #expect(again.header("Idempotent-Replayed") == "true" && again.header("Cache-Control") == "no-store" && again.header("ETag") == "\"1\"")
            let rotation: HTTPHeaders = ["Idempotency-Key": "rotated-once", "If-Match": "\"1\""]
            let path = "/admin/clients/app/secret"
            let secrets = try await withThrowingTaskGroup(of: (Int, String?).self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        let answer = try await world.send(.POST, path, token: token, headers: rotation, body: "{}")
                        return (answer.status, answer.member("secret"))
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            // While the first is at work the others are told to wait.
            let shown = Set(secrets.filter { $0.0 == 200 }.map(\.1))
            #expect(shown.count == 1 && secrets.allSatisfy { $0.0 == 200 || $0.0 == 409 })
            let second = try #require(try await world.send(.POST, path, token: token, headers: rotation, body: "{}").member("secret"))
            #expect(shown == [second] && second != first)
            #expect(try await Self.machine(world, second).status == 200)
            #expect(try await world.audit(.clientSecretRotated) == 1)
            // Of what is kept nothing can be read, not even the names of its members.
            let word = Array(#""status""#.utf8)
            #expect(try await world.count("SELECT count(*) FROM idempotency_keys WHERE position(\(word) in response) = 0") == 2)
        }
    }

    /// No news goes from replica to replica: each reads a client again after a moment.
    @Test func anotherReplicaGoesByAChangeWithinSeconds() async throws {
        try await World.run { world in
            let token = try await world.admin().accessToken
            _ = try await Self.create(world, Self.app, token: token)
            let other = ClientDirectory(pool: world.pool, now: world.dependencies.now)
            #expect(try await other.client("app") != nil)
            #expect(try await world.send(.DELETE, "/admin/clients/app", token: token, headers: Self.anyVersion).status == 204)
            world.clock.advance(ClientDirectory.freshFor - 0.5)
            #expect(try await other.client("app") != nil)
            world.clock.advance(0.5)
            #expect(try await other.client("app") == nil)
        }
    }

    /// It would prove itself as FAPI's profile forbids, or hold scopes that a secret is not enough for.
    @Test(arguments: ["fapi2", "scopes"]) func whatNeedsKeysIsGivenNoSecret(_ field: String) async throws {
        let keys = ClientKeyPair.set(try ClientKeyPair())
        try await World.run { world in
            try await world.save { client in
                (client.secretHash, client.jwks, client.isFAPI) = (nil, keys, field == "fapi2")
                client.scopes = field == "scopes" ? ["system/*.rs"] : ["openid"]
                if field == "scopes" { client.grants = [.clientCredentials] }
            }
            let token = try await world.admin().accessToken
            let refused = try await world.send(.POST, "/admin/clients/app/secret", token: token, headers: Self.anyVersion, body: "{}")
            #expect(try refused.status == 400 && refused.problem.fieldNames == [field], "\(refused.text)")
            let kept = try #require(try await world.pool.withConnection { try await $0.clientRecord("app") }).client
            #expect(kept.hasKeys && kept.secretHash == nil)
        }
    }

    @Test func theSecretBeforeIsTakenForAWhile() async throws {
        try await World.run { world in
            let token = try await world.admin().accessToken
            let first = try #require(try await Self.create(world, Self.app, token: token).member("secret"))
            let path = "/admin/clients/app/secret"
            let end = RFC3339.format(world.clock.now.addingTimeInterval(3600))
            let body = #"{"formerSecretUntil":"\#(end)"}"#
            let rotated = try await world.send(.POST, path, token: token, headers: ["If-Match": "\"1\""], body: body)
            let second = try #require(rotated.member("secret"))
            #expect(rotated.status == 200 && second != first && rotated.member("formerSecretUntil") == end)
            // The answer was lost, and is asked for again: nothing is pushed out.
            #expect(try await world.send(.POST, path, token: token, headers: ["If-Match": "\"1\""], body: body).status == 412)
            for secret in [first, second] { #expect(try await Self.machine(world, secret).status == 200) }
            world.clock.advance(3600)
            #expect(try await Self.machine(world, first).status == 401)
            #expect(try await Self.machine(world, second).status == 200)
            for when in [world.clock.now.addingTimeInterval(-1), world.clock.now.addingTimeInterval(31 * 86_400)] {
                let answer = try await world.send(.POST, path, token: token, headers: Self.anyVersion, body: #"{"formerSecretUntil":"\#(RFC3339.format(when))"}"#)
                #expect(try answer.problem.fieldNames == ["formerSecretUntil"])
            }
            #expect(try await world.audit(.clientSecretRotated) == 1)
            try await world.saveApp("open")
            let secretless = try await world.send(.POST, "/admin/clients/open/secret", token: token, headers: Self.anyVersion, body: "{}")
            #expect(try secretless.status == 409 && secretless.problem.slug == "public-client")
        }
    }

    @Test func aDisabledClientGetsNothing() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            try await world.saveApp()
            let token = try await world.admin().accessToken
            let app = TestApp()
            let browser = TestBrowser(world)
            let tokens = try await app.exchange(app.code(browser, username: "ada"), on: world).decode(TokenView.self)
            let waiting = try await app.code(TestBrowser(world), username: "ada")
            let refresh = try #require(tokens.refresh_token)
            #expect(try await world.send(.DELETE, "/admin/clients/app", token: token, headers: ["If-Match": "\"3\""]).status == 412)
            for _ in 0..<2 { #expect(try await world.send(.DELETE, "/admin/clients/app", token: token, headers: Self.anyVersion).status == 204) }
            #expect(try await app.exchange(waiting, on: world).member("error") == "invalid_client")
            #expect(try await world.refresh(refresh, client: "app").member("error") == "invalid_client")
            #expect(try await world.get("/userinfo", token: tokens.access_token).status == 401)
            #expect(try await browser.get(app.start()).status == 400)
            #expect(try await world.count("SELECT count(*) FROM sessions WHERE client_id = 'app' AND revoked_at IS NULL") == 0)
            #expect(try await world.audit(.clientDisabled) == 1)
            #expect(try await world.get("/admin/clients/app", token: token).member("disabledAt") != nil)

            let enabled = try await world.send(.PATCH, "/admin/clients/app", token: token, headers: Self.anyVersion, body: #"{"disabled":false}"#)
            #expect(enabled.status == 200 && enabled.member("disabledAt") == nil)
            #expect(try await world.audit(.clientEnabled) == 1)
            #expect(
                try await world.send(.PATCH, "/admin/clients/app", token: token, headers: Self.anyVersion, body: #"{"disabled":true}"#).problem.fieldNames == ["disabled"]
            )
            // What has ended stays ended.
            #expect(try await world.refresh(refresh, client: "app").member("error") == "invalid_grant")
            let again = try await app.exchange(app.code(TestBrowser(world), username: "ada"), on: world)
            #expect(again.status == 200)
        }
    }

    /// Another replica goes by what it has read for a while: the database decides.
    @Test func aCodeIsNotExchangedBehindTheDirectorysBack() async throws {
        try await World.run { world in
            let app = TestApp()
            let code = try await app.code(ofNew: "ada", on: world)
            let disable = DisableClient(now: world.dependencies.now)
            try await world.pool.transaction { tx in try await disable("app", expectedRevision: nil, from: .platform, tx) }
            #expect(try await app.exchange(code, on: world).member("error") == "invalid_grant")
            #expect(try await world.count("SELECT count(*) FROM sessions") == 0)
        }
    }

    /// However exchanges and the end of their client meet, no session of it goes on.
    @Test func exchangesAtTheSameTimeDoNotOutliveIt() async throws {
        try await World.run { world in
            try await world.signUp("ada")
            try await world.saveApp()
            let app = TestApp()
            var codes: [String] = []
            for _ in 0..<6 { codes.append(try await app.code(TestBrowser(world), username: "ada")) }
            let (disable, end) = (DisableClient(now: world.dependencies.now), EndSessionsOfDisabledClients(most: 2, now: world.dependencies.now))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for code in codes { group.addTask { _ = try await app.exchange(code, on: world) } }
                group.addTask {
                    try await world.pool.transaction { tx in try await disable("app", expectedRevision: nil, from: .platform, tx) }
                    var isMore = true
                    while isMore { isMore = try await world.pool.transaction { tx in try await end(tx) } }
                }
                try await group.waitForAll()
            }
            #expect(try await world.count("SELECT count(*) FROM sessions WHERE revoked_at IS NULL") == 0)
        }
    }

    @Test func pageByPage() async throws {
        try await World.run { world in
            for id in ["beta", "alpha", "gamma"] { try await world.saveApp(id, name: "The \(id.uppercased()) App") }
            let token = try await world.admin().accessToken
            func ids(_ query: String) async throws -> [String] {
                try await world.get("/admin/clients\(query)", token: token).decode(Listed.self).items.map(\.id)
            }
            #expect(try await ids("") == ["alpha", "beta", "careline", "gamma"])
            #expect(try await ids("?q=ga") == ["gamma"])
            #expect(try await ids("?q=Beta+app") == ["beta"])
            let first = try await world.get("/admin/clients?limit=3", token: token).decode(Listed.self)
            #expect(try await ids("?limit=3&after=\(#require(first.nextCursor))") == ["gamma"])
            #expect(try await world.get("/admin/clients?after=made-up", token: token).status == 400)
        }
    }

    @Test func whatIsNotThereAndWhatIsCarelinesOwn() async throws {
        try await World.run { world in
            let token = try await world.admin().accessToken
            for (client, status) in [("nothing", 404), ("NOT%20AN%20ID", 404), ("careline", 403)] {
                let path = "/admin/clients/\(client)"
                #expect(try await world.send(.PATCH, path, token: token, headers: Self.anyVersion, body: #"{"name":"Mine"}"#).status == status)
                #expect(try await world.send(.DELETE, path, token: token, headers: Self.anyVersion).status == status)
                #expect(try await world.send(.POST, path + "/secret", token: token, headers: Self.anyVersion, body: "{}").status == status)
            }
            #expect(try await world.get("/admin/clients/nothing", token: token).status == 404)
            #expect(try await world.get("/admin/clients/careline", token: token).status == 200)
            #expect(try await world.get("/admin/clients/careline").status == 401)
        }
    }

    @Test func operatorsDoItAtTheTerminal() async throws {
        try await World.run { world in
            let (pool, now) = (world.pool, world.clock.now)
            let draft = try CareJSON.decodeStrictly(ClientDraft.self, from: Array(Self.app.utf8), limits: .body)
            let first = try #require(try await CreateClientCommand.create(draft, pool: pool, now: now).secret)
            #expect(try await Self.machine(world, first).status == 200)
            await #expect(throws: (any Error).self) { try await CreateClientCommand.create(draft, pool: pool, now: now) }
            let change = try CareJSON.decodeStrictly(ClientChange.self, from: Array(#"{"name":"Our App"}"#.utf8), limits: .body)
            let changed = try await ChangeClientCommand.change("app", change, pool: pool, now: now)
            #expect(ListClientsCommand.line(changed) == "app  Our App  confidential")
            let (_, second) = try await RotateClientSecretCommand.rotate("app", formerUntil: now, pool: pool, now: now)
            world.clock.advance(61)
            #expect(try await Self.machine(world, first).status == 401)
            #expect(try await Self.machine(world, second).status == 200)
            try await DisableClientCommand.disable("app", pool: pool, now: now)
            #expect(try await world.pool.withConnection { try await $0.client("app") } == nil)
            for id in ["careline", "nothing"] {
                await #expect(throws: (any Error).self) { try await DisableClientCommand.disable(id, pool: pool, now: now) }
            }
            #expect(try await world.audit(.clientDisabled) == 1)
        }
    }

    @Test func keysTakeTheSecretsPlace() async throws {
        let pair = try ClientKeyPair()
        try await World.run { world in
            let token = try await world.admin().accessToken
            let secret = try #require(try await Self.create(world, Self.app, token: token).member("secret"))
            let keys = ClientKeyPair.set(pair)
            let changed = try await world.send(.PATCH, "/admin/clients/app", token: token, headers: Self.anyVersion, body: #"{"jwks":\#(keys)}"#)
            #expect(changed.status == 200, "\(changed.text)")
            #expect(try changed.decode(ClientView.self).jwks?.keys.count == 1)
            #expect(try await Self.machine(world, secret).status == 401)
            #expect(try await world.send(.PATCH, "/admin/clients/app", token: token, headers: Self.anyVersion, body: #"{"jwks":null}"#).problem.fieldNames == ["jwks"])
            let rotated = try await world.send(.POST, "/admin/clients/app/secret", token: token, headers: Self.anyVersion, body: "{}")
            #expect(rotated.member("formerSecretUntil") == nil)
            #expect(try await Self.machine(world, #require(rotated.member("secret"))).status == 200)
        }
    }
}
