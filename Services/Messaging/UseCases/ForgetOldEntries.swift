import Foundation
import Postgres

/// Entries of feeds that are older than the retention go, so many in a transaction; who was away for longer takes a snapshot.
struct ForgetOldEntries: Sendable {
    static let most = 2000

    let retention: Duration
    let now: @Sendable () -> Date

    /// True when there may be more.
    func callAsFunction(_ tx: Transaction) async throws -> Bool {
        try await tx.forgetEntries(before: now().addingTimeInterval(-retention.seconds), limit: Self.most)
    }
}
