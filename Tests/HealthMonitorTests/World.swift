import CareModels
import Crypto
import Foundation
import NIOHTTP1
import Postgres
import Synchronization
import Testing
import TestKit

@testable import CareService
@testable import HealthMonitorService

/// HealthMonitor's routes over a real database and real HTTP, with a clock that tests set and tokens signed by a key of theirs.
final class World: Sendable {
    let pool: PostgresPool
    let dependencies: Dependencies
    private let server: HTTPServer
    private let client = HTTPClient(mostConnections: 250, mostBytes: 64 << 20)
    private let clock: Clock

    private static let issuer = "http://issuer.test"
    private static let (privateKey, webKey) = {
        let key = P256.Signing.PrivateKey()
        return ([UInt8](key.rawRepresentation), JSONWebKey(publicKey: [UInt8](key.publicKey.x963Representation)))
    }()

    private final class Clock: Sendable {
        let now: Mutex<Date>
        init(_ now: Date) { self.now = Mutex(now) }
    }

    private init(_ pool: PostgresPool, now: Date) {
        self.pool = pool
        let clock = Clock(now)
        self.clock = clock
        dependencies = Dependencies(pool: pool, keys: Self.keys(), now: { clock.now.withLock { $0 } })
        server = HTTPServer(HTTPServerConfiguration(port: 0), routes: routes(dependencies), verifier: Self.verifier())
    }

    static func keys() -> PersonKeys { PersonKeys(MasterKeys(current: [UInt8](repeating: 7, count: 32))) }

    /// Thursday, 15:00 in Winnipeg: within the window.
    static let start = "2026-07-02T20:00:00Z"

    static let schema = (Migration.kit + migrations).map { (name: $0.name, sql: String(decoding: $0.sql, as: UTF8.self)) }

    static func run(now: String = start, size: Int = 10, _ body: (World) async throws -> Void) async throws {
        try await runReplicas(1, now: now, size: size) { try await body($0[0]) }
    }

    /// So many replicas on one database, each with a server, a pool, keys in memory and a clock of its own.
    static func runReplicas(_ count: Int, now: String = start, size: Int = 10, _ body: ([World]) async throws -> Void) async throws {
        Log.level = .error
        let instant = try instant(now)
        try await TestKit.withDatabase(migrations: schema) { url in
            let configuration = try PostgresConfiguration(url: url)
            let replicas = (0..<count).map { _ in
                World(PostgresPool(configuration, size: size, leaseDeadline: .seconds(30)), now: instant)
            }
            let outcome = await Result<Void, any Error>.capture {
                for replica in replicas { try await replica.server.start() }
                try await body(replicas)
            }
            for replica in replicas {
                await replica.server.drain(within: .seconds(1))
                await replica.pool.close()
            }
            try outcome.get()
        }
    }

    func setClock(_ text: String) throws {
        let instant = try instant(text)
        clock.now.withLock { $0 = instant }
    }

    // MARK: People

    struct Person: Sendable {
        var id: UserID
        var token: String
    }

    static let everyScope = "health:read health:write"

    static func verifier() -> TokenVerifier { TokenVerifier(issuer: issuer, audience: "careline") { [webKey] } }

    static func token(_ id: UserID, _ role: Role, scope: String = everyScope) throws -> String {
        let now = Date()
        let claims = AccessTokenClaims(
            iss: issuer, aud: "careline", sub: id.description, clientID: "test", role: role, sid: nil, scope: scope,
            jti: UUID().uuidString, iat: now, exp: now.addingTimeInterval(600))
        return try JSONWebToken.sign(claims, type: "at+jwt", kid: webKey.kid, privateKey: privateKey)
    }

    /// A patient in Winnipeg whom the service has heard of.
    func patient(timeZone: String? = "America/Winnipeg") async throws -> Person {
        let person = try someone(.patient)
        let event = UserRegistered(
            userId: person.id, version: 1, username: "user-\(person.id)", role: .patient, fullName: nil, avatarUrl: nil,
            providerSpecialty: nil, timeZone: timeZone, registeredAt: dependencies.now())
        try await pool.transaction { try await $0.project(event) }
        return person
    }

    /// Someone of whom it has not.
    func someone(_ role: Role, scope: String = everyScope) throws -> Person {
        let id = UserID(.v7())
        return Person(id: id, token: try Self.token(id, role, scope: scope))
    }

    /// A patient with a boundary of 75 bpm.
    func watched(_ settings: String = "") async throws -> Person {
        let person = try await patient()
        #expect(try await send(.PUT, "/health/settings", person, #"{"boundary": 75\#(settings)}"#).status == 200)
        return person
    }

    func erase(_ person: Person) async throws {
        let event = UserDeleted(userId: person.id, version: 2, deletedAt: dependencies.now())
        try await pool.transaction { try await OnUserDeleted.handle(event, dependencies, $0) }
    }

    // MARK: Requests

    struct Answer: Sendable {
        var status: Int
        var headers: HTTPHeaders
        var body: [UInt8]

        func decode<T: Decodable>(_ type: T.Type = T.self) throws -> T { try CareJSON.decode(type, from: Data(body)) }
        var problem: ProblemBody { get throws { try decode() } }
        var batch: BatchBody { get throws { try decode() } }
        var alert: AlertBody { get throws { try decode() } }
        var settings: SettingsBody { get throws { try decode() } }
        var text: String { String(decoding: body, as: UTF8.self) }
    }

