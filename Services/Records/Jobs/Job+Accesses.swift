import Outbox

extension Job {
    static func forgetAccesses(_ dependencies: Dependencies) -> Job {
        let forget = ForgetAccesses(retention: dependencies.accessRetention, now: dependencies.now)
        return sweepInBatches("forget-accesses", every: .seconds(3600)) { tx in try await forget(tx) }
    }
}
