import Foundation
import Postgres

/// Deletes the counts of sign-ups whose hour is over, so many in a transaction.
struct PurgeSignUpCounts: Sendable {
    static let most = 1000

    let now: @Sendable () -> Date

    /// True when there may be more.
    func callAsFunction(_ tx: Transaction) async throws -> Bool {
        try await tx.purgeSignUpCounts(before: now().addingTimeInterval(-SignUpQuota.window), limit: Self.most) == Self.most
    }
}
