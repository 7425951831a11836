import CareModels
import Outbox

/// Who subscribed to changes of a health record is told in their feed: `care.subscriptions.v1`.
enum SubscriptionsConsumer {
    static func consumer(_ dependencies: Dependencies) -> Consumer {
        Consumer(
            "subscriptions", topic: .subscriptions,
            [
                .on(SubscriptionNotified.self) { event, _, tx in
                    try await OnSubscriptionNotified(dependencies: dependencies).handle(event, tx)
                }
            ])
    }
}
