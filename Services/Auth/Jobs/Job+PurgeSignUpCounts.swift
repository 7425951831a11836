import Outbox

extension Job {
    static func purgeSignUpCounts(_ dependencies: Dependencies) -> Job {
        let purge = PurgeSignUpCounts(now: dependencies.now)
        return sweepInBatches("purge-sign-up-counts", every: .seconds(300)) { tx in try await purge(tx) }
    }
}
