import CareModels
import CareService
import Foundation
import HTTP
import JSON
import Postgres
import Sealing
import ServiceTestKit
import TestKit
import Testing

@testable import AuthService
@testable import Outbox

typealias World = ServiceWorld<Dependencies>

extension World {
    static var issuer: String { "http://auth.test" }
    static var masterKey: [UInt8] { (0..<32).map { UInt8($0) } }

    static var settings: AuthSettings {
        var settings = AuthSettings(issuer: issuer, audience: "careline", masterKeys: MasterKeys(current: masterKey))
        settings.passwordCost = PasswordCost(memoryKiB: 64, passes: 1)
        settings.hashingThreads = 2
        settings.signUpsPerHour = 1000
        settings.erasureGrace = 0
        // More than people do in a minute.
        (settings.changesPerMinute, settings.administrationPerMinute) = (1000, 10_000)
        return settings
    }

    /// It believes the tokens that it gives itself.
    @discardableResult
    static func run<R: Sendable>(
        size: Int = 16, writesAtOnce: Int = 1000, _ change: (inout AuthSettings) -> Void = { _ in }, dependencies adapt: (inout Dependencies) -> Void = { _ in },
        _ body: (World) async throws -> R
    ) async throws -> R {
        let clock = TestClock()
        var settings = settings
        change(&settings)
        return try await run(
            TestKit.schema(migrations), clock, size: size, verifier: \.verifier, writesAtOnce: writesAtOnce,
            dependencies: { pool in
                var dependencies = Dependencies(settings, pool: pool, now: { clock.now })
                let keys = dependencies.keys
                dependencies.verifier = TokenVerifier(
                    issuer: settings.issuer, audience: settings.audience, interval: .milliseconds(20), nonces: settings.proofNonces
                ) { try await keys.publishedForAccess() }
                adapt(&dependencies)
                return dependencies
            }, routes: routes, body)
    }

    // MARK: Requests

    func post(_ path: String, json: [String: String], token: String? = nil, headers: HTTPHeaders = [:]) async throws -> Answer {
        try await send(.POST, path, token: token, headers: headers, body: Array(CareJSON.encode(json)))
    }

    func post(_ path: String, form: [(String, String)], headers: HTTPHeaders = [:]) async throws -> Answer {
        let text = FormEncoding.encode(form.map { (name: $0.0, value: $0.1) })
        return try await send(.POST, path, headers: headers, body: Array(text.utf8), type: "application/x-www-form-urlencoded")
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

    static var password: String { "violet teapot sings" }

    /// `isProven`: their address is, as by the link that was mailed.
    @discardableResult func signUp(
        _ username: String, type: String = "patient", extra: [String: String] = [:], isProven: Bool = false
    ) async throws -> UserView {
        var body = ["username": username, "password": Self.password, "role": type]
        if type == "provider" { body["specialty"] = "cardiology" }
        body.merge(extra) { $1 }
        let answer = try await post("/signup", json: body)
        guard answer.status == 201 else { throw TestKitError("sign-up: \(answer.status) \(answer.text)") }
        let user = try answer.decode(UserView.self)
        if isProven { try await pool.transaction { tx in try await tx.execute("UPDATE users SET email_verified_at = \(clock.now) WHERE id = \(user.id)") } }
        return user
    }

    func logIn(_ username: String, password: String = password) async throws -> LoginView {
        let answer = try await post("/auth/login", json: ["username": username, "password": password])
        guard answer.status == 200 else { throw TestKitError("login: \(answer.status) \(answer.text)") }
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
            throw TestKitError("the admin is refused")
        }
        _ = try await AccountOptions.create(registration, cost: dependencies.settings.passwordCost, pool: pool, now: clock.now)
        return try await logIn("chief")
    }

    static var secret: String { "0123456789abcdef0123456789abcdef" }

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

    /// The types of the events about `subject`, in order.
    func events(about subject: UUID) async throws -> [String] { try await pool.emitted(about: subject).map(\.type) }

    func event<E: CareEvent>(_ type: E.Type, about subject: UUID) async throws -> E {
        let event = try #require(try await pool.emitted(about: subject).first { $0.type == E.type })
        return try CareJSON.decode(E.self, from: Data(event.data.utf8))
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

    /// How often the audit says that this account's profile was changed by `actor`; nil for the person themselves.
    func changes(of user: UserID, by actor: UserID?) async throws -> Int {
        try await count("SELECT count(*) FROM audit_log WHERE kind = 'profile-changed' AND user_id = \(user) AND actor_id IS NOT DISTINCT FROM \(actor)::uuid")
    }

    func audit(_ kind: AuditEntry.Kind) async throws -> Int {
        try await count("SELECT coalesce(sum(occurrences), 0)::bigint FROM audit_log WHERE kind = \(kind.rawValue)")
    }
}

extension Answer {
    /// A member of a JSON object.
    func member(_ name: String) -> String? {
        let object = try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]
        return object?[name] as? String
    }

    /// A query parameter of the Location.
    func location(_ name: String) -> String? {
        guard let location = header("Location") else { return nil }
        return URLComponents(string: location)?.queryItems?.first { $0.name == name }?.value
    }
}
