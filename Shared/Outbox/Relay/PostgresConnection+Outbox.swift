import CareModels
import Foundation
import Postgres

/// What the relay does with its tables, on its own connection.
extension PostgresConnection {
    /// The queue's indexes are always the right way, and statistics of a table that is empty one moment and full the next
    /// say otherwise. Marks may be lost in a crash of the server: those events are sent again, never lost.
    func prepareForRelay() async throws {
        try await batch([
            "SET enable_seqscan = off", "SET enable_hashjoin = off", "SET enable_mergejoin = off",
            "SET synchronous_commit = off", "SET statement_timeout = '60s'"
        ])
    }

    /// The first unpublished events in position order, without those being sent (at most `limit`, read before). The whole
    /// queue is looked at from its head each time: positions commit out of order, so a cursor would skip some. It ends behind
    /// the one by which their data is more than so many bytes, so that one is there if any is.
    func unpublished(limit: Int, bytes: Int = OutboxRow.mostRead, beingSent: [Int]) async throws -> [OutboxRow] {
        try await unpublished(
            of: """
                WITH head AS MATERIALIZED (
                    SELECT position FROM outbox_pending ORDER BY position LIMIT \(limit + beingSent.count)
                ), free AS MATERIALIZED (
                    SELECT position FROM head
                    WHERE position NOT IN (SELECT unnest(\(beingSent)::bigint[])) ORDER BY position LIMIT \(limit)
                )
                SELECT outbox.* FROM free JOIN outbox ON outbox.position = free.position
                """, bytes: bytes)
    }

    /// The same, passing over held topics and subjects, whose rows may fill the queue's head.
    func unpublished(limit: Int, bytes: Int = OutboxRow.mostRead, beingSent: [Int], without holds: RelayHolds) async throws -> [OutboxRow] {
        try await unpublished(
            of: """
                SELECT outbox.* FROM outbox_pending JOIN outbox ON outbox.position = outbox_pending.position
                WHERE outbox.position NOT IN (SELECT unnest(\(beingSent)::bigint[]))
                  AND topic NOT IN (SELECT unnest(\(holds.activeTopics)::text[]))
                  AND (topic, subject) NOT IN (SELECT * FROM unnest(\(holds.activeKeys.map(\.topic))::text[], \(holds.activeKeys.map(\.subject))::uuid[]))
                ORDER BY outbox_pending.position LIMIT \(limit)
                """, bytes: bytes)
    }

    private func unpublished(of rows: SQL, bytes: Int) async throws -> [OutboxRow] {
        let columns: SQL = "position, event_id, topic, type, subject, occurred_at, traceparent, data, signature"
        return try await query(.page(of: "SELECT \(columns) FROM (\(rows)) waiting", in: "position", bytes: "octet_length(data)", most: bytes)).map(OutboxRow.init)
    }

    func markPublished(_ positions: [Int]) async throws {
        try await execute("DELETE FROM outbox_pending WHERE position = ANY(\(positions)::bigint[])")
    }

    /// Unpublished events, and when the first of them happened.
    func outboxBacklog() async throws -> (count: Int, oldest: Date?) {
        let row = try await first(
            """
            SELECT (SELECT count(*) FROM outbox_pending) AS count,
                   (SELECT occurred_at FROM outbox WHERE position = (SELECT min(position) FROM outbox_pending)) AS oldest
            """)
        guard let row else { return (0, nil) }
        return (try row["count"], try row["oldest"])
    }

    /// Frees the queue's dead rows, so that the next reads of its head do not walk over them.
    func vacuumOutboxQueue() async throws {
        try await execute("VACUUM (SKIP_LOCKED, INDEX_CLEANUP ON, TRUNCATE OFF) outbox_pending")
    }
}
