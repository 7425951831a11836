import CareModels
import Postgres

extension Transaction {
    /// Takes back what waits to be published of these subjects, for good: of who is erased, nobody is told any more what went before. To a consumer it is as
    /// though the subject had ended where the last event told of it, which the erasure says with an event of its own; no version is drawn again, and none
    /// follows, so nobody meets a gap. An event that the relay is just sending may still go out. `topics`: of these also what was published goes,
    /// so that it is not sent again.
    ///
    /// `subjects` is a query of ids.
    package func withdrawEvents(of subjects: SQL, publishedIn topics: [Topic] = []) async throws {
        try await executeLater(
            """
            WITH waiting AS (
                DELETE FROM outbox_pending p USING outbox o
                WHERE o.position = p.position AND o.subject IN (\(subjects)) RETURNING p.position
            )
            DELETE FROM outbox o USING waiting w WHERE o.position = w.position
            """)
        // By the index outbox_one_event_per_version.
        let published = try await query(
            """
            DELETE FROM outbox o WHERE o.subject IN (\(subjects)) AND o.topic = ANY(\(topics.map(\.rawValue))::text[])
                AND o.type NOT LIKE '%.snapshot.v1'
            RETURNING o.position
            """)
        try await leaveQueue(published)
    }
}
