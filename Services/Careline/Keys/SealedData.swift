import Foundation
import Outbox
import Postgres

/// What the services' databases hold sealed, and by which master key.
struct SealedData: Sendable {
    struct Part: Sendable, Equatable {
        var service: String
        var rows: SealedRows
    }

    private let pools: [(service: PlatformService, pool: PostgresPool)]

    /// Runs `body` with connections to these services' databases.
    static func with<Result>(_ services: [PlatformService], _ databases: [String: String], _ body: (SealedData) async throws -> Result) async throws -> Result {
        var pools: [(service: PlatformService, pool: PostgresPool)] = []
        for service in services {
            let url = try Databases.url(of: service, in: databases)
            pools.append((service, PostgresPool(try PostgresConfiguration(url: url), size: 1)))
        }
        do {
            let result = try await body(SealedData(pools: pools))
            for (_, pool) in pools { await pool.close() }
            return result
        } catch {
            for (_, pool) in pools { await pool.close() }
            throw error
        }
    }

    func parts() async throws -> [Part] {
        var parts: [Part] = []
        for (service, pool) in pools {
            let rows = try await Databases.reaching(service, pool) { try await pool.withConnection { try await Self.rows(of: service, $0) } }
            parts += rows.map { Part(service: service.name, rows: $0) }
        }
        return parts
    }

    /// Of the kit's tables, and of Auth's own and the webhooks'.
    static func rows(of service: PlatformService, _ runner: some PostgresRunner) async throws -> [SealedRows] {
        let rows = try await runner.sealedRows()
        if service.name == PlatformService.webhooks.name { return try await rows + rowsOfWebhooks(runner) }
        guard service.name == PlatformService.auth.name else { return rows }
        // Also where the column, or another table, is not there yet: a backup is made before an upgrade.
        let signing: SQL = "SELECT to_jsonb(signing_keys) ->> 'master_key_id' AS id, count(*) FROM signing_keys GROUP BY 1 ORDER BY 1"
        var sealed = try await rows + runner.sealedRows("signing_keys", signing)
        for (table, those) in ofAuth {
            guard try await isThere(table, runner) else { continue }
            let sql: SQL = "SELECT master_key_id AS id, count(*) FROM \(unescaped: table) \(unescaped: those) GROUP BY 1 ORDER BY 1"
            sealed += try await runner.sealedRows(table, sql)
        }
        return sealed
    }

    /// Auth's further tables, and which of their rows are opened again.
    private static let ofAuth = [
        ("rsa_signing_keys", ""), ("event_keys", "WHERE retired_at IS NULL"), ("mails", ""), ("audit_chain", ""), ("factors", ""), ("provider_verifications", "")
    ]

    private static func isThere(_ table: String, _ runner: some PostgresRunner) async throws -> Bool {
        try await runner.first("SELECT to_regclass(\(table)) IS NOT NULL AS there")?["there"] ?? false
    }

    private static func rowsOfWebhooks(_ runner: some PostgresRunner) async throws -> [SealedRows] {
        let secrets: SQL = "SELECT master_key_id AS id, count(*) FROM signing_secrets GROUP BY 1 ORDER BY 1"
        let events: SQL = "SELECT master_key_id AS id, count(*) FROM events GROUP BY 1 ORDER BY 1"
        return try await runner.sealedRows("signing_secrets", secrets) + runner.sealedRows("events", events)
    }
}

extension [SealedData.Part] {
    /// Those that need one of these keys, or an unknown one.
    func needing(_ ids: Set<String>) -> [SealedData.Part] { filter { $0.rows.masterKey.map(ids.contains) ?? true } }

    var total: Int { reduce(0) { $0 + $1.rows.count } }

    /// One line a table.
    var lines: [String] {
        map { part in
            let name = part.service.padding(toLength: 12, withPad: " ", startingAt: 0)
            let table = part.rows.table.padding(toLength: 18, withPad: " ", startingAt: 0)
            let count = String(part.rows.count)
            let padded = String(repeating: " ", count: Swift.max(0, 9 - count.count)) + count
            return "\(name)\(table)\(padded)  by \(part.rows.masterKey ?? "a key that was not written down")"
        }
    }
}
