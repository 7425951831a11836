import Postgres

/// How many rows of a table are sealed by which master key.
package struct SealedRows: Sendable, Equatable {
    package var table: String
    /// nil: a row of an earlier release, which did not write it down.
    package var masterKey: String?
    package var count: Int

    package init(table: String, masterKey: String?, count: Int) {
        self.table = table
        self.masterKey = masterKey
        self.count = count
    }
}

extension PostgresRunner {
    /// Of the kit's tables, in any service's database.
    package func sealedRows() async throws -> [SealedRows] {
        try await sealedRows("person_keys", "SELECT master_key_id AS id, count(*) FROM person_keys WHERE wrapped_key IS NOT NULL GROUP BY 1 ORDER BY 1")
            + sealedRows(
                "outbox",
                """
                SELECT convert_from(substring(data FROM 2 FOR 16), 'UTF8') AS id, count(*) FROM outbox
                WHERE substring(data FROM 1 FOR 1) = '\\x01' GROUP BY 1 ORDER BY 1
                """)
    }

    /// Of one table, by a query that gives `id` and `count`.
    package func sealedRows(_ table: String, _ sql: SQL) async throws -> [SealedRows] {
        try await query(sql).map { SealedRows(table: table, masterKey: try $0["id"], count: try $0["count"]) }
    }
}
