import Foundation
import Postgres
import TestKit
import Testing

@testable import CareService
@testable import Outbox
@testable import Sealing

@Suite struct ResealEventsTests {
    private static let schema = Migration.kit.map { (name: $0.name, sql: String(decoding: $0.sql, as: UTF8.self)) }
    private static let old = MasterKeys(current: [UInt8](repeating: 1, count: 32))
    private static let both = MasterKeys(current: [UInt8](repeating: 2, count: 32), earlier: [[UInt8](repeating: 1, count: 32)])
    private static let plain = Array(#"{"value":62.5}"#.utf8)

    private static func insert(_ data: [UInt8], _ event: UUID, _ pool: PostgresPool) async throws {
        _ = try await pool.withConnection { connection in
            try await connection.execute(
                """
                INSERT INTO outbox (event_id, topic, type, subject, version, occurred_at, data)
                VALUES (\(event), 'care.observations.v1', 'care.observations.recorded.v1', \(UUID()), 1, now(), \(data))
                """)
        }
    }

    @Test func waitingEventsAreSealedAnewAndNothingElseChanges() async throws {
        try await TestKit.withPool(migrations: Self.schema, size: 4) { pool in
            let events = (0..<5).map { _ in UUID() }
            for event in events { try await Self.insert(try EventSeal(Self.old).seal(Self.plain, of: event), event, pool) }
            let (clear, spoilt, latest) = (UUID(), UUID(), UUID())
            try await Self.insert(Self.plain, clear, pool)
            // One that was moved here from another row: it does not open, and stays as it is.
            try await Self.insert(try EventSeal(Self.old).seal(Self.plain, of: events[0]), spoilt, pool)
            try await Self.insert(try EventSeal(Self.both).seal(Self.plain, of: latest), latest, pool)

            var place: Int?
            var rounds = 0
            repeat {
                place = try await pool.transaction { try await EventSeal(Self.both).reseal(after: place, limit: 2, $0) }
                rounds += 1
            } while place != nil && rounds < 10
            #expect(rounds == 4)

            let rows = try await pool.withConnection { try await $0.sealedRows() }
            #expect(
                Set(rows.map { "\($0.table) \($0.masterKey ?? "") \($0.count)" }) == [
                    "outbox \(Self.both.current.id) 6", "outbox \(Self.old.current.id) 1"
                ])
            let alone = EventSeal(MasterKeys(current: [UInt8](repeating: 2, count: 32)))
            for row in try await pool.withConnection({ try await $0.query("SELECT event_id, data FROM outbox") }) {
                let (event, data): (UUID, [UInt8]) = (try row["event_id"], try row["data"])
                if event == clear { #expect(data == Self.plain) } else if event != spoilt { #expect(try alone.open(data, of: event) == Self.plain) }
            }
        }
    }
}
