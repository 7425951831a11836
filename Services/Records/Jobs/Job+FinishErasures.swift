import CareModels
import Outbox

extension Job {
    /// For a replica of the release before beside this one, or in its place for a while.
    static func finishErasures(_ dependencies: Dependencies) -> Job {
        let finish = FinishErasures(keys: dependencies.keys, now: dependencies.now)
        let round = Round<UserID>()
        return sweepInBatches("finish-erasures", every: .seconds(3600)) { tx in
            try await round.go(tx) { try await finish(behind: $0, tx) }
        }
    }
}