    func send(
        _ method: HTTPMethod, _ path: String, _ caller: Person?, _ body: String? = nil, headers: HTTPHeaders = [:]
    ) async throws -> Answer {
        var headers = headers
        if let caller { headers.add(name: "Authorization", value: "Bearer \(caller.token)") }
        if body != nil { headers.add(name: "Content-Type", value: "application/json") }
        let url = "http://127.0.0.1:\(server.port)\(path)"
        let response = try await client.send(method, url, headers: headers, body: Array((body ?? "").utf8), deadline: .seconds(60))
        return Answer(status: Int(response.status.code), headers: response.headers, body: response.body)
    }

    func get(_ path: String, _ caller: Person?) async throws -> Answer { try await send(.GET, path, caller) }

    /// One heart rate.
    @discardableResult
    func measure(_ person: Person, _ bpm: Double, at instant: String, key: String? = nil) async throws -> Answer {
        let body = #"{"items": [{"at": "\#(instant)", "bpm": \#(bpm), "kind": "resting"}]}"#
        return try await send(.POST, "/health/heart-rates", person, body, headers: key.map { ["Idempotency-Key": $0] } ?? [:])
    }

    func answer(_ alert: AlertID, _ person: Person, _ body: String, key: String? = nil) async throws -> Answer {
        try await send(.POST, "/health/alerts/\(alert)/answer", person, body, headers: key.map { ["Idempotency-Key": $0] } ?? [:])
    }

    /// The alert of a heart rate above the boundary, a minute before now.
    func alert(_ person: Person, at instant: String = "2026-07-02T19:59:00Z") async throws -> AlertID {
        try #require(try await measure(person, 80, at: instant).batch.alert).id
    }

    // MARK: Jobs

    /// The jobs of one replica, run once.
    func fireDue(_ pool: PostgresPool? = nil) async throws -> Int {
        let runner = JobRunner([FireReminders.job(dependencies)], pool: pool ?? self.pool, now: dependencies.now)
        return try await runner.fireDue()
    }

    // MARK: What was written

    struct Emitted: Sendable, Equatable, CustomStringConvertible {
        var type: String
        var version: Int
        var data: String
        var description: String { "\(type) v\(version)" }
    }

    func events(of subject: UUID, on topic: Topic? = nil) async throws -> [Emitted] {
        try await pool.withConnection { connection in
            let rows = try await connection.query("""
                SELECT type, version, convert_from(data, 'UTF8') AS data FROM outbox
                WHERE subject = \(subject) AND (\(topic?.rawValue)::text IS NULL OR topic = \(topic?.rawValue)::text) ORDER BY position
                """)
            return try rows.map { Emitted(type: try $0["type"], version: try $0["version"], data: try $0["data"]) }
        }
    }

    func count(_ sql: SQL) async throws -> Int {
        try await pool.withConnection { connection in
            let row = try await connection.first(sql)
            return try row?["count"] ?? 0
        }
    }
}

struct ProblemBody: Decodable, Sendable {
    struct Field: Decodable, Sendable {
        var field: String
        var message: String
    }

    var type: String
    var detail: String?
    var fields: [Field]?
    var slug: String { type.split(separator: "/").last.map(String.init) ?? "" }
    var fieldNames: [String] { (fields ?? []).map(\.field) }
}

struct BatchBody: Decodable, Sendable {
    struct Item: Decodable, Sendable {
        var index: Int
        var status: String
        var fields: [ProblemBody.Field]?
    }

    var results: [Item]
    var recorded: Int
    var duplicates: Int
    var refused: Int
    var evaluation: EvaluationBody?
    var alert: AlertBody?
}

struct EvaluationBody: Decodable, Sendable {
    var id: EvaluationID
    var evaluatedAt: Date
    var heartRate: HeartRate
    var boundary: Double?
    var raised: Bool
    var alertId: AlertID?
    var conditions: [AlertRule.Finding]
    var failed: [AlertRule.Condition] { conditions.filter { !$0.passed }.map(\.condition) }
}

struct AlertBody: Decodable, Sendable {
    struct Answer: Decodable, Sendable {
        var taken: String
        var remindInHours: Int?
        var answeredAt: Date
    }

    struct Reminder: Decodable, Sendable {
        var id: ReminderID
        var dueAt: Date
        var firedAt: Date?
    }

    var id: AlertID
    var version: Int
    var raisedAt: Date
    var text: String
    var heartRate: HeartRate
    var boundary: Double
    var answer: Answer?
    var reminder: Reminder?
}

struct SettingsBody: Decodable, Sendable {
    struct Window: Decodable, Sendable {
        var start: String
        var end: String
    }

    var boundary: Double?
    var dynamic: Bool
    var gap: Double
    var window: Window
    var minimumIntervalMinutes: Int
    var timeZone: String?
    var effectiveTimeZone: String
    var version: Int
}

struct SummaryBody: Decodable, Sendable {
    var latest: HeartRate?
    var boundary: Double?
    var timeZone: String
    var today: LocalDate
    var series: [DailyAverages.Day]
    var sevenDayAverage: Double?
    var warnings: [LocalDate]
}

struct PageBody<Item: Decodable & Sendable>: Decodable, Sendable {
    var items: [Item]
    var nextCursor: String?
}
