import Foundation
import Postgres

/// One service's database, dumped as it is at one instant.
struct DatabaseDump: Sendable {
    let service: PlatformService
    let url: String
    /// Where the dump goes.
    let directory: String

    private var file: String { "\(service.database).dump" }

    /// The dump and what the manifest says of it: of one snapshot, which is taken at once.
    func write() async throws -> BackupManifest.Database {
        let configuration = try PostgresConfiguration(url: url)
        return try await Databases.withPool(of: service, at: url) { pool in
            let hasDays = try await pool.withConnection { try await $0.hasInboxDays() }
            return try await pool.transaction(.repeatableRead, retries: 0) { tx in
                // It waits here while pg_dump works.
                try await tx.batch(["SET LOCAL idle_in_transaction_session_timeout = 0", "SET LOCAL statement_timeout = 0"])
                // Before the snapshot, until the rows are counted: a day's table that went meanwhile would be in the dump and not among the rows.
                if hasDays { try await tx.execute("LOCK TABLE inbox_days IN ACCESS SHARE MODE") }
                guard let row = try await tx.first("SELECT pg_export_snapshot() AS snapshot, current_database()::text AS database, current_user::text AS role") else {
                    throw Failure("\(service.database) exports no snapshot")
                }
                let (snapshot, name, role): (String, String, String) = (try row["snapshot"], try row["database"], try row["role"])
                let server = try await tx.serverVersion()
                let log = "\(directory)/\(service.name).log"
                try await PostgresPrograms(server: server).run(
                    "pg_dump", ["--format=custom", "--snapshot=\(snapshot)", "--lock-wait-timeout=60s", "--file=\(directory)/\(file)", "--dbname=\(name)"],
                    on: configuration, log: log)
                try? FileManager.default.removeItem(atPath: log)
                guard let dump = BackupManifest.File(file, in: directory) else { throw Failure("\(directory)/\(file) cannot be read") }
                let keys = try await Self.masterKeys(service, tx)
                return BackupManifest.Database(
                    service: service.name, database: name, role: role, dump: dump, server: server, migrations: try await tx.appliedMigrations(),
                    rows: try await tx.rowCounts(), masterKeys: keys)
            }
        }
    }

    private static func masterKeys(_ service: PlatformService, _ tx: Transaction) async throws -> [String] {
        Set(try await SealedData.rows(of: service, tx).compactMap(\.masterKey)).sorted()
    }
}
