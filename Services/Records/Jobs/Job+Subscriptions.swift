import Outbox

extension Job {
    static func advanceSubscriptions(_ dependencies: Dependencies) -> Job {
        sweepInBatches("advance-subscriptions", every: .seconds(10)) { tx in
            try await AdvanceSubscriptions(now: dependencies.moment(), keys: dependencies.keys, seal: dependencies.eventSeal, base: dependencies.base)(tx)
        }
    }

    static func forgetSubscriptionEvents(_ dependencies: Dependencies) -> Job {
        sweepInBatches("forget-subscription-events", every: .seconds(3600)) { tx in try await ForgetSubscriptionEvents(now: dependencies.now())(tx) }
    }
}
