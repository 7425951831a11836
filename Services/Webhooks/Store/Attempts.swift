import CareModels
import Foundation
import Postgres

extension Attempt.Outcome: PostgresEncodable, PostgresDecodable {}

extension PostgresRunner {
    /// The latest first.
    func attempts(of webhook: WebhookID, after: TimeCursor<AttemptKind>?, limit: Int) async throws -> [Attempt] {
        let since: SQL = after.map { "AND (attempted_at, id) < (\($0.instant), \($0.id))" } ?? ""
        let rows = try await query(
            """
            SELECT id, event_id, type, attempt, attempted_at, duration_ms, status, error, outcome, next_at FROM attempts
            WHERE webhook_id = \(webhook) \(since) ORDER BY attempted_at DESC, id DESC LIMIT \(limit)
            """)
        return try rows.map { row in
            let status: Int32? = try row["status"]
            return Attempt(
                id: try row["id"], eventID: try row["event_id"], type: try row["type"], number: Int(try row["attempt"] as Int32), at: try row["attempted_at"],
                milliseconds: Int(try row["duration_ms"] as Int32), status: status.map(Int.init), error: try row["error"], outcome: try row["outcome"],
                nextAt: try row["next_at"])
        }
    }
}

extension Transaction {
    func insert(_ attempt: Attempt, of webhook: WebhookID) async throws {
        try await execute(
            """
            INSERT INTO attempts (id, webhook_id, event_id, type, attempt, attempted_at, duration_ms, status, error, outcome, next_at)
            VALUES (\(attempt.id), \(webhook), \(attempt.eventID), \(attempt.type), \(attempt.number)::int, \(attempt.at), \(attempt.milliseconds)::int,
                    \(attempt.status)::int, \(attempt.error)::text, \(attempt.outcome), \(attempt.nextAt)::timestamptz)
            """)
    }

    /// A line for each delivery that waits of these events, in the place of the attempt that will not be made.
    func insertExpired(_ events: [Int], now: Date) async throws {
        try await execute(
            """
            INSERT INTO attempts (id, webhook_id, event_id, type, attempt, attempted_at, duration_ms, error, outcome)
            SELECT gen_random_uuid(), webhooks.id, event_id, type, attempts + 1, \(now)::timestamptz, 0, \(Attempt.expired)::text, \(Attempt.Outcome.gaveUp)::text
            FROM deliveries JOIN events ON position = event_position JOIN webhooks ON webhooks.id = webhook_id
            WHERE position = ANY(\(events)) FOR KEY SHARE OF webhooks
            """)
    }
}
