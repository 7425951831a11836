import Outbox

extension Job {
    static func forgetUnusedContents(_ dependencies: Dependencies) -> Job {
        let forget = ForgetUnusedContents(now: dependencies.now)
        return sweepInBatches("forget-unused-contents", every: .seconds(600)) { tx in try await forget(tx) }
    }
}
