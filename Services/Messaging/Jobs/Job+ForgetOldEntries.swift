import Outbox

extension Job {
    static func forgetOldEntries(_ dependencies: Dependencies) -> Job {
        let forget = ForgetOldEntries(retention: dependencies.settings.feedRetention, now: dependencies.moment)
        return sweepInBatches("forget-old-feed-entries", every: .seconds(600)) { tx in try await forget(tx) }
    }
}
