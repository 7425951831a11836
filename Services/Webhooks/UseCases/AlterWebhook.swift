import Foundation
import Postgres

/// A client changes, pauses or resumes a webhook. What waits for one that becomes active is due at once.
struct AlterWebhook: Sendable {
    let now: @Sendable () -> Date

    func callAsFunction(_ id: WebhookID, _ change: WebhookChange, by client: String, expectedVersion: Int?, _ tx: Transaction) async throws -> Webhook {
        let webhook = try await tx.lockWebhook(id, of: client, expectedVersion: expectedVersion)
        if let types = change.types { try await tx.requireGranted(types, to: client) }
        let now = now()
        let changed = change.applied(to: webhook, now: now)
        guard changed != webhook else { return webhook }
        try await tx.update(changed)
        if changed.state == .active { try await tx.retryWaiting(of: id, now: now) }
        return changed
    }
}
