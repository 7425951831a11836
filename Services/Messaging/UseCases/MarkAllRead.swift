import CareModels
import Foundation
import Postgres

/// A user has read all their notifications, or all that came until an instant: so many in a transaction, so that none holds their feed for long.
struct MarkAllRead: Sendable {
    static let most = 500

    let now: @Sendable () -> Date

    /// Also whether there may be more.
    func callAsFunction(until instant: Date?, of user: UserID, _ tx: Transaction) async throws -> (StreamNews, isMore: Bool) {
        let now = now()
        let changed = try await tx.markAllRead(until: instant, of: user, now: now, most: Self.most)
        return (try await Publish(now: now)(FeedDraft.notifications(changed, of: user), tx), changed.count == Self.most)
    }
}
