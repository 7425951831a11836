import Postgres

/// A client removes a webhook, with all that waits for it. Its log, which nobody can ask for from then on, is forgotten when it is old.
struct Unsubscribe: Sendable {
    func callAsFunction(_ id: WebhookID, by client: String, expectedVersion: Int?, _ tx: Transaction) async throws {
        _ = try await tx.lockWebhook(id, of: client, expectedVersion: expectedVersion)
        try await tx.deleteWebhook(id)
    }
}
