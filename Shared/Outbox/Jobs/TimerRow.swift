import Foundation
import Postgres

struct TimerRow: Sendable {
    var kind: String
    var key: String
    var nextAt: Date
    var payload: [UInt8]
    var attempts: Int

    init(_ row: Row) throws {
        kind = try row["kind"]
        key = try row["key"]
        nextAt = try row["next_at"]
        payload = try row["payload"]
        attempts = try row["attempts"]
    }
}

extension Transaction {
    /// Locks the first due timer that no other replica has in its hands; nil when there is none.
    func lockDueTimer(kinds: [String], now: Date) async throws -> TimerRow? {
        let row = try await first(
            """
            SELECT kind, key, next_at, payload, attempts::bigint AS attempts FROM timers
            WHERE next_at <= \(now) AND kind = ANY(\(kinds)::text[])
            ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED
            """)
        return try row.map(TimerRow.init)
    }

    func deleteTimer(_ timer: TimerRow) async throws {
        try await execute("DELETE FROM timers WHERE kind = \(timer.kind) AND key = \(timer.key)")
    }

    func moveTimer(_ timer: TimerRow, to next: Date) async throws {
        try await execute(
            """
            UPDATE timers SET due = \(next), next_at = \(next), attempts = 0, last_error = NULL
            WHERE kind = \(timer.kind) AND key = \(timer.key)
            """)
    }
}

extension PostgresRunner {
    /// Puts off a timer whose handler failed, unless it was moved, cancelled or fired meanwhile.
    func putOffTimer(_ timer: TimerRow, to next: Date, error: String) async throws {
        try await execute(
            """
            UPDATE timers SET attempts = attempts + 1, last_error = \(error), next_at = \(next)
            WHERE kind = \(timer.kind) AND key = \(timer.key) AND next_at = \(timer.nextAt) AND attempts = \(timer.attempts)
            """)
    }

    func nextTimer(kinds: [String]) async throws -> Date? {
        try await first("SELECT min(next_at) AS next FROM timers WHERE kind = ANY(\(kinds)::text[])")?["next"]
    }

    /// Makes sure that a sweep has its timer, and that a shortened interval takes effect.
    func ensureSweep(_ kind: String, by next: Date) async throws {
        try await execute(
            """
            INSERT INTO timers (kind, key, due, next_at, payload) VALUES (\(kind), '', \(next), \(next), '')
            ON CONFLICT (kind, key) DO UPDATE SET due = excluded.due, next_at = excluded.next_at
            WHERE timers.next_at > excluded.next_at
            """)
    }
}
