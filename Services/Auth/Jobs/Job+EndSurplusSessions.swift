import Outbox

extension Job {
    static func endSurplusSessions(_ dependencies: Dependencies) -> Job {
        let end = EndSurplusSessions(most: dependencies.settings.mostSessions, now: dependencies.now)
        return sweepInBatches("end-surplus-sessions", every: .seconds(60)) { tx in try await end(tx) }
    }
}
