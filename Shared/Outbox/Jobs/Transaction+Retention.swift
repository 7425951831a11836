import Foundation
import Postgres

/// The kit's own sweeps. Each deletes a small batch and says whether there may be more.
extension Transaction {
    /// Only the oldest published rows are looked at, so that finding none costs little however many there are. Rows that wait in the
    /// queue (behind a failure, or for a replay) stay until they are sent, and keep none behind them from going.
    package func sweepOutbox(before cutoff: Date, batch: Int = 2000) async throws -> Bool {
        let deleted = try await query(
            """
            WITH head AS MATERIALIZED (
                SELECT position, occurred_at FROM outbox
                WHERE NOT EXISTS (SELECT FROM outbox_pending WHERE outbox_pending.position = outbox.position) ORDER BY position LIMIT \(batch)
            )
            DELETE FROM outbox USING head
            WHERE outbox.position = head.position AND head.occurred_at < \(cutoff)
              AND NOT EXISTS (SELECT FROM outbox_pending WHERE outbox_pending.position = head.position)
            RETURNING outbox.position
            """)
        try await leaveQueue(deleted)
        return deleted.count == batch
    }

    /// Of published events that are gone, by their positions. A replay that committed while they were being deleted has put them into the queue, and the statement
    /// that deleted them could not see it. Alone there they would stay at the queue's head, each in the place of one that is to be sent, and hide how old it is.
    func leaveQueue(_ deleted: [Row]) async throws {
        guard !deleted.isEmpty else { return }
        let positions: [Int] = try deleted.map { try $0[0] }
        try await execute("DELETE FROM outbox_pending WHERE position = ANY(\(positions)::bigint[])")
    }

    /// Of what lies in no table of a day's; the rest goes with its table (`InboxDays`).
    package func sweepInbox(before cutoff: Date, batch: Int = 2000) async throws -> Bool {
        var hasMore = false
        for table in ["inbox", "inbox_day_other"] {
            let deleted = try await deleteBatch(from: table, where: "received_at < \(cutoff)", by: "received_at", most: batch)
            hasMore = hasMore || deleted == batch
        }
        return hasMore
    }

    package func sweepIdempotencyKeys(before cutoff: Date, batch: Int = 500) async throws -> Bool {
        let deleted = try await deleteBatch(from: "idempotency_keys", where: "created_at < \(cutoff)", by: "created_at", most: batch)
        return deleted == batch
    }
}
