import Outbox

extension Job {
    /// After a master key was replaced.
    static func resealLicences(_ dependencies: Dependencies) -> Job {
        let reseal = ResealLicences(masters: dependencies.masters)
        return sweep("reseal-licences", every: .seconds(30)) { tx in try await reseal(tx) }
    }
}
