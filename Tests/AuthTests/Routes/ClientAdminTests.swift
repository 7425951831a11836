import CareModels
import Foundation
import HTTP
import JSON
import Testing

@testable import AuthService

/// What admins do to clients.
@Suite struct ClientAdminTests {
    private struct Listed: Decodable {
        var items: [ClientView]
        var nextCursor: String?
    }

    private static func send(
        _ server: AuthServer, _ method: HTTPMethod, _ path: String, _ body: String, token: String, headers: HTTPHeaders = [:]
    ) async throws -> Answer {
        var headers = headers
        headers.add(name: "Content-Type", value: "application/json")
        return try await server.send(method, path, token: token, headers: headers, body: Array(body.utf8))
    }

    private static let anyVersion: HTTPHeaders = ["If-Match": "*"]

    private static func create(_ server: AuthServer, _ body: String, token: String) async throws -> Answer {
        try await send(server, .POST, "/admin/clients", body, token: token)
    }

    private static let app =
        #"{"id":"app","name":"Third App","kind":"confidential","redirectUris":["https://app.example/cb"],"scopes":["openid","profile","offline_access","appointments:read"],"grants":["authorization_code","refresh_token","client_credentials"]}"#

    private static func machine(_ server: AuthServer, _ secret: String) async throws -> Answer {
        let basic = "Basic " + Data("app:\(secret)".utf8).base64EncodedString()
        return try await server.post("/oauth/token", form: [("grant_type", "client_credentials")], headers: ["Authorization": basic])
    }

