import CareModels
import Postgres

extension Transaction {
    /// False when this consumer took the event in before. A delivery at the same time elsewhere is waited for.
    ///
    /// What was taken in before there were tables by day is in `inbox`, and what the release before takes in beside this one is in both.
    func takeIn(_ event: EventID, consumer: String) async throws -> Bool {
        let inserted = try await execute(
            """
            INSERT INTO inbox_days (consumer, event_id) SELECT \(consumer)::text, \(event.uuid)::uuid
            WHERE NOT EXISTS (SELECT FROM inbox WHERE consumer = \(consumer) AND event_id = \(event.uuid))
            ON CONFLICT DO NOTHING
            """)
        return inserted == 1
    }
}
