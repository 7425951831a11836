import CareModels
import Foundation
import Postgres

/// Keeps a subscription's notice for the one webhook that the subscriber's app has at its address, and lets it wait there; nothing of an erased patient's. True when it waits.
struct TakeNotice: Sendable {
    let seals: Seals
    let now: @Sendable () -> Date

    func callAsFunction(_ event: WebhookEvent, _ notice: SubscriptionHookNotified, _ tx: Transaction) async throws -> Bool {
        let webhook = try await tx.webhook(wanting: event.type, of: notice.clientId, at: notice.addressDigest)
        guard try await !tx.wasErased(notice.patientId) else { return false }
        var waits = false
        if let webhook {
            let now = now()
            // None of a subscriber who was erased.
            if let position = try await tx.insert(event, on: SubscriptionHookNotified.topic, for: webhook, now: now, seals) {
                try await tx.enqueue(position, SubscriptionHookNotified.topic, event.subject, for: [webhook], now: now)
                waits = true
            }
        }
        // Behind the lane, as whoever ends a delivery has them.
        try await NoteHook(now: now)(webhook == nil ? .nowhere : .taken, notice, tx)
        return waits
    }
}
