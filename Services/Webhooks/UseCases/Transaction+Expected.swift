import CareModels
import Postgres

extension Transaction {
    /// The client's webhook at the version that it has read, locked.
    func lockWebhook(_ id: WebhookID, of client: String, expectedVersion: Int?) async throws -> Webhook {
        guard let webhook = try await lockWebhook(id, of: client) else { throw Refusal.noSuchWebhook }
        try ReadVersion.check(expectedVersion, against: webhook.version, Refusal.changed)
        return webhook
    }

    func requireGranted(_ types: [String], to client: String) async throws {
        let granted = try await grantedTypes(of: client)
        let others = types.filter { !granted.contains($0) }
        guard others.isEmpty else { throw Refusal.notGranted(others) }
    }
}
