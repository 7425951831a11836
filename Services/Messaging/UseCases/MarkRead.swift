import CareModels
import Foundation
import Postgres

/// A user has read one of their notifications, or all: their other devices hear of it by the feed.
struct MarkRead: Sendable {
    /// Of all, so many at once.
    static let most = 500

    let now: @Sendable () -> Date

    func callAsFunction(_ id: NotificationID?, of user: UserID, _ tx: Transaction) async throws -> StreamNews {
        if let id, try await tx.notifications([id], of: user).isEmpty { throw Refusal.noSuchNotification }
        let now = now()
        let changed = try await tx.markRead(id, of: user, now: now, most: Self.most)
        let drafts = changed.map { FeedDraft(user: user, kind: .notification, notificationId: $0) }
        return try await Publish(now: now)(drafts, tx)
    }
}
