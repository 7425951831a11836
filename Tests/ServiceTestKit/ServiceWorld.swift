import CareModels
import CareService
import Foundation
import HTTP
import Postgres
import TestKit
import Testing

/// A service's routes over a real database and real HTTP, with a clock that tests set and tokens signed by a key of theirs. A service's suite
/// adds how its dependencies are made, and its verbs.
package struct ServiceWorld<Dependencies: Sendable>: Sendable {
    package let pool: PostgresPool
    /// Of the database.
    package let url: String
    package let dependencies: Dependencies
    package let server: HTTPServer
    /// The server's own.
    package let verifier: TokenVerifier
    package let clock: TestClock
    private let client: ServiceClient
    /// Of bodies of which the request says no other.
    private let contentType: String

    /// On a database of its own.
    package static func run<R: Sendable>(
        _ schema: [TestKit.Migration], _ clock: TestClock, size: Int, verifier: (Dependencies) -> TokenVerifier = { _ in TestIssuer.verifier() },
        origins: CrossOrigin = .nobody, contentType: String = "application/json", writesAtOnce: Int = 1000, dependencies: (PostgresPool) -> Dependencies,
        routes: (Dependencies) -> [Route], _ body: (Self) async throws -> R
    ) async throws -> R {
        try await TestKit.withDatabase(migrations: schema) { url in
            try await run(
                on: url, clock, size: size, verifier: verifier, origins: origins, contentType: contentType, writesAtOnce: writesAtOnce,
                dependencies: dependencies, routes: routes, body)
        }
    }

    /// On a database that is there, and may be another replica's too.
    package static func run<R: Sendable>(
        on url: String, _ clock: TestClock, size: Int, verifier: (Dependencies) -> TokenVerifier = { _ in TestIssuer.verifier() }, origins: CrossOrigin = .nobody,
        contentType: String = "application/json", writesAtOnce: Int = 1000,
        dependencies: (PostgresPool) -> Dependencies, routes: (Dependencies) -> [Route], _ body: (Self) async throws -> R
    ) async throws -> R {
        try await TestKit.withPool(url: url, size: size, leaseDeadline: .seconds(60)) { pool in
            try await run(
                with: pool, of: url, clock, verifier: verifier, origins: origins, contentType: contentType, writesAtOnce: writesAtOnce,
                dependencies: dependencies, routes: routes, body)
        }
    }

    /// With a pool of the database at `url`.
    static func run<R: Sendable>(
        with pool: PostgresPool, of url: String, _ clock: TestClock, verifier: (Dependencies) -> TokenVerifier = { _ in TestIssuer.verifier() },
        origins: CrossOrigin = .nobody, contentType: String = "application/json", writesAtOnce: Int = 1000, dependencies: (PostgresPool) -> Dependencies,
        routes: (Dependencies) -> [Route], _ body: (Self) async throws -> R
    ) async throws -> R {
        let dependencies = dependencies(pool)
        let verifier = verifier(dependencies)
        return try await TestKit.withRoutes(routes(dependencies), verifier: verifier, origins: origins, writesAtOnce: writesAtOnce) { server in
            let client = ServiceClient(port: server.port, mostBytes: 256 << 20, deadline: .seconds(120))
            return try await body(
                Self(
                    pool: pool, url: url, dependencies: dependencies, server: server, verifier: verifier, clock: clock, client: client,
                    contentType: contentType))
        }
    }

    package func setClock(_ text: String) throws { clock.set(try TestClock.instant(text)) }

    // MARK: People

    /// Someone with a token; a machine's id is nobody's.
    package struct Person: Sendable {
        package var id: UserID
        package var token: String

        package init(id: UserID, token: String) {
            self.id = id
            self.token = token
        }
    }

    // MARK: Requests

    package func send(
        _ method: HTTPMethod, _ path: String, _ caller: Person?, _ body: String? = nil, headers: HTTPHeaders = [:]
    ) async throws -> Answer {
        try await send(method, path, caller, body.map { Array($0.utf8) }, headers: headers)
    }

    package func send(
        _ method: HTTPMethod, _ path: String, _ caller: Person?, _ body: [UInt8]?, headers: HTTPHeaders = [:], type: String? = nil
    ) async throws -> Answer {
        try await send(method, path, token: caller?.token, headers: headers, body: body, type: type)
    }

    package func get(_ path: String, _ caller: Person?, headers: HTTPHeaders = [:]) async throws -> Answer {
        try await send(.GET, path, caller, headers: headers)
    }

    /// With whatever token, or none.
    package func send(
        _ method: HTTPMethod, _ path: String, token: String? = nil, headers: HTTPHeaders = [:], body: [UInt8]? = nil, type: String? = nil
    ) async throws -> Answer {
        try await client.send(method, path, token: token, body, type: type ?? contentType, headers: headers)
    }

    package func send(
        _ method: HTTPMethod, _ path: String, token: String? = nil, headers: HTTPHeaders = [:], body: String?
    ) async throws -> Answer {
        try await send(method, path, token: token, headers: headers, body: body.map { Array($0.utf8) })
    }

    package func get(_ path: String, token: String? = nil, headers: HTTPHeaders = [:]) async throws -> Answer {
        try await send(.GET, path, token: token, headers: headers)
    }

    // MARK: What was written

    package func count(_ sql: SQL) async throws -> Int { try await pool.count(sql) }
}

extension UserSnapshot {
    /// Of somebody who has changed nothing since.
    package init(_ user: UserRegistered) {
        self.init(
            userId: user.userId, version: user.version, username: user.username, role: user.role, fullName: user.fullName, avatarUrl: user.avatarUrl,
            specialty: user.specialty, specialties: user.specialties, timeZone: user.timeZone, registeredAt: user.registeredAt, title: nil, practice: nil,
            languages: nil, verified: user.verified)
    }
}

extension UserUpdated {
    /// Of who has changed what they said at the sign-up, to this.
    package init(_ user: UserRegistered, title: String? = nil, practice: String? = nil, languages: [String]? = nil) {
        self.init(
            userId: user.userId, version: user.version, username: user.username, role: user.role, title: title, fullName: user.fullName,
            avatarUrl: user.avatarUrl, specialty: user.specialty, specialties: user.specialties, practice: practice, languages: languages,
            timeZone: user.timeZone, updatedAt: user.registeredAt, verified: user.verified)
    }
}

extension UserRegistered {
    /// Of a test's person, whose name nobody else has.
    package init(
        _ id: UserID, _ role: Role, fullName: String? = nil, specialty: String? = nil, specialties: [String]? = nil, timeZone: String? = nil,
        verified: Bool? = nil, at instant: Date
    ) {
        self.init(
            userId: id, version: 1, username: "user-\(id)", role: role, fullName: fullName, avatarUrl: nil, specialty: specialty,
            specialties: specialties, timeZone: timeZone, registeredAt: instant, verified: verified)
    }
}
