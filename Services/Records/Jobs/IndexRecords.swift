import CareModels
import Outbox

extension Job {
    /// Makes the indexes of resources that the release before wrote, and of those from before it.
    static func indexRecords(_ dependencies: Dependencies) -> Job {
        sweepInBatches("records-search-index", every: .seconds(30)) { tx in
            try await FillSearchIndex(keys: dependencies.keys, base: dependencies.base)(tx)
        }
    }
}
