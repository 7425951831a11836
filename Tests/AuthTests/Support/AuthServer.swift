import CareModels
import CareService
import Crypto
import Foundation
import HTTP
import JSON
import Postgres
import Sealing
import ServiceTestKit
import Telemetry
import TestKit

@testable import AuthService
@testable import Outbox

/// Auth's routes over real HTTP on a real database, with a clock that a test can move.
struct AuthServer: Sendable {
    let base: String
    let pool: PostgresPool
    let dependencies: Dependencies
    let clock: TestClock
    let client = HTTPClient(mostConnections: 64)

    static let issuer = "http://auth.test"
    static let masterKey = (0..<32).map { UInt8($0) }

    static func config() -> AuthSettings {
        var config = AuthSettings(issuer: issuer, audience: "careline", masterKeys: MasterKeys(current: masterKey))
        config.passwordCost = PasswordCost(memoryKiB: 64, passes: 1)
        config.hashingThreads = 2
        config.signUpsPerHour = 1000
        config.erasureGrace = 0
        return config
    }

    static func with<R>(
        _ change: (inout AuthSettings) -> Void = { _ in }, dependencies adapt: (inout Dependencies) -> Void = { _ in },
        _ body: (AuthServer) async throws -> R
    ) async throws -> R {
        Log.level = .error
        var config = config()
        change(&config)
        let settings = config
        return try await TestKit.withPool(migrations: TestKit.schema(migrations), size: 16) { pool in
            let clock = TestClock()
            var changed = Dependencies(settings, pool: pool, now: { clock.now })
            let keys = changed.keys
            changed.verifier = TokenVerifier(
                issuer: settings.issuer, audience: settings.audience, interval: .milliseconds(20), nonces: settings.proofNonces
            ) {
                try await keys.publishedForAccess()
            }
            adapt(&changed)
            let dependencies = changed
            let server = HTTPServer(HTTPServerConfiguration(port: 0), routes: routes(dependencies), verifier: dependencies.verifier)
            try await server.start()
            let auth = AuthServer(base: "http://127.0.0.1:\(server.port)", pool: pool, dependencies: dependencies, clock: clock)
            do {
                let result = try await body(auth)
                await server.drain(within: .milliseconds(200))
                return result
            } catch {
                await server.drain(within: .milliseconds(200))
                throw error
            }
        }
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }

    // MARK: Requests

    func get(_ path: String, token: String? = nil, headers: HTTPHeaders = [:]) async throws -> Answer {
        try await send(.GET, path, token: token, headers: headers)
    }

    func send(_ method: HTTPMethod, _ path: String, token: String? = nil, headers: HTTPHeaders = [:], body: [UInt8] = []) async throws -> Answer {
        var headers = headers
        if let token { headers.add(name: "Authorization", value: "Bearer \(token)") }
        return Answer(try await client.send(method, base + path, headers: headers, body: body, deadline: .seconds(30)))
    }

    func post(_ path: String, json: [String: String], token: String? = nil, headers: HTTPHeaders = [:]) async throws -> Answer {
        var headers = headers
        headers.add(name: "Content-Type", value: "application/json")
        return try await send(.POST, path, token: token, headers: headers, body: Array(CareJSON.encode(json)))
    }

    func post(_ path: String, form: [(String, String)], headers: HTTPHeaders = [:]) async throws -> Answer {
        var headers = headers
        headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
        let text = FormEncoding.encode(form.map { (name: $0.0, value: $0.1) })
        return try await send(.POST, path, headers: headers, body: Array(text.utf8))
    }

    /// What `late` is answered whose person is signed out everywhere while it waits for their account, having read that they are signed in.
    func signingOut(_ user: UserID, during late: @escaping @Sendable () async throws -> Answer) async throws -> Answer {
        let waiting = try await pool.transaction { tx in
            _ = try await tx.lockedUser(user)
            let waiting = Task { try await late() }
            while try await pool.withConnection({ connection in
                try await connection.first("SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'") == nil
            }) { try await Task.sleep(for: .milliseconds(5)) }
            try await EndAccess(now: clock.now)(of: user, reason: .logout, tx)
            return waiting
        }
        return try await waiting.value
    }

    // MARK: People and clients

    static let password = "violet teapot sings"

    @discardableResult func signUp(_ username: String, type: String = "patient", extra: [String: String] = [:]) async throws -> UserView {
        var body = ["username": username, "password": Self.password, "role": type]
        if type == "provider" { body["specialty"] = "cardiology" }
        body.merge(extra) { $1 }
        let answer = try await post("/signup", json: body)
        guard answer.status == .created else { throw Failure("sign-up: \(answer.status) \(answer.text)") }
        return try answer.decode(UserView.self)
    }

    func logIn(_ username: String, password: String = password) async throws -> LoginView {
        let answer = try await post("/auth/login", json: ["username": username, "password": password])
        guard answer.status == .ok else { throw Failure("login: \(answer.status) \(answer.text)") }
        return try answer.decode(LoginView.self)
    }

    /// Signed in with two factors, as the session says, without an authenticator app.
    func admin() async throws -> LoginView {
        let login = try await adminWithOneFactor()
        try await pool.transaction { tx in
            try await tx.execute("UPDATE sessions SET amr = \(AuthenticationContext.passwordAndCode.methods) WHERE user_id = \(login.user.id)")
        }
        return login
    }

