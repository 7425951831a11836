import Foundation
import Outbox

extension Job {
    /// After a master key was replaced.
    static func resealSecrets(_ dependencies: Dependencies) -> Job {
        let (reseal, round) = (ResealKept(seals: dependencies.seals), Round<UUID>())
        return sweepInBatches("reseal-webhook-secrets", every: .seconds(30)) { tx in
            try await round.go(tx) { try await reseal.secrets(after: $0, tx) }
        }
    }

    static func resealKeptEvents(_ dependencies: Dependencies) -> Job {
        let (reseal, round) = (ResealKept(seals: dependencies.seals), Round<Int>())
        return sweepInBatches("reseal-webhook-events", every: .seconds(30)) { tx in
            try await round.go(tx) { try await reseal.events(after: $0, tx) }
        }
    }
}
