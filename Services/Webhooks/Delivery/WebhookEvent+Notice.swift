import CareModels
import JSON

extension WebhookEvent {
    /// Of a subscription, for one address.
    var notice: SubscriptionHookNotified? {
        type == SubscriptionHookNotified.type ? try? CareJSON.decode(SubscriptionHookNotified.self, from: data) : nil
    }
}
