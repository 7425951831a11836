import CareModels
import Foundation
import HTTP
import Postgres
import ServiceTestKit
import TestKit
import Testing

@testable import HealthMonitorService
@testable import Outbox
@testable import Sealing

typealias World = ServiceWorld<Dependencies>

extension World {
    static func keys() -> PersonKeys { PersonKeys(MasterKeys(current: [UInt8](repeating: 7, count: 32))) }

    /// Thursday, 15:00 in Winnipeg: within the window.
    static var start: String { "2026-07-02T20:00:00Z" }
    static var schema: [TestKit.Migration] { TestKit.schema(migrations) }

    static func run(now: String = start, size: Int = 10, _ body: (World) async throws -> Void) async throws {
        try await runReplicas(1, now: now, size: size) { try await body($0[0]) }
    }

    static func run(size: Int = 10, changesPerMinute: Int, mostHeartRates: Int = 1_000_000, writesAtOnce: Int = 1000, _ body: (World) async throws -> Void) async throws {
        let clock = try TestClock(at: start)
        var settings = HealthMonitorSettings()
        (settings.changesPerMinute, settings.mostHeartRates) = (changesPerMinute, mostHeartRates)
        let told = settings
        try await run(
            schema, clock, size: size, writesAtOnce: writesAtOnce, dependencies: { Dependencies(pool: $0, keys: keys(), settings: told, now: { clock.now }) },
            routes: routes, body)
    }

    /// So many replicas on one database, each with a server, a pool, keys in memory and a clock of its own.
    static func runReplicas(_ count: Int, now: String = start, size: Int = 10, _ body: ([World]) async throws -> Void) async throws {
        try await TestKit.withDatabase(migrations: schema) { url in try await add(count, to: [], url, now, size, body) }
    }

    private static func add(
        _ missing: Int, to replicas: [World], _ url: String, _ now: String, _ size: Int, _ body: ([World]) async throws -> Void
    ) async throws {
        guard missing > 0 else { return try await body(replicas) }
        let clock = try TestClock(at: now)
        try await run(
            on: url, clock, size: size, dependencies: { Dependencies(pool: $0, keys: keys(), settings: manifold, now: { clock.now }) }, routes: routes
        ) { try await add(missing - 1, to: replicas + [$0], url, now, size, body) }
    }

    /// Whose people do more in a minute than anybody may.
    private static var manifold: HealthMonitorSettings {
        var settings = HealthMonitorSettings()
        settings.changesPerMinute = 1_000_000
        return settings
    }

    // MARK: People

    static var everyScope: String { "health:read health:write" }

    static func token(_ id: UserID, _ role: Role, scope: String = everyScope) throws -> String { try TestIssuer.token(id, role, scope: scope) }

    /// A patient in Winnipeg whom the service has heard of.
    func patient(timeZone: String? = "America/Winnipeg") async throws -> Person {
        let person = try someone(.patient)
        let event = UserRegistered(person.id, .patient, timeZone: timeZone, at: dependencies.now())
        try await pool.transaction { try await ProjectPerson()(PublicProfile(event), $0) }
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
        try await pool.transaction { try await OnUserDeleted(dependencies: dependencies).handle(event, $0) }
    }

    // MARK: Requests

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
        let runner = JobRunner([.fireReminders(dependencies)], pool: pool ?? self.pool, now: dependencies.now)
        return try await runner.fireDue()
    }

    // MARK: What was written

    func events(of subject: UUID, on topic: Topic? = nil) async throws -> [Emitted] { try await pool.emitted(about: subject, on: topic) }
}

extension Answer {
    var batch: BatchBody { get throws { try decode() } }
    var alert: AlertBody { get throws { try decode() } }
    var settings: SettingsBody { get throws { try decode() } }
}

struct BatchBody: Decodable, Sendable {
    struct Item: Decodable, Sendable {
        var index: Int
        var outcome: String
        var fields: [Fault]?
    }

    var items: [Item]
    var recorded: Int
    var duplicates: Int
    var refused: Int
    var evaluation: EvaluationBody?
    var alert: AlertBody?
}

struct EvaluationBody: Decodable, Sendable {
    struct Condition: Decodable, Sendable {
        var condition: AlertRule.Condition
        var passed: Bool
        var text: String
        var values: AlertRule.Values?
    }

    var id: EvaluationID
    var evaluatedAt: Date
    var heartRate: HeartRate
    var boundary: Double?
    var raised: Bool
    var alertId: AlertID?
    var conditions: [Condition]
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
        var cancelledAt: Date?
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
    var lastTakenAt: Date?
}

struct StoredHeartRateBody: Decodable, Equatable, Sendable {
    var id: String
    var at: Date
    var bpm: Double
    var source: String
    var observationId: RecordID?
    var version: Int
}

struct ReminderBody: Decodable, Sendable {
    var id: ReminderID
    var version: Int
    var alertId: AlertID
    var status: String
    var dueAt: Date
    var firedAt: Date?
    var cancelledAt: Date?
}

struct IntakeBody: Decodable, Sendable {
    var takenAt: Date
    var boundary: Double?
    var settingsVersion: Int
}
