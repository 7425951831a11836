import Outbox

extension Job {
    static func purgeExpired(_ dependencies: Dependencies) -> Job {
        let purge = PurgeExpired(settings: dependencies.settings, now: dependencies.now)
        return sweepInBatches("purge-expired", every: .seconds(60)) { tx in try await purge(tx) }
    }
}
