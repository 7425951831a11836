import CareModels
import Foundation
import Outbox
import Postgres
import Telemetry

/// Brings a database's schema forward: applies what `schema_migrations` does not name yet, in order, each in a transaction of
/// its own, one starter at a time. Migrations that it does not know are a newer release's, and let be.
package struct Migrator: Sendable {
    private static let lockKey = (AdvisoryLock.careline, Int32(2))
    /// For half a minute.
    private static let tries = 25

    /// The kit's, then the service's.
    package let migrations: [Migration]
    private let patience: Duration

    /// `patience`: how long to wait for another starter.
    package init(_ migrations: [Migration], patience: Duration = .seconds(120)) {
        self.migrations = Migration.kit + migrations
        self.patience = patience
        let names = Set(self.migrations.map(\.name))
        precondition(names.count == self.migrations.count, "two migrations have one name")
    }

    /// Returns the names of those applied now. Throws `MigrationError`, or the pool's error when the database cannot be reached.
    @discardableResult
    package func run(_ pool: PostgresPool) async throws -> [String] {
        try await pool.withConnection { connection in
            try await lock(connection)
            let result = await Result.capture { try await migrate(connection) }
            // Also when the task was cancelled: the connection goes back to the pool.
            _ = await Result.capture { try await connection.releaseAdvisoryLock(Self.lockKey) }
            return try result.get()
        }
    }

    /// True when every migration is in the database.
    package func isApplied(_ pool: PostgresPool) async throws -> Bool {
        let names = migrations.map(\.name)
        return try await pool.withConnection { connection in
            let row = try await connection.first("SELECT count(*) AS count FROM schema_migrations WHERE name = ANY(\(names)::text[])")
            let count: Int = try row?["count"] ?? 0
            return count == names.count
        }
    }

    /// By trying again, not by waiting inside PostgreSQL: a waiting statement holds back vacuum.
    private func lock(_ connection: PostgresConnection) async throws {
        let clock = ContinuousClock()
        let deadline = clock.now + patience
        while try await !connection.tryAdvisoryLock(Self.lockKey) {
            guard clock.now < deadline else { throw MigrationError.locked }
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    private func migrate(_ connection: PostgresConnection) async throws -> [String] {
        try await connection.execute(
            """
            CREATE TABLE IF NOT EXISTS schema_migrations (
                name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now()
            )
            """)
        let applied = try await appliedChecksums(connection)
        for migration in migrations {
            guard let checksum = applied[migration.name] else { continue }
            guard checksum == migration.checksum else { throw MigrationError.changed(name: migration.name) }
        }
        var names: [String] = []
        for migration in migrations where applied[migration.name] == nil {
            try await apply(migration, connection)
            names.append(migration.name)
        }
        return names
    }

    private func appliedChecksums(_ connection: PostgresConnection) async throws -> [String: String] {
        let rows = try await connection.query("SELECT name, checksum FROM schema_migrations")
        var checksums: [String: String] = [:]
        for row in rows {
            let name: String = try row["name"]
            checksums[name] = try row["checksum"]
        }
        return checksums
    }

    private func apply(_ migration: Migration, _ connection: PostgresConnection) async throws {
        // A lock that is not to be had soon must not queue everyone else behind the migration, nor for a second: try again instead, once they have gone on.
        var failures = 0
        while true {
            do {
                try await connection.script(
                    """
                    BEGIN;
                    SET LOCAL lock_timeout = '900ms';
                    SET LOCAL enable_seqscan = on;
                    \(String(decoding: migration.sql, as: UTF8.self))
                    ;
                    INSERT INTO schema_migrations (name, checksum) VALUES ('\(migration.name)', '\(migration.checksum)');
                    COMMIT;
                    """)
                return
            } catch let error as PostgresError {
                try await connection.script("ROLLBACK")
                failures += 1
                // Raised by the migration's own text, which quotes no values.
                if error.sqlState == "P0001" { throw MigrationError.refused(name: migration.name, why: error.serverMessage) }
                guard error.sqlState == "55P03", failures < Self.tries else {
                    throw MigrationError.failed(name: migration.name, error: ErrorLabel.of(error))
                }
                try await Task.sleep(for: .milliseconds(300))
            }
        }
    }
}
