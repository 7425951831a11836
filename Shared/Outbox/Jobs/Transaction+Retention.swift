import Foundation
import Postgres

/// The kit's own sweeps. Each deletes a small batch and says whether there may be more. The rows are chosen and locked once, in an
/// array, and deleted where they lie: `WHERE key IN (SELECT … LIMIT … SKIP LOCKED)` may be asked again for each row, and then
/// takes more than its limit; a join may read the whole table for one batch.
extension Transaction {
    /// Only the oldest published rows are looked at, so that finding none costs little however many there are. Rows that wait in the
    /// queue (behind a failure, or for a replay) stay until they are sent, and keep none behind them from going.
    package func sweepOutbox(before cutoff: Date, batch: Int = 2000) async throws -> Bool {
        let deleted = try await execute(
            """
            WITH head AS MATERIALIZED (
                SELECT position, occurred_at FROM outbox
                WHERE NOT EXISTS (SELECT FROM outbox_pending WHERE outbox_pending.position = outbox.position) ORDER BY position LIMIT \(batch)
            )
            DELETE FROM outbox USING head
            WHERE outbox.position = head.position AND head.occurred_at < \(cutoff)
              AND NOT EXISTS (SELECT FROM outbox_pending WHERE outbox_pending.position = head.position)
            """)
        return deleted == batch
    }

    /// Of what lies in no table of a day's; the rest goes with its table (`InboxDays`).
    package func sweepInbox(before cutoff: Date, batch: Int = 2000) async throws -> Bool {
        var hasMore = false
        for table in ["inbox", "inbox_day_other"] {
            let deleted = try await execute(
                """
                DELETE FROM \(unescaped: table) WHERE ctid = ANY(ARRAY(
                    SELECT ctid FROM \(unescaped: table) WHERE received_at < \(cutoff) ORDER BY received_at LIMIT \(batch) FOR UPDATE SKIP LOCKED
                ))
                """)
            hasMore = hasMore || deleted == batch
        }
        return hasMore
    }

    package func sweepIdempotencyKeys(before cutoff: Date, batch: Int = 500) async throws -> Bool {
        let deleted = try await execute(
            """
            DELETE FROM idempotency_keys WHERE ctid = ANY(ARRAY(
                SELECT ctid FROM idempotency_keys WHERE created_at < \(cutoff) ORDER BY created_at LIMIT \(batch) FOR UPDATE SKIP LOCKED
            ))
            """)
        return deleted == batch
    }
}
