import Foundation
import Postgres

/// Takes away what is older than it is kept, from the beginning of each person's chain on, which says that it begins later then.
struct ForgetAccesses: Sendable {
    var most = 1000
    let retention: Duration
    let now: @Sendable () -> Date

    /// True when there may be more.
    func callAsFunction(_ tx: Transaction) async throws -> Bool {
        let before = now().addingTimeInterval(-Double(retention.components.seconds))
        var left = most
        for owner in try await tx.ownersOfAccesses(before: before, limit: most) where left > 0 {
            left -= try await tx.forgetAccesses(of: owner, before: before, most: left)
        }
        return left <= 0
    }
}
