import CareModels
import Foundation
import Postgres

/// Keeps an event that some webhook wants, and lets it wait for each of them, unless it comes late and is about somebody who was erased. True when it waits.
struct TakeEvent: Sendable {
    let seals: Seals
    let now: @Sendable () -> Date

    /// - Parameter erased: the person of whom nothing is kept from here on: what is kept of them goes before their deletion is kept.
    func callAsFunction(_ event: WebhookEvent, on topic: Topic, erasing erased: UserID?, _ tx: Transaction) async throws -> Bool {
        // Locked first, as whoever deletes one has it.
        let webhooks = try await tx.webhooks(wanting: event.type)
        if let erased { try await ErasePerson(now: now)(erased, at: event.time, tx) }
        guard !webhooks.isEmpty else { return false }
        let now = now()
        guard let position = try await tx.insert(event, on: topic, now: now, seals) else { return false }
        try await tx.enqueue(position, topic, event.subject, for: webhooks, now: now)
        return true
    }
}
