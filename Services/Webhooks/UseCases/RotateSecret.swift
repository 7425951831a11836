import Foundation
import Postgres

/// A client gets a new secret for a webhook. Until the end of the overlap the one before it signs too.
struct RotateSecret: Sendable {
    let seals: Seals
    let now: @Sendable () -> Date
    let newID: @Sendable () -> UUID

    func callAsFunction(_ id: WebhookID, overlap: TimeInterval, by client: String, _ tx: Transaction) async throws -> (secret: SigningSecret, until: Date) {
        _ = try await tx.lockWebhook(id, of: client, expectedVersion: nil)
        let now = now()
        let (secret, until) = (SigningSecret.random(), now.addingTimeInterval(overlap))
        try await tx.insert(secret, newID(), of: id, until: until, now: now, seals)
        return (secret, until)
    }
}
