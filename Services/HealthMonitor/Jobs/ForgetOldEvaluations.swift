import Foundation
import Outbox

/// Every heart rate that comes is evaluated, and each evaluation kept: those beyond the retention go. Alerts and heart rates stay.
enum ForgetOldEvaluations {
    static let most = 500

    static func job(_ settings: HealthSettings, _ dependencies: Dependencies) -> Job {
        Job.sweepInBatches("forget-old-evaluations", every: .seconds(60)) { tx in
            let age = settings.evaluationRetention.seconds
            return try await tx.forgetEvaluations(before: dependencies.now().addingTimeInterval(-age), limit: most)
        }
    }
}
