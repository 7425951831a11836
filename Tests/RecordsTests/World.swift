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

typealias World = ServiceWorld<Dependencies>

extension World {
    static var masters: MasterKeys { MasterKeys(current: [UInt8](repeating: 42, count: 32)) }
    static var start: String { "2026-03-06T12:00:00Z" }
    static var schema: [TestKit.Migration] { TestKit.schema(migrations) }

    /// Most tests are about other things than what a resource holds, and store little: `validation` is off for them.
    @discardableResult
    static func run<R: Sendable>(
        now: String = start, size: Int = 10, quota: StorageQuota = StorageQuota(), validation: ResourceValidation = .off, writesAtOnce: Int = 1000,
        notes: NoteAllowance = NoteAllowance(), newID: @escaping @Sendable () -> UUID = { .v7() }, _ body: (World) async throws -> R
    ) async throws -> R {
        let clock = try TestClock(at: now)
        let dependencies = { (pool: PostgresPool) in
            Dependencies(
                pool: pool, keys: PersonKeys(masters), eventSeal: EventSeal(masters), base: "http://care.test", quota: quota,
                validation: validation, turns: RecordsSettings.turns(patience: .seconds(120)), noteAllowance: notes, now: { clock.now }, newID: newID)
        }
        return try await run(
            schema, clock, size: size, contentType: "application/fhir+json", writesAtOnce: writesAtOnce, dependencies: dependencies, routes: routes, body)
    }

    // MARK: Callers

    static var everyScope: String { "records:read records:write" }

    static func token(_ id: UserID?, _ role: Role, scope: String = everyScope) throws -> String {
        try TestIssuer.token(id, role, scope: scope, client: "machine")
    }

    /// `since`: when they signed up.
    func patient(scope: String = everyScope, since: Date = Date()) throws -> Person {
        let id = UserID(.v7(at: since))
        return Person(id: id, token: try Self.token(id, .patient, scope: scope))
    }

    func machine(scope: String = everyScope + " records:any") throws -> Person { Person(id: UserID(.v7()), token: try Self.token(nil, .service, scope: scope)) }

    // MARK: What was written

    func measurementKey(of person: UserID) async throws -> MeasurementKey {
        let keys = dependencies.keys
        return try #require(try await pool.withConnection { try await keys.forReading(person, $0) }).measurements
    }

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
}

extension Answer {
    var json: JSONValue { get throws { try JSONDocument(body).root } }
    /// The resource's; what is no id when there is none.
    var id: String { (try? json)?["id"]?.string ?? "(no id)" }
    /// Of a refusal, without the request that it names.
    var untraced: String { text.replacing(/"extension":\[\{"url":"[^"]*request-id","valueString":"[^"]*"\}\],?/, with: "") }
    /// The first issue of an OperationOutcome.
    var issue: JSONValue { get throws { try #require(try json["issue"]?.children.first { _ in true }) } }
}

extension JSONValue {
    var flag: Bool? { kind == .true ? true : kind == .false ? false : nil }
}
