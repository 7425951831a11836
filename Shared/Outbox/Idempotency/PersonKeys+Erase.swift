import CareModels
import Postgres
import Sealing

extension PersonKeys {
    /// Destroys the key: what was sealed under it can never be read again. The answers that were kept for the person's retries go
    /// too. Waits for writers that are under way; call it before deleting the person's rows, so that the deletion sees what they wrote.
    /// False when it was done before.
    @discardableResult
    package func erase(_ person: UserID, _ tx: Transaction) async throws -> Bool {
        try await erase(person, with: [Idempotency.forgetting(person)], tx)
    }
}
