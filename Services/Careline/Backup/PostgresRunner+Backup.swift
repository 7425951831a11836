import Postgres

extension PostgresRunner {
    /// How many rows each table has, with all of its parts.
    func rowCounts() async throws -> [String: Int] {
        let tables = try await query(
            """
            SELECT relname::text AS short, format('%I.%I', nspname, relname) AS name FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
            WHERE nspname = 'public' AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY relname
            """)
        var counts: [String: Int] = [:]
        for table in tables {
            let (short, name): (String, String) = (try table["short"], try table["name"])
            let count: Int? = try await first("SELECT count(*) AS count FROM \(unescaped: name)")?["count"]
            counts[short] = count
        }
        return counts
    }

    /// The names of those that were applied, oldest first.
    func appliedMigrations() async throws -> [String] {
        try await query("SELECT name FROM schema_migrations ORDER BY applied_at, name").map { try $0["name"] }
    }

    /// False in a database of 2.0.0.
    func hasInboxDays() async throws -> Bool { try await first("SELECT 1 WHERE to_regclass('public.inbox_days') IS NOT NULL") != nil }

    /// Of the server: 170005.
    func serverVersion() async throws -> Int {
        let version: Int? = try await first("SELECT current_setting('server_version_num')::bigint AS version")?["version"]
        return version ?? 0
    }

    /// Whether somebody put anything into the database.
    func isEmptyDatabase() async throws -> Bool {
        try await first(
            """
            SELECT 1 FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
            WHERE nspname NOT IN ('pg_catalog', 'information_schema') AND nspname NOT LIKE 'pg\\_%' LIMIT 1
            """) == nil
    }

    /// Programs that are connected to the database, but for this one.
    func otherSessions() async throws -> [String] {
        try await query(
            """
            SELECT DISTINCT coalesce(nullif(application_name, ''), usename::text, 'somebody') AS name FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend' ORDER BY 1
            """
        ).map { try $0["name"] }
    }
}