    func adminWithOneFactor() async throws -> LoginView {
        let form = Registration.Form(username: "chief", password: Self.password)
        guard let registration = try? Registration.check(form, role: .admin, policy: dependencies.passwordPolicy) else {
            throw Failure("the admin is refused")
        }
        _ = try await AccountOptions.create(registration, cost: dependencies.settings.passwordCost, pool: pool, now: clock.now)
        return try await logIn("chief")
    }

    static let secret = "0123456789abcdef0123456789abcdef"

    func save(_ client: Client) async throws {
        try await pool.transaction { try await $0.save(client, now: clock.now) }
    }

    func saveApp(
        _ id: String = "app", kind: Client.Kind = .public, redirect: String = "https://app.example/cb", firstParty: Bool = false,
        name: String = "Third App", grants: Set<Client.Grant> = [.authorizationCode, .refreshToken]
    ) async throws {
        try await save(
            Client(
                id: id, name: name, kind: kind, secretHash: kind == .public ? nil : Secret.hash(Self.secret), redirectURIs: [redirect],
                scopes: firstParty ? Set(Scopes.all) : Set(Scopes.all).subtracting(Scopes.ofOwnApps), grants: grants, isFirstParty: firstParty))
    }

    /// A confidential app of the id `app`, with a setting that others have not.
    func save(_ change: (inout Client) -> Void) async throws {
        var client = Client(
            id: "app", name: "Third App", kind: .confidential, secretHash: Secret.hash(Self.secret), redirectURIs: ["https://app.example/cb"],
            scopes: Set(Scopes.all), grants: [.authorizationCode, .refreshToken], isFirstParty: false)
        change(&client)
        try await save(client)
    }

    func refresh(_ token: String, client: String = "careline", scope: String? = nil) async throws -> Answer {
        var form = [("grant_type", "refresh_token"), ("refresh_token", token), ("client_id", client)]
        if let scope { form.append(("scope", scope)) }
        return try await post("/oauth/token", form: form)
    }

    // MARK: What is kept

    func count(_ sql: SQL) async throws -> Int {
        let row = try await pool.withConnection { try await $0.first(sql) }
        return try row?[0] ?? 0
    }

    /// The types of the events about `subject`, in order.
    func events(about subject: UUID) async throws -> [String] {
        try await pool.withConnection { connection in
            try await connection.query("SELECT type FROM outbox WHERE subject = \(subject) ORDER BY position").map { try $0["type"] }
        }
    }

    func event<E: CareEvent>(_ type: E.Type, about subject: UUID) async throws -> E {
        let row = try await pool.withConnection { connection in
            try await connection.first("SELECT data FROM outbox WHERE subject = \(subject) AND type = \(E.type)")
        }
        guard let row else { throw Failure("no \(E.type)") }
        let data: [UInt8] = try row["data"]
        return try CareJSON.decode(E.self, from: Data(data))
    }

    /// What waits to be sent, the oldest first; without `subject` all of it.
    func mails(_ subject: String? = nil) async throws -> [Mail] {
        let rows = try await pool.withConnection { try await $0.query("SELECT * FROM mails ORDER BY created_at, id") }
        return try rows.map { try MailRecord($0).mail(dependencies.masters) }.filter { subject == nil || $0.subject == subject }
    }

    /// The tokens of the links to this page in the mails that wait, in their order.
    func linkTokens(_ page: String = "/account/reset") async throws -> [String] {
        try await mails().flatMap { mail in
            mail.text.matches(of: /(\S+)\?token=([A-Za-z0-9_-]+)/).filter { $0.1.hasSuffix(page) }.map { String($0.2) }
        }
    }

    /// What is left to the service's timers.
    func fireTimers() async throws {
        let runner = JobRunner([.mailPasswordLinks(dependencies)], pool: pool, now: { clock.now })
        _ = try await runner.fireDue()
    }

    func audit(_ kind: AuditEntry.Kind) async throws -> Int {
        try await count("SELECT coalesce(sum(occurrences), 0)::bigint FROM audit_log WHERE kind = \(kind.rawValue)")
    }
}

/// A response, with what tests look at.
struct Answer: Sendable {
    let status: HTTPResponseStatus
    let headers: HTTPHeaders
    let body: [UInt8]

    init(_ response: HTTPClient.Response) {
        status = response.status
        headers = response.headers
        body = response.body
    }

    var text: String { String(decoding: body, as: UTF8.self) }

    func decode<T: Decodable>(_ type: T.Type) throws -> T { try CareJSON.decode(type, from: Data(body)) }

    func header(_ name: String) -> String? { headers.first(name: name) }

    /// A member of a JSON object.
    func member(_ name: String) -> String? {
        let object = try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]
        return object?[name] as? String
    }

    /// The names of the faulty fields of a problem.
    var fields: [String] {
        let object = try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]
        let fields = object?["fields"] as? [[String: String]] ?? []
        return fields.compactMap { $0["field"] }
    }

    /// A query parameter of the Location.
    func location(_ name: String) -> String? {
        guard let location = header("Location") else { return nil }
        return URLComponents(string: location)?.queryItems?.first { $0.name == name }?.value
    }
}
