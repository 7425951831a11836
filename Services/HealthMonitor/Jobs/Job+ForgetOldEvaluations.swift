import Outbox

extension Job {
    static func forgetOldEvaluations(_ dependencies: Dependencies) -> Job {
        let forget = ForgetEvaluations(retention: dependencies.settings.evaluationRetention, now: dependencies.now)
        return sweepInBatches("forget-old-evaluations", every: .seconds(60)) { tx in try await forget(tx) }
    }
}
