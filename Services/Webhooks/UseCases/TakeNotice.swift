import CareModels
import Foundation
import Postgres

/// Keeps a subscription's notice for the one webhook that the subscriber's app has at its address, and lets it wait there. True when there is one.
struct TakeNotice: Sendable {
    let seals: Seals
    let now: @Sendable () -> Date

    func callAsFunction(_ event: WebhookEvent, _ notice: SubscriptionHookNotified, _ tx: Transaction) async throws -> Bool {
        let webhook = try await tx.webhook(wanting: event.type, of: notice.clientId, at: notice.addressDigest)
        if let webhook {
            let now = now()
            let position = try await tx.insert(event, on: SubscriptionHookNotified.topic, for: webhook, now: now, seals)
            try await tx.enqueue(position, SubscriptionHookNotified.topic, event.subject, for: [webhook], now: now)
        }
        // Behind the lane, as whoever ends a delivery has them.
        try await NoteHook(now: now)(webhook == nil ? .nowhere : .taken, notice, tx)
        return webhook != nil
    }
}
