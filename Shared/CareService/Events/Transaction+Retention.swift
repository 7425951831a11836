import Foundation
import Postgres

/// The kit's own sweeps. Each deletes a small batch and says whether there may be more.
extension Transaction {
    /// Only the oldest rows are looked at, so that finding none costs little however many there are. Rows queued again by a
    /// replay stay until they are sent.
    func sweepOutbox(before cutoff: Date, batch: Int = 2000) async throws -> Bool {
        let deleted = try await execute("""
            WITH head AS MATERIALIZED (SELECT position, occurred_at FROM outbox ORDER BY position LIMIT \(batch))
            DELETE FROM outbox USING head
            WHERE outbox.position = head.position AND head.occurred_at < \(cutoff)
              AND NOT EXISTS (SELECT FROM outbox_pending WHERE outbox_pending.position = head.position)
            """)
        return deleted == batch
    }

    func sweepInbox(before cutoff: Date, batch: Int = 2000) async throws -> Bool {
        let deleted = try await execute("""
            DELETE FROM inbox WHERE (consumer, event_id) IN (
                SELECT consumer, event_id FROM inbox WHERE received_at < \(cutoff) ORDER BY received_at LIMIT \(batch)
            )
            """)
        return deleted == batch
    }

    func sweepIdempotencyKeys(before cutoff: Date, batch: Int = 500) async throws -> Bool {
        let deleted = try await execute("""
            DELETE FROM idempotency_keys WHERE (caller, route, key_hash) IN (
                SELECT caller, route, key_hash FROM idempotency_keys WHERE created_at < \(cutoff) ORDER BY created_at LIMIT \(batch)
            )
            """)
        return deleted == batch
    }
}
