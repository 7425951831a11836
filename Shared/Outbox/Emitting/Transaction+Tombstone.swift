import CareModels
import Foundation
import Postgres

extension Transaction {
    /// Has a compacted topic forget the subject: a record of its key without a value, behind everything else about it. It is no event; who reads the topic
    /// passes over it. Once for each subject; again it does nothing.
    package func emitTombstone(of subject: UUID, on topic: Topic, at instant: Date) async throws {
        try await executeLater(
            """
            WITH tombstone AS (
                INSERT INTO outbox (event_id, topic, type, subject, version, occurred_at, data)
                VALUES (\(UUID.v7(at: instant)), \(topic.rawValue), \(topic.tombstone), \(subject), \(Int.max), \(instant), ''::bytea)
                ON CONFLICT DO NOTHING RETURNING position
            )
            INSERT INTO outbox_pending (position) SELECT position FROM tombstone
            """)
        afterCommit { CommitSignal.outbox.raise() }
    }
}
