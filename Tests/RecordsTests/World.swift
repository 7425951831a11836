import CareModels
import Foundation
import HTTP
import JSON
import Postgres
import ServiceTestKit
import TestKit
import Testing

@testable import CareService
@testable import Outbox
@testable import RecordsService
@testable import Sealing

/// Records' routes over a real database and real HTTP, with a clock that tests set and tokens signed by a key of theirs.
struct World: Sendable {
    let pool: PostgresPool
    /// Of the database.
    let url: String
    let dependencies: Dependencies
    private let clock: TestClock
    private let client: ServiceClient

    static let masters = MasterKeys(current: [UInt8](repeating: 42, count: 32))
    static let start = "2026-03-06T12:00:00Z"
    static let schema = TestKit.schema(migrations)

    @discardableResult
    static func run<R: Sendable>(
        now: String = start, size: Int = 10, quota: StorageQuota = StorageQuota(), _ body: (World) async throws -> R
    ) async throws -> R {
        let clock = TestClock(try #require(RFC3339.parse(now)))
        return try await TestKit.withDatabase(migrations: schema) { url in
            try await TestKit.withPool(url: url, size: size, leaseDeadline: .seconds(30)) { pool in
                let dependencies = Dependencies(
                    pool: pool, keys: PersonKeys(masters), eventSeal: EventSeal(masters), base: "http://care.test", quota: quota,
                    turns: RecordsSettings.turns(patience: .seconds(120)), now: { clock.now })
                return try await TestKit.withRoutes(routes(dependencies)) { server in
                    try await body(World(pool: pool, url: url, dependencies: dependencies, clock: clock, client: ServiceClient(port: server.port)))
                }
            }
        }
    }

    func setClock(_ text: String) throws { clock.set(try #require(RFC3339.parse(text))) }

    // MARK: Callers

    struct Person: Sendable {
        var id: UserID
        var token: String
    }

    static let everyScope = "records:read records:write"

    static func token(_ id: UserID?, _ role: Role, scope: String = everyScope) throws -> String {
        try TestIssuer.token(id, role, scope: scope, client: "machine")
    }

    /// `since`: when they signed up.
    func patient(scope: String = everyScope, since: Date = Date()) throws -> Person {
        let id = UserID(.v7(at: since))
        return Person(id: id, token: try Self.token(id, .patient, scope: scope))
    }

    func machine(scope: String = everyScope + " records:any") throws -> Person { Person(id: UserID(.v7()), token: try Self.token(nil, .service, scope: scope)) }

    // MARK: Requests

    func send(
        _ method: HTTPMethod, _ path: String, _ caller: Person?, _ body: [UInt8]? = nil, headers: HTTPHeaders = [:],
        type: String = "application/fhir+json"
    ) async throws -> Answer {
        try await client.send(method, path, token: caller?.token, body, type: type, headers: headers)
    }

    func send(_ method: HTTPMethod, _ path: String, _ caller: Person?, _ body: String, headers: HTTPHeaders = [:]) async throws -> Answer {
        try await send(method, path, caller, Array(body.utf8), headers: headers)
    }

    func get(_ path: String, _ caller: Person?, headers: HTTPHeaders = [:]) async throws -> Answer {
        try await send(.GET, path, caller, headers: headers)
    }

    // MARK: What was written

    func events(of subject: UUID, on topic: Topic = .records) async throws -> [Emitted] {
        let seal = dependencies.eventSeal
        return try await pool.withConnection { connection in
            let rows = try await connection.query(
                """
                SELECT event_id, type, version, data FROM outbox WHERE subject = \(subject) AND topic = \(topic.rawValue) ORDER BY position
                """)
            return try rows.map { row in
                var data: [UInt8] = try row["data"]
                if EventSeal.isSealed(data) { data = try seal.open(data, of: try row["event_id"]) }
                return Emitted(type: try row["type"], version: try row["version"], data: String(decoding: data, as: UTF8.self))
            }
        }
    }

    func count(_ sql: SQL) async throws -> Int { try await pool.count(sql) }
}

extension Answer {
    var json: JSONValue { get throws { try JSONDocument(body).root } }
    /// The resource's; what is no id when there is none.
    var id: String { (try? json)?["id"]?.string ?? "(no id)" }
    /// The first issue of an OperationOutcome.
    var issue: JSONValue { get throws { try #require(try json["issue"]?.children.first { _ in true }) } }
}
