import Outbox

extension Job {
    /// After a master key was replaced.
    static func resealFactors(_ dependencies: Dependencies) -> Job {
        let reseal = ResealFactors(masters: dependencies.masters)
        return sweep("reseal-factors", every: .seconds(30)) { tx in try await reseal(tx) }
    }
}
