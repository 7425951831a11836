import CareModels
import Foundation
import Postgres

extension Transaction {
    /// Signs, and queues again, events that have to be signed and are not: those that a release before emitted. At most `limit`, of
    /// before `cutoff`; true when there may be more. Whoever handled them takes them for duplicates.
    package func signUnsignedEvents(before cutoff: Date, by signer: EventSigner, limit: Int) async throws -> Bool {
        let types = EventCatalog.all.filter { $0.event.isSigned }.map(\.type)
        let rows = try await query(
            """
            SELECT position, event_id, type, subject, occurred_at, data FROM outbox
            WHERE signature IS NULL AND type = ANY(\(types)::text[]) AND occurred_at < \(cutoff)
            ORDER BY position LIMIT \(limit) FOR NO KEY UPDATE SKIP LOCKED
            """)
        var statements: [SQL] = []
        for row in rows {
            let (position, event): (Int, UUID) = (try row["position"], try row["event_id"])
            let signature = try signer.sign(
                id: event, type: try row["type"], subject: try row["subject"], time: try row["occurred_at"], data: try row["data"])
            statements.append("UPDATE outbox SET signature = \(signature) WHERE position = \(position)")
            statements.append("INSERT INTO outbox_pending (position) VALUES (\(position)) ON CONFLICT DO NOTHING")
        }
        try await batch(statements)
        if !rows.isEmpty { afterCommit { CommitSignal.outbox.raise() } }
        return rows.count == limit
    }
}
