import Foundation
import Postgres

/// Files that no message took, and what is left of uploads that were broken off, go, so many in a transaction.
struct ForgetUnusedAttachments: Sendable {
    static let most = 20

    let lifetime: Duration
    let now: @Sendable () -> Date

    /// True when there may be more.
    func callAsFunction(_ tx: Transaction) async throws -> Bool {
        try await tx.forgetUnusedAttachments(before: now().addingTimeInterval(-lifetime.seconds), limit: Self.most)
    }
}
