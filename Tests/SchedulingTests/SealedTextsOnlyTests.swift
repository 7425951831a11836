import CareModels
import Postgres
import ServiceTestKit
import TestKit
import Testing

@testable import CareService
@testable import SchedulingService

/// The migration that takes the plain columns away asks first whether anything lies there, or may come there.
@Suite struct SealedTextsOnlyTests {
    private static let name = "v017_sealed_texts_only"
    private static let before = Array(migrations.prefix { $0.name != name })

    struct Said: Sendable {
        var title = ""
        var description: String?
        var reason: String?
    }

    /// A database of 2.0.0 that came from 1.0.0, with an appointment of which this is said in the plain columns.
    private func withDatabase(_ said: Said = Said(), _ body: (PostgresPool) async throws -> Void) async throws {
        try await TestKit.withPool(size: 2) { pool in
            try await Migrator(Self.before).run(pool)
            try await pool.withConnection { connection in
                try await connection.execute(
                    """
                    WITH person AS (INSERT INTO people (user_id, version) SELECT gen_random_uuid(), 1 FROM generate_series(1, 2) RETURNING user_id),
                        pair AS (SELECT array_agg(user_id) AS ids FROM person)
                    INSERT INTO appointments (id, version, status, provider_id, patient_id, starts_at, ends_at, blocked_from, blocked_until, title, description,
                                              cancel_reason, created_at, updated_at)
                    SELECT gen_random_uuid(), 1, 'booked', ids[1], ids[2], now(), now() + interval '1 hour', now(), now() + interval '1 hour', \(said.title)::text,
                        \(said.description)::text, \(said.reason)::text, now(), now() FROM pair
                    """)
            }
            try await body(pool)
        }
    }

    private func sayThatSealed(_ pool: PostgresPool, _ areSealed: Bool) async throws {
        try await pool.withConnection { _ = try await $0.execute("UPDATE appointment_texts SET are_sealed = \(areSealed)") }
    }

    private func plainColumns(_ pool: PostgresPool) async throws -> Int {
        try await pool.count(
            """
            SELECT count(*) FROM pg_attribute
            WHERE attrelid = 'appointments'::regclass AND attname IN ('title', 'description', 'cancel_reason') AND NOT attisdropped
            """)
    }

    private func expectRefusal(_ pool: PostgresPool) async throws {
        do {
            _ = try await Migrator(migrations).run(pool)
            Issue.record("it ran")
        } catch MigrationError.refused(let name, let why) {
            #expect(name == Self.name && why.contains("`careline keys seal-appointments`") && why.contains("2.0.0"))
        }
        #expect(try await plainColumns(pool) == 3)
    }

    @Test func aNewDatabaseHasNothingToSeal() async throws {
        try await TestKit.withPool(size: 1) { pool in
            try await Migrator(migrations).run(pool)
            #expect(try await plainColumns(pool) == 0)
        }
    }

    @Test func itWaitsForTheOperatorsWord() async throws {
        try await withDatabase { pool in
            try await sayThatSealed(pool, false)
            try await expectRefusal(pool)
            try await sayThatSealed(pool, true)
            #expect(try await Migrator(migrations).run(pool).first == Self.name)
            #expect(try await plainColumns(pool) == 0)
        }
    }

    @Test(arguments: [Said(title: "Migraine"), Said(description: "Pain since May"), Said(reason: "Another doctor")])
    func itWaitsForTheSweep(_ said: Said) async throws {
        try await withDatabase(said) { pool in
            try await sayThatSealed(pool, true)
            try await expectRefusal(pool)
            try await pool.withConnection { _ = try await $0.execute("UPDATE appointments SET title = '', description = NULL, cancel_reason = NULL") }
            #expect(try await Migrator(migrations).run(pool).first == Self.name)
        }
    }
}
