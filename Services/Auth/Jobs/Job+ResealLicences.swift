import Foundation
import Outbox

extension Job {
    /// After a master key was replaced.
    static func resealLicences(_ dependencies: Dependencies) -> Job {
        let (reseal, round) = (ResealLicences(masters: dependencies.masters), Round<UUID>())
        return sweepInBatches("reseal-licences", every: .seconds(30)) { tx in
            try await round.go(tx) { try await reseal(after: $0, tx) }
        }
    }
}
