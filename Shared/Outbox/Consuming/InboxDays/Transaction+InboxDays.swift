import CareModels
import Foundation
import Postgres
import Telemetry

extension Transaction {
    /// Makes the next table that is missing, or drops the oldest that may go. True when there may be more to do.
    package func keep(_ rule: InboxDays) async throws -> Bool {
        let days = try await inboxDays()
        InboxDayMetrics.end.set(rule.end(days).timeIntervalSince1970)
        if let day = rule.missing(days) {
            return try await briefly {
                try await make(day)
                return true
            }
        }
        for day in rule.over(days) {
            // Looked at before anybody has to wait for it.
            if try await hasTakenIn(of: day, since: rule.cutoff) { continue }
            return try await briefly { try await drop(day, unlessTakenInSince: rule.cutoff) }
        }
        return false
    }

    func inboxDays() async throws -> Set<InboxDay> {
        let rows = try await query(
            "SELECT relname::text AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid WHERE inhparent = 'inbox_days'::regclass")
        return Set(try rows.compactMap { InboxDay(table: try $0["name"]) })
    }

    /// Whoever takes in an event meanwhile goes on, but for one whose id is of no day that has a table. Such a one, from a clock that is ahead, may be of this day:
    /// it moves there in the same commit.
    func make(_ day: InboxDay) async throws {
        let (table, first, end) = (day.table, day.lowest.lowercaseText, day.next.lowest.lowercaseText)
        // Of no use to a table that is only added to, and goes as a whole: reading it again and again for its vacuum.
        try await execute(
            "CREATE TABLE \(unescaped: table) (LIKE inbox_days INCLUDING DEFAULTS INCLUDING INDEXES) WITH (autovacuum_vacuum_insert_threshold = -1)")
        if let owner = try await otherOwner() { try await execute("ALTER TABLE \(unescaped: table) OWNER TO \(unescaped: owner)") }
        try await execute("CREATE INDEX \(unescaped: table)_received_at ON \(unescaped: table) USING brin (received_at) WITH (autosummarize = on)")
        try await execute("LOCK TABLE inbox_day_other IN ACCESS EXCLUSIVE MODE")
        try await execute(
            """
            WITH early AS (DELETE FROM inbox_day_other WHERE event_id >= \(day.lowest) AND event_id < \(day.next.lowest) RETURNING *)
            INSERT INTO \(unescaped: table) SELECT * FROM early
            """)
        try await execute("ALTER TABLE inbox_days ATTACH PARTITION \(unescaped: table) FOR VALUES FROM ('\(unescaped: first)') TO ('\(unescaped: end)')")
    }

    /// Whose the parts are to be, where a replica works under another role than the one whose tables these are: a backup under that one reads them all.
    private func otherOwner() async throws -> String? {
        try await first(
            "SELECT quote_ident(pg_get_userbyid(relowner)) AS owner FROM pg_class WHERE oid = 'inbox_days'::regclass AND relowner <> current_user::text::regrole::oid"
        )?["owner"]
    }

    /// False when one of its events, come late, was taken in just now. What comes still later is remembered in `inbox_day_other`.
    func drop(_ day: InboxDay, unlessTakenInSince cutoff: Date) async throws -> Bool {
        try await execute("LOCK TABLE \(unescaped: day.table) IN ACCESS EXCLUSIVE MODE")
        if try await hasTakenIn(of: day, since: cutoff) { return false }
        try await execute("DROP TABLE \(unescaped: day.table)")
        afterCommit { InboxDayMetrics.dropped.add() }
        return true
    }

    private func hasTakenIn(of day: InboxDay, since cutoff: Date) async throws -> Bool {
        try await first("SELECT 1 FROM \(unescaped: day.table) WHERE received_at >= \(cutoff) LIMIT 1") != nil
    }

    /// Whoever waits behind the lock that `body` waits for waits no longer than this either. False when it is not to be had: the next round tries again.
    private func briefly(_ body: () async throws -> Bool) async throws -> Bool {
        let done = try await attempt {
            try await execute("SET LOCAL lock_timeout = '200ms'")
            return try await body()
        }
        do {
            return try done.get()
        } catch let error as PostgresError where error.sqlState == "55P03" {
            InboxDayMetrics.putOff.add()
            Log.info("a day's table of the inbox is in use; trying again in a minute")
            return false
        }
    }
}
