import Outbox

extension Job {
    /// After a master key was replaced.
    static func resealFactors(_ dependencies: Dependencies) -> Job {
        let (reseal, round) = (ResealFactors(masters: dependencies.masters), Round<FactorID>())
        return sweepInBatches("reseal-factors", every: .seconds(30)) { tx in
            try await round.go(tx) { try await reseal(after: $0, tx) }
        }
    }
}
