import Outbox

extension Job {
    static func disableOverfull(_ dependencies: Dependencies) -> Job {
        let disable = DisableOverfull(mostWaiting: dependencies.settings.mostWaiting, now: dependencies.moment)
        return sweep("disable-overfull-webhooks", every: .seconds(10)) { tx in
            let count = try await disable(tx)
            if count > 0 { WebhookMetrics.disabled(Webhook.Reason.queueFull.rawValue).add(Double(count)) }
        }
    }
}
