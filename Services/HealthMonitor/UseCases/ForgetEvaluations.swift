import Foundation
import Postgres

/// Every heart rate that comes is evaluated, and each evaluation kept: those beyond the retention go, so many in a transaction. Alerts and heart
/// rates stay.
struct ForgetEvaluations: Sendable {
    static let most = 500

    let retention: Duration
    let now: @Sendable () -> Date

    /// True when there may be more.
    func callAsFunction(_ tx: Transaction) async throws -> Bool {
        try await tx.forgetEvaluations(before: now().addingTimeInterval(-retention.seconds), limit: Self.most)
    }
}
