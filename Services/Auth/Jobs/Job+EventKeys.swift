import Outbox

extension Job {
    static func signDeletions(_ dependencies: Dependencies) -> Job {
        let sign = SignDeletions(masters: dependencies.masters, now: dependencies.now)
        return sweepInBatches("sign-deletions", every: .seconds(60)) { tx in try await sign(tx) }
    }

    /// After a master key was replaced.
    static func resealEventKeys(_ dependencies: Dependencies) -> Job {
        let reseal = ResealEventKeys(masters: dependencies.masters)
        return sweep("reseal-event-keys", every: .seconds(30)) { tx in try await reseal(tx) }
    }
}
