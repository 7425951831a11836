import CareModels
import Outbox

/// How the addresses stand that subscriptions are told at: `care.subscription-hooks.v1`.
enum SubscriptionHooksConsumer {
    static func consumer() -> Consumer {
        let judge = JudgeHook()
        return Consumer("subscription-hooks", topic: .subscriptionHooks, [.on(SubscriptionHookChanged.self) { event, _, tx in try await judge(event, tx) }])
    }
}
