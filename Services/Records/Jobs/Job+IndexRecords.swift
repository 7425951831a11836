import CareModels
import Outbox

extension Job {
    /// Makes the indexes of resources that the release before wrote, and of those from before it.
    static func indexRecords(_ dependencies: Dependencies) -> Job {
        let fill = FillSearchIndex(keys: dependencies.keys, base: dependencies.base)
        let round = Round<FillSearchIndex.Place>()
        return sweepInBatches("records-search-index", every: .seconds(30)) { tx in
            try await round.go(tx) { try await fill(from: $0 ?? FillSearchIndex.Place(), tx) }
        }
    }
}
