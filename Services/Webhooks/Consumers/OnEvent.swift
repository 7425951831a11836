import CareModels
import Outbox
import Postgres

/// An event of any kind. Of a person's deletion its signature was checked before.
struct OnEvent: Sendable {
    let dependencies: Dependencies

    func handle<Event: CareEvent>(_ event: Event, _ received: ReceivedEvent, _ tx: Transaction) async throws {
        let taken = WebhookEvent(
            id: received.id, type: received.type, source: received.source, subject: received.subject, time: received.time, data: received.data)
        if try await take(taken, event, tx) { dependencies.deliver(after: tx) }
    }

    private func take<Event: CareEvent>(_ taken: WebhookEvent, _ event: Event, _ tx: Transaction) async throws -> Bool {
        if let notice = event as? SubscriptionHookNotified {
            return try await TakeNotice(seals: dependencies.seals, now: dependencies.now)(taken, notice, tx)
        }
        return try await TakeEvent(seals: dependencies.seals, now: dependencies.now)(taken, on: Event.topic, erasing: (event as? UserDeleted)?.userId, tx)
    }
}
