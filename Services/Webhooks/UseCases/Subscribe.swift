import CareModels
import Foundation
import Postgres

/// A client makes a webhook.
struct Subscribe: Sendable {
    let seals: Seals
    let now: @Sendable () -> Date
    let newID: @Sendable () -> UUID

    func callAsFunction(_ draft: WebhookDraft, by client: String, _ tx: Transaction) async throws -> (webhook: Webhook, secret: SigningSecret) {
        try await tx.lockClient(client)
        try await tx.requireGranted(draft.types, to: client)
        guard try await tx.countWebhooks(of: client) < Webhook.most else { throw Refusal.tooMany(limit: Webhook.most) }
        let now = now()
        let webhook = Webhook(
            id: WebhookID(newID()), clientID: client, version: 1, url: draft.url, types: draft.types, description: draft.description, state: .active,
            createdAt: now, updatedAt: now)
        let secret = SigningSecret.random()
        try await tx.insert(webhook)
        try await tx.insert(secret, newID(), of: webhook.id, until: now, now: now, seals)
        return (webhook, secret)
    }
}

extension SigningSecret {
    static func random() -> SigningSecret { SigningSecret(RandomBytes.make(length)) }
}
