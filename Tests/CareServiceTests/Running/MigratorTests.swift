import Foundation
import Postgres
import TestKit
import Testing

@testable import CareService
@testable import Outbox

@Suite(.timeLimit(.minutes(5))) struct MigratorTests {
    private static func migration(_ name: String, _ sql: String) -> Migration { Migration(name, Array(sql.utf8)) }

    private static let service = [
        migration("v001_things", "CREATE TABLE things (id bigint PRIMARY KEY); SELECT pg_sleep(0.2);"),
        migration("v002_names", "ALTER TABLE things ADD COLUMN name text -- a comment at the end")
    ]

    private static let names = Migration.kit.map(\.name) + service.map(\.name)

    @Test func twoStartersAtOnceApplyEachOnceInOrder() async throws {
        try await TestKit.withPool(size: 4) { pool in
            async let first = Migrator(Self.service).run(pool)
            async let second = Migrator(Self.service).run(pool)
            let applied = try await first + second
            #expect(applied == Self.names)
            let rows = try await pool.withConnection { try await $0.query("SELECT name FROM schema_migrations ORDER BY applied_at, name") }
            #expect(try rows.map { try $0["name"] as String }.sorted() == Self.names.sorted())
            #expect(try await Migrator(Self.service).run(pool) == [])
            #expect(try await Migrator(Self.service).isApplied(pool))
        }
    }

    @Test func aChangedMigrationIsRefused() async throws {
        try await TestKit.withPool { pool in
            try await Migrator(Self.service).run(pool)
            let changed = [Self.service[0], Self.migration("v002_names", "ALTER TABLE things ADD COLUMN title text")]
            let more = changed + [Self.migration("v003_more", "CREATE TABLE more ()")]
            await #expect(throws: MigrationError.changed(name: "v002_names")) { try await Migrator(more).run(pool) }
            #expect(try await pool.count("SELECT count(*) FROM pg_tables WHERE tablename = 'more'") == 0)
        }
    }

    @Test func aFailedMigrationLeavesNothingOfItselfAndTheNextStartGoesOn() async throws {
        try await TestKit.withPool(size: 1) { pool in
            let broken = Self.service + [Self.migration("v003_more", "CREATE TABLE more (); SELECT 1 / 0;")]
            await #expect(throws: MigrationError.failed(name: "v003_more", error: "PostgresError 22012")) { try await Migrator(broken).run(pool) }
            #expect(try await pool.count("SELECT count(*) FROM pg_tables WHERE tablename = 'more'") == 0)
            let isApplied = try await Migrator(broken).isApplied(pool)
            #expect(!isApplied)
            let mended = Self.service + [Self.migration("v003_more", "CREATE TABLE more ()")]
            #expect(try await Migrator(mended).run(pool) == ["v003_more"])
        }
    }

    /// In its own words, since the operator has to do something before.
    @Test func aMigrationMaySayThatItMustNotRunYet() async throws {
        try await TestKit.withPool(size: 1) { pool in
            try await Migrator(Self.service).run(pool)
            let early = Self.service + [Self.migration("v003_more", "CREATE TABLE more (); DO $$ BEGIN RAISE EXCEPTION 'first do this'; END $$;")]
            await #expect(throws: MigrationError.refused(name: "v003_more", why: "first do this")) { try await Migrator(early).run(pool) }
            #expect(try await pool.count("SELECT count(*) FROM pg_tables WHERE tablename = 'more'") == 0)
        }
    }

    /// Somebody's long transaction is in the way: who comes meanwhile goes on, and the migration is done once that one has ended.
    @Test func aMigrationThatFindsNoLockLetsOthersGoOnAndTriesAgain() async throws {
        try await TestKit.withPool(size: 4) { pool in
            try await Migrator(Self.service).run(pool)
            let more = Self.service + [Self.migration("v003_more", "ALTER TABLE things ADD COLUMN more text")]
            let migrating = try await pool.transaction { long -> Task<[String], any Error> in
                try await long.execute("INSERT INTO things (id) VALUES (1)")
                let migrating = Task { try await Migrator(more).run(pool) }
                while try await pool.count("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'") == 0 {
                    try await Task.sleep(for: .milliseconds(5))
                }
                try await pool.withConnection { _ = try await $0.execute("INSERT INTO things (id) VALUES (2)") }
                return migrating
            }
            #expect(try await migrating.value == ["v003_more"])
            #expect(try await pool.count("SELECT count(*) FROM things") == 2)
        }
    }

    @Test func anOlderReleaseRunsBesideANewerOne() async throws {
        try await TestKit.withPool { pool in
            try await Migrator(Self.service).run(pool)
            let older = Migrator([Self.service[0]])
            #expect(try await older.run(pool) == [])
            #expect(try await older.isApplied(pool))
        }
    }

    @Test func aStarterDoesNotWaitForEver() async throws {
        try await TestKit.withPool { pool in
            try await pool.withConnection { connection in
                #expect(try await connection.tryAdvisoryLock((AdvisoryLock.careline, 2)))
                await #expect(throws: MigrationError.locked) { try await Migrator([], patience: .milliseconds(150)).run(pool) }
                try await connection.releaseAdvisoryLock((AdvisoryLock.careline, 2))
            }
        }
    }
}
