import CareModels
import Foundation
import Postgres
import ServiceTestKit
import Testing

@testable import RecordsService
@testable import Sealing

/// A backup of before somebody's erasure, restored: with the keys of after it gives nothing of theirs (docs/operators.md#erasure).
@Suite(.timeLimit(.minutes(3))) struct RestoredCopyTests {
    private static let tables = ["person_keys", "records", "record_versions"]
    private static let next = [UInt8](repeating: 7, count: 32)
    private static let old = [UInt8](repeating: 42, count: 32)

    /// The first body of a person's, as a replica with these keys reads it.
    private static func body(of person: UserID, _ keys: PersonKeys, _ world: World) async throws -> String? {
        try await world.pool.withConnection { connection in
            guard let key = try await keys.forReading(person, connection) else { return nil }
            return try await Self.body(of: person, key, connection)
        }
    }

    private static func body(of person: UserID, _ key: PersonKey, _ connection: PostgresConnection) async throws -> String? {
        let row = try await connection.first(
            "SELECT \(unescaped: RecordVersion.columns) FROM records r JOIN record_versions v ON v.record_id = r.record_id WHERE r.owner_id = \(person)")
        return try row.flatMap { try RecordVersion($0, key).body }.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func whoWasErasedIsNotReadWithTheKeysOfAfter() async throws {
        try await World.run { world in
            let (gone, other) = (try world.patient(), try world.patient())
            for patient in [gone, other] {
                #expect(try await world.send(.POST, "/fhir/r4/Condition", patient, #"{"resourceType":"Condition","code":{"text":"Migraine"}}"#).status == 201)
            }
            // The backup, then the erasure, then another master key, and the one before is gone.
            try await world.pool.transaction { tx in
                for table in Self.tables { try await tx.execute("CREATE TABLE \(unescaped: "kept_\(table)") AS TABLE \(unescaped: table)") }
            }
            let erased = UserDeleted(userId: gone.id, version: 2, deletedAt: Date())
            try await world.pool.transaction { try await OnUserDeleted(dependencies: world.dependencies).handle(erased, $0) }
            let both = PersonKeys(MasterKeys(current: Self.next, earlier: [Self.old]))
            #expect(try await world.pool.transaction { try await both.rewrap(after: nil, limit: 100, $0) } == nil)
            func after() -> PersonKeys { PersonKeys(MasterKeys(current: Self.next)) }
            #expect(try await Self.body(of: other.id, after(), world)?.contains("Migraine") == true)

            // What is theirs of before, with the keys' table of after: nobody's key opens it.
            try await world.pool.transaction { tx in
                try await tx.execute("INSERT INTO records SELECT * FROM kept_records WHERE owner_id = \(gone.id)")
                try await tx.execute("INSERT INTO record_versions SELECT v.* FROM kept_record_versions v JOIN records r USING (record_id) WHERE r.owner_id = \(gone.id)")
            }
            await #expect(throws: PersonErased.self) { try await Self.body(of: gone.id, after(), world) }
            try await world.pool.withConnection { connection in
                let key = try #require(try await after().forReading(other.id, connection))
                await #expect(throws: (any Error).self) { try await Self.body(of: gone.id, key, connection) }
            }

            // All of before: the master key that wrapped it is missing.
            try await world.pool.transaction { tx in
                try await tx.execute("DELETE FROM person_keys")
                try await tx.execute("INSERT INTO person_keys SELECT * FROM kept_person_keys")
            }
            await #expect(throws: MasterKeyMissing.self) { try await Self.body(of: gone.id, after(), world) }
            // It is a copy of what was there: who has kept that key reads it, which is why it goes with the last of these backups.
            #expect(try await Self.body(of: gone.id, PersonKeys(World.masters), world)?.contains("Migraine") == true)
        }
    }
}
