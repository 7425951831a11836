import Outbox

extension Job {
    static func forgetTickets(_ dependencies: Dependencies) -> Job {
        let forget = ForgetTickets(now: dependencies.tokenClock)
        return sweepInBatches("forget-stream-tickets", every: .seconds(300)) { tx in try await forget(tx) }
    }
}
