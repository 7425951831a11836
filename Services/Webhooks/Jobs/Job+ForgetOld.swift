import Outbox

extension Job {
    static func forgetOld(_ dependencies: Dependencies) -> Job {
        let forget = ForgetOld(retention: dependencies.settings.retention, now: dependencies.now)
        return sweepInBatches("forget-old-events", every: .seconds(60)) { tx in try await forget(tx) }
    }
}
