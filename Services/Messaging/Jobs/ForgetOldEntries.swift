import Foundation
import Outbox

/// Entries of feeds that are older than the retention go; who was away for longer takes a snapshot.
enum ForgetOldEntries {
    static func job(_ dependencies: Dependencies) -> Job {
        Job.sweepInBatches("forget-old-feed-entries", every: .seconds(600)) { tx in
            let age = dependencies.settings.feedRetention.seconds
            return try await tx.forgetEntries(before: dependencies.now().addingTimeInterval(-age), limit: 2000)
        }
    }
}