    @Test func aClientIsMadeShownChangedAndRefused() async throws {
        try await AuthServer.with { server in
            let chief = try await server.admin()
            let token = chief.accessToken
            let made = try await Self.create(server, Self.app, token: token)
            #expect(made.status == .created && made.header("Location") == "/admin/clients/app" && made.header("ETag") == "\"1\"")
            let secret = try #require(made.member("secret"))
            #expect(try await Self.machine(server, secret).status == .ok)
            #expect(try await Self.create(server, Self.app, token: token).member("type")?.hasSuffix("/client-exists") == true)
            #expect(try await server.count("SELECT count(*) FROM oauth_clients WHERE position(\(Array(secret.utf8)) in secret_hash) > 0") == 0)

            let shown = try await server.get("/admin/clients/app", token: token)
            #expect(shown.header("ETag") == "\"1\"" && !shown.text.contains(secret))
            let change = #"{"name":"Our App","redirectUris":["https://app.example/new"],"idTokenSignedResponseAlg":"RS256"}"#
            let stale = try await Self.send(server, .PATCH, "/admin/clients/app", change, token: token, headers: ["If-Match": "\"7\""])
            #expect(stale.status == .preconditionFailed)
            let changed = try await Self.send(server, .PATCH, "/admin/clients/app", change, token: token, headers: ["If-Match": "\"1\""])
            #expect(changed.status == .ok && changed.header("ETag") == "\"2\"" && changed.member("name") == "Our App")
            #expect(try changed.decode(ClientView.self).redirectUris == ["https://app.example/new"])
            // What changes nothing is no change; the secret stays.
            #expect(try await Self.send(server, .PATCH, "/admin/clients/app", change, token: token, headers: Self.anyVersion).header("ETag") == "\"2\"")
            #expect(try await Self.machine(server, secret).status == .ok)
            #expect(try await TestBrowser(server).get(TestApp().start()).status == .badRequest)
            #expect(try await server.audit(.clientWritten) == 2)
            #expect(
                try await server.count(
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
        try await AuthServer.with { server in
            let token = try await server.admin().accessToken
            let answer = try await Self.create(server, body, token: token)
            #expect(answer.status == .badRequest && answer.fields == fields, "\(answer.text)")
            #expect(try await server.count("SELECT count(*) FROM oauth_clients") == 1)
        }
    }

    @Test func whatItsTokensAndUsersAreIsSetAndTakenBack() async throws {
        try await AuthServer.with { server in
            let token = try await server.admin().accessToken
            let grant = Client.Grant.tokenExchange.rawValue
            let made = try await Self.create(
                server,
                #"{"id":"app","name":"App","kind":"confidential","redirectUris":["https://a.example/"],"grants":["authorization_code","\#(grant)"],"dpopBoundAccessTokens":true,"userIssuer":{"issuer":"https://p.example","jwksUri":"https://p.example/keys"}}"#,
                token: token)
            #expect(made.status == .created, "\(made.text)")
            let view = try made.decode(ClientView.self)
            #expect(view.dpopBoundAccessTokens && !view.fapi2 && view.userIssuer?.issuer == "https://p.example" && view.userIssuer?.role == .patient)
            let kept = try #require(try await server.pool.withConnection { try await $0.client("app") })
            #expect(kept.bindsTokens && kept.userIssuer == UserIssuer(issuer: "https://p.example", jwks: nil, jwksURI: "https://p.example/keys", role: .patient))
            func change(_ body: String) async throws -> Answer { try await Self.send(server, .PATCH, "/admin/clients/app", body, token: token, headers: Self.anyVersion) }
            // Another change leaves them.
            #expect(try await change(#"{"name":"Other"}"#).decode(ClientView.self).userIssuer == view.userIssuer)
            #expect(try await change(#"{"fapi2":true}"#).fields == ["fapi2"])
            #expect(try await change(#"{"dpopBoundAccessTokens":null}"#).fields == ["dpopBoundAccessTokens"])
            // Its users need the grant.
            #expect(try await change(#"{"grants":["authorization_code"]}"#).fields == ["userIssuer"])
            let changed = try await change(#"{"userIssuer":null,"dpopBoundAccessTokens":false,"fapi2":true,"jwksUri":"https://a.example/keys"}"#)
            #expect(changed.status == .ok, "\(changed.text)")
            let after = try changed.decode(ClientView.self)
            #expect(after.userIssuer == nil && !after.dpopBoundAccessTokens && after.fapi2)
        }
    }

    /// Several admins edit clients: none overwrites unseen what another has written.
    @Test func aClientIsChangedAsItWasRead() async throws {
        try await AuthServer.with { server in
            let token = try await server.admin().accessToken
            _ = try await Self.create(server, Self.app, token: token)
            let path = "/admin/clients/app"
            #expect(try await Self.send(server, .PATCH, path, #"{"name":"Late"}"#, token: token).status.code == 428)
            #expect(try await server.send(.DELETE, path, token: token).status.code == 428)
            #expect(try await Self.send(server, .POST, path + "/secret", "{}", token: token).status.code == 428)
            let here: HTTPHeaders = ["If-Match": "\"1\""]
            let statuses = try await withThrowingTaskGroup(of: UInt.self) { group in
                for name in ["One", "Two", "Three"] {
                    group.addTask { try await Self.send(server, .PATCH, path, #"{"name":"\#(name)"}"#, token: token, headers: here).status.code }
                    group.addTask { try await Self.send(server, .POST, path + "/secret", "{}", token: token, headers: here).status.code }
                }
                return try await group.reduce(into: [UInt]()) { $0.append($1) }
            }
            #expect(statuses.sorted() == [200, 412, 412, 412, 412, 412])
        }
    }

    /// Who lost the answer hears the same secret again, which only their key opens.
    @Test func aSecretIsShownAgainToTheSameKey() async throws {
        try await AuthServer.with { server in
            let token = try await server.admin().accessToken
            let key: HTTPHeaders = ["Idempotency-Key": "made-once"]
            let made = try await Self.send(server, .POST, "/admin/clients", Self.app, token: token, headers: key)
            let again = try await Self.send(server, .POST, "/admin/clients", Self.app, token: token, headers: key)
            let first = try #require(made.member("secret"))
            #expect(made.status == .created && again.status == .created && again.member("secret") == first)
            #expect(again.header("Idempotent-Replayed") == "true" && again.header("Cache-Control") == "no-store" && again.header("ETag") == "\"1\"")
            let rotation: HTTPHeaders = ["Idempotency-Key": "rotated-once", "If-Match": "\"1\""]
            let path = "/admin/clients/app/secret"
            let secrets = try await withThrowingTaskGroup(of: (HTTPResponseStatus, String?).self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        let answer = try await Self.send(server, .POST, path, "{}", token: token, headers: rotation)
                        return (answer.status, answer.member("secret"))
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            // While the first is at work the others are told to wait.
            let shown = Set(secrets.filter { $0.0 == .ok }.map(\.1))
            #expect(shown.count == 1 && secrets.allSatisfy { $0.0 == .ok || $0.0 == .conflict })
            let second = try #require(try await Self.send(server, .POST, path, "{}", token: token, headers: rotation).member("secret"))
            #expect(shown == [second] && second != first)
            #expect(try await Self.machine(server, second).status == .ok)
            #expect(try await server.audit(.clientSecretRotated) == 1)
            // Of what is kept nothing can be read, not even the names of its members.
            let word = Array(#""status""#.utf8)
            #expect(try await server.count("SELECT count(*) FROM idempotency_keys WHERE position(\(word) in response) = 0") == 2)
        }
    }

    /// No news goes from replica to replica: each reads a client again after a moment.
    @Test func anotherReplicaGoesByAChangeWithinSeconds() async throws {
        try await AuthServer.with { server in
            let token = try await server.admin().accessToken
            _ = try await Self.create(server, Self.app, token: token)
            let other = ClientDirectory(pool: server.pool, now: server.dependencies.now)
            #expect(try await other.client("app") != nil)
            #expect(try await server.send(.DELETE, "/admin/clients/app", token: token, headers: Self.anyVersion).status == .noContent)
            server.clock.advance(ClientDirectory.freshFor - 0.5)
            #expect(try await other.client("app") != nil)
            server.clock.advance(0.5)
            #expect(try await other.client("app") == nil)
        }
    }

    @Test func theSecretBeforeIsTakenForAWhile() async throws {
        try await AuthServer.with { server in
            let token = try await server.admin().accessToken
            let first = try #require(try await Self.create(server, Self.app, token: token).member("secret"))
            let path = "/admin/clients/app/secret"
            let end = RFC3339.format(server.clock.now.addingTimeInterval(3600))
            let body = #"{"formerSecretUntil":"\#(end)"}"#
            let rotated = try await Self.send(server, .POST, path, body, token: token, headers: ["If-Match": "\"1\""])
            let second = try #require(rotated.member("secret"))
            #expect(rotated.status == .ok && second != first && rotated.member("formerSecretUntil") == end)
            // The answer was lost, and is asked for again: nothing is pushed out.
            #expect(try await Self.send(server, .POST, path, body, token: token, headers: ["If-Match": "\"1\""]).status == .preconditionFailed)
            for secret in [first, second] { #expect(try await Self.machine(server, secret).status == .ok) }
            server.clock.advance(3600)
            #expect(try await Self.machine(server, first).status == .unauthorized)
            #expect(try await Self.machine(server, second).status == .ok)
            for when in [server.clock.now.addingTimeInterval(-1), server.clock.now.addingTimeInterval(31 * 86_400)] {
                let answer = try await Self.send(server, .POST, path, #"{"formerSecretUntil":"\#(RFC3339.format(when))"}"#, token: token, headers: Self.anyVersion)
                #expect(answer.fields == ["formerSecretUntil"])
            }
            #expect(try await server.audit(.clientSecretRotated) == 1)
            try await server.saveApp("open")
            #expect(try await Self.send(server, .POST, "/admin/clients/open/secret", "{}", token: token, headers: Self.anyVersion).fields == ["clientId"])
        }
    }

    @Test func aDisabledClientGetsNothing() async throws {
        try await AuthServer.with { server in
            try await server.signUp("ada")
            try await server.saveApp()
            let token = try await server.admin().accessToken
            let app = TestApp()
            let browser = TestBrowser(server)
            let tokens = try await app.exchange(app.code(browser, username: "ada"), on: server).decode(TokenView.self)
            let waiting = try await app.code(TestBrowser(server), username: "ada")
            let refresh = try #require(tokens.refresh_token)
            #expect(try await server.send(.DELETE, "/admin/clients/app", token: token, headers: ["If-Match": "\"3\""]).status == .preconditionFailed)
            for _ in 0..<2 { #expect(try await server.send(.DELETE, "/admin/clients/app", token: token, headers: Self.anyVersion).status == .noContent) }
            #expect(try await app.exchange(waiting, on: server).member("error") == "invalid_client")
            #expect(try await server.refresh(refresh, client: "app").member("error") == "invalid_client")
            #expect(try await server.get("/userinfo", token: tokens.access_token).status == .unauthorized)
            #expect(try await browser.get(app.start()).status == .badRequest)
            #expect(try await server.count("SELECT count(*) FROM sessions WHERE client_id = 'app' AND revoked_at IS NULL") == 0)
            #expect(try await server.audit(.clientDisabled) == 1)
            #expect(try await server.get("/admin/clients/app", token: token).member("disabledAt") != nil)

            let enabled = try await Self.send(server, .PATCH, "/admin/clients/app", #"{"disabled":false}"#, token: token, headers: Self.anyVersion)
            #expect(enabled.status == .ok && enabled.member("disabledAt") == nil)
            #expect(try await server.audit(.clientEnabled) == 1)
            #expect(try await Self.send(server, .PATCH, "/admin/clients/app", #"{"disabled":true}"#, token: token, headers: Self.anyVersion).fields == ["disabled"])
            // What has ended stays ended.
            #expect(try await server.refresh(refresh, client: "app").member("error") == "invalid_grant")
            let again = try await app.exchange(app.code(TestBrowser(server), username: "ada"), on: server)
            #expect(again.status == .ok)
        }
    }

    /// Another replica goes by what it has read for a while: the database decides.
    @Test func aCodeIsNotExchangedBehindTheDirectorysBack() async throws {
        try await AuthServer.with { server in
            try await server.signUp("ada")
            try await server.saveApp()
            let app = TestApp()
            let code = try await app.code(TestBrowser(server), username: "ada")
            let disable = DisableClient(now: server.dependencies.now)
            try await server.pool.transaction { tx in try await disable("app", expectedRevision: nil, from: .platform, tx) }
            #expect(try await app.exchange(code, on: server).member("error") == "invalid_grant")
            #expect(try await server.count("SELECT count(*) FROM sessions") == 0)
        }
    }

    /// However exchanges and the end of their client meet, no session of it goes on.
    @Test func exchangesAtTheSameTimeDoNotOutliveIt() async throws {
        try await AuthServer.with { server in
            try await server.signUp("ada")
            try await server.saveApp()
            let app = TestApp()
            var codes: [String] = []
            for _ in 0..<6 { codes.append(try await app.code(TestBrowser(server), username: "ada")) }
            let (disable, end) = (DisableClient(now: server.dependencies.now), EndSessionsOfDisabledClients(most: 2, now: server.dependencies.now))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for code in codes { group.addTask { _ = try await app.exchange(code, on: server) } }
                group.addTask {
                    try await server.pool.transaction { tx in try await disable("app", expectedRevision: nil, from: .platform, tx) }
                    var isMore = true
                    while isMore { isMore = try await server.pool.transaction { tx in try await end(tx) } }
                }
                try await group.waitForAll()
            }
            #expect(try await server.count("SELECT count(*) FROM sessions WHERE revoked_at IS NULL") == 0)
        }
    }

    @Test func pageByPage() async throws {
        try await AuthServer.with { server in
            for id in ["beta", "alpha", "gamma"] { try await server.saveApp(id, name: "The \(id.uppercased()) App") }
            let token = try await server.admin().accessToken
            func ids(_ query: String) async throws -> [String] {
                try await server.get("/admin/clients\(query)", token: token).decode(Listed.self).items.map(\.id)
            }
            #expect(try await ids("") == ["alpha", "beta", "careline", "gamma"])
            #expect(try await ids("?q=ga") == ["gamma"])
            #expect(try await ids("?q=Beta+app") == ["beta"])
            let first = try await server.get("/admin/clients?limit=3", token: token).decode(Listed.self)
            #expect(try await ids("?limit=3&after=\(#require(first.nextCursor))") == ["gamma"])
            #expect(try await server.get("/admin/clients?after=made-up", token: token).status == .badRequest)
        }
    }

    @Test func whatIsNotThereAndWhatIsCarelinesOwn() async throws {
        try await AuthServer.with { server in
            let token = try await server.admin().accessToken
            for (client, status) in [("nothing", HTTPResponseStatus.notFound), ("NOT%20AN%20ID", .notFound), ("careline", .badRequest)] {
                let path = "/admin/clients/\(client)"
                #expect(try await Self.send(server, .PATCH, path, #"{"name":"Mine"}"#, token: token, headers: Self.anyVersion).status == status)
                #expect(try await server.send(.DELETE, path, token: token, headers: Self.anyVersion).status == status)
                #expect(try await Self.send(server, .POST, path + "/secret", "{}", token: token, headers: Self.anyVersion).status == status)
            }
            #expect(try await server.get("/admin/clients/nothing", token: token).status == .notFound)
            #expect(try await server.get("/admin/clients/careline", token: token).status == .ok)
            #expect(try await server.get("/admin/clients/careline").status == .unauthorized)
        }
    }

    @Test func operatorsDoItAtTheTerminal() async throws {
        try await AuthServer.with { server in
            let (pool, now) = (server.pool, server.clock.now)
            let draft = try CareJSON.decodeStrictly(ClientDraft.self, from: Array(Self.app.utf8), limits: .body)
            let first = try #require(try await CreateClientCommand.create(draft, pool: pool, now: now).secret)
            #expect(try await Self.machine(server, first).status == .ok)
            await #expect(throws: (any Error).self) { try await CreateClientCommand.create(draft, pool: pool, now: now) }
            let change = try CareJSON.decodeStrictly(ClientChange.self, from: Array(#"{"name":"Our App"}"#.utf8), limits: .body)
            let changed = try await ChangeClientCommand.change("app", change, pool: pool, now: now)
            #expect(ListClientsCommand.line(changed) == "app  Our App  confidential")
            let (_, second) = try await RotateClientSecretCommand.rotate("app", formerUntil: now, pool: pool, now: now)
            server.clock.advance(61)
            #expect(try await Self.machine(server, first).status == .unauthorized)
            #expect(try await Self.machine(server, second).status == .ok)
            try await DisableClientCommand.disable("app", pool: pool, now: now)
            #expect(try await server.pool.withConnection { try await $0.client("app") } == nil)
            for id in ["careline", "nothing"] {
                await #expect(throws: (any Error).self) { try await DisableClientCommand.disable(id, pool: pool, now: now) }
            }
            #expect(try await server.audit(.clientDisabled) == 1)
        }
    }

    @Test func keysTakeTheSecretsPlace() async throws {
        let pair = try ClientKeyPair()
        try await AuthServer.with { server in
            let token = try await server.admin().accessToken
            let secret = try #require(try await Self.create(server, Self.app, token: token).member("secret"))
            let keys = ClientKeyPair.set(pair)
            let changed = try await Self.send(server, .PATCH, "/admin/clients/app", #"{"jwks":\#(keys)}"#, token: token, headers: Self.anyVersion)
            #expect(changed.status == .ok, "\(changed.text)")
            #expect(try changed.decode(ClientView.self).jwks?.keys.count == 1)
            #expect(try await Self.machine(server, secret).status == .unauthorized)
            #expect(try await Self.send(server, .PATCH, "/admin/clients/app", #"{"jwks":null}"#, token: token, headers: Self.anyVersion).fields == ["jwks"])
            let rotated = try await Self.send(server, .POST, "/admin/clients/app/secret", "{}", token: token, headers: Self.anyVersion)
            #expect(rotated.member("formerSecretUntil") == nil)
            #expect(try await Self.machine(server, #require(rotated.member("secret"))).status == .ok)
        }
    }
}
