import Foundation
import Outbox

/// Files that no message took, and what is left of uploads that were broken off.
enum ForgetUnusedAttachments {
    static func job(_ dependencies: Dependencies) -> Job {
        Job.sweepInBatches("forget-unused-attachments", every: .seconds(600)) { tx in
            let age = dependencies.settings.unusedLifetime.seconds
            return try await tx.forgetUnusedAttachments(before: dependencies.now().addingTimeInterval(-age), limit: 20)
        }
    }
}
