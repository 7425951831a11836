import Postgres

/// A client removes a webhook, with all that waits for it and its log.
struct Unsubscribe: Sendable {
    func callAsFunction(_ id: WebhookID, by client: String, expectedVersion: Int?, _ tx: Transaction) async throws {
        _ = try await tx.lockWebhook(id, of: client, expectedVersion: expectedVersion)
        try await tx.deleteWebhook(id)
    }
}
