import Outbox

extension Job {
    static func forgetWithdrawnObservations(_ dependencies: Dependencies) -> Job {
        let forget = ForgetWithdrawnObservations(now: dependencies.now)
        return sweepInBatches("forget-withdrawn-observations", every: .seconds(60)) { tx in try await forget(tx) }
    }
}
