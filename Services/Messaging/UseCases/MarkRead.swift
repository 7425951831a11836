import CareModels
import Foundation
import Postgres

/// A user has read one of their notifications: their other devices hear of it by the feed.
struct MarkRead: Sendable {
    let now: @Sendable () -> Date

    func callAsFunction(_ id: NotificationID, of user: UserID, _ tx: Transaction) async throws -> StreamNews {
        if try await tx.notifications([id], of: user).isEmpty { throw Refusal.noSuchNotification }
        return try await Publish(now: now())(FeedDraft.notifications(try await tx.markRead(id, of: user, now: now()), of: user), tx)
    }
}
