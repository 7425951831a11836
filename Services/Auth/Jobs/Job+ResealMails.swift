import Foundation
import Outbox

extension Job {
    /// After a master key was replaced.
    static func resealMails(_ dependencies: Dependencies) -> Job {
        let (reseal, round) = (ResealMails(masters: dependencies.masters), Round<UUID>())
        return sweepInBatches("reseal-mails", every: .seconds(30)) { tx in
            try await round.go(tx) { try await reseal(after: $0, tx) }
        }
    }
}
