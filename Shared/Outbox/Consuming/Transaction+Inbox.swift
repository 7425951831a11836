import CareModels
import Postgres

extension Transaction {
    /// False when this consumer took the event in before. A delivery at the same time elsewhere is waited for.
    func takeIn(_ event: EventID, consumer: String) async throws -> Bool {
        let inserted = try await execute(
            "INSERT INTO inbox (consumer, event_id) VALUES (\(consumer), \(event.uuid)) ON CONFLICT DO NOTHING")
        return inserted == 1
    }
}
