import CareModels
import Outbox

/// How the addresses stand that subscriptions are told at: `care.subscription-hooks.v1`.
enum SubscriptionHooksConsumer {
    static func consumer() -> Consumer {
        Consumer(
            "subscription-hooks", topic: .subscriptionHooks,
            [.following(SubscriptionHookChanged.self) { event, _, tx in try await OnSubscriptionHookChanged().handle(event, tx) }])
    }
}
