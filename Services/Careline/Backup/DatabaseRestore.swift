import Foundation
import Postgres

/// One service's database, filled from its dump.
struct DatabaseRestore: Sendable {
    let service: PlatformService
    let url: String
    let manifest: BackupManifest.Database
    /// Where the dump is.
    let directory: String

    /// Why this database cannot be restored into; nil: it can.
    func obstacle(overwrite: Bool) async throws -> String? {
        try await Databases.withPool(of: service, at: url) { pool in
            try await pool.withConnection { connection in
                let sessions = try await connection.otherSessions()
                guard sessions.isEmpty else { return "\(service.database): \(sessions.joined(separator: ", ")) is connected. Stop the services first." }
                let server = try await connection.serverVersion()
                guard server / 10_000 >= manifest.server / 10_000 else {
                    return "\(service.database): the server is PostgreSQL \(server / 10_000), the dump is of \(manifest.server / 10_000)"
                }
                let isEmpty = try await connection.isEmptyDatabase()
                return isEmpty || overwrite ? nil : "\(service.database): it is not empty. --into-existing deletes all that is in it first."
            }
        }
    }

    /// Whole or not at all. Returns how many rows it has, which are as many as were dumped.
    func run(overwrite: Bool, log: String) async throws -> Int {
        let configuration = try PostgresConfiguration(url: url)
        return try await Databases.withPool(of: service, at: url) { pool in
            let server = try await pool.withConnection { connection in
                // All but the database itself and its right to connect, which belong to the server.
                if overwrite { try await connection.execute("DROP OWNED BY CURRENT_USER CASCADE") }
                return try await connection.serverVersion()
            }
            try await PostgresPrograms(server: max(server, manifest.server)).run(
                "pg_restore",
                [
                    "--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges", "--dbname=\(configuration.database)",
                    "\(directory)/\(manifest.dump.name)"
                ], on: configuration, log: log)
            return try await pool.withConnection { connection in
                try await connection.execute("ANALYZE")
                let rows = try await connection.rowCounts()
                let differing = Set(rows.keys).union(manifest.rows.keys).filter { rows[$0] != manifest.rows[$0] }.sorted()
                guard differing.isEmpty else {
                    let text = differing.map { "\($0): \(rows[$0] ?? 0), \(manifest.rows[$0] ?? 0) were dumped" }
                    throw Failure("\(service.database) has other rows than were dumped:\n" + text.map { "  " + $0 }.joined(separator: "\n"))
                }
                return rows.values.reduce(0, +)
            }
        }
    }
}
