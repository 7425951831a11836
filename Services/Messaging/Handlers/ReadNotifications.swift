import CareModels
import HTTP
import Postgres

/// `PUT /notifications/:id/read`, and `PUT /notifications/read` for all: the user's other devices hear of it by the feed.
struct ReadNotifications: Sendable {
    enum Which: Sendable { case one, all }

    let dependencies: Dependencies
    let which: Which

    /// Of all, so many at once.
    static let most = 500

    func handle(_ request: Request) async throws -> Response {
        let user = try request.identity.user()
        let id: NotificationID? = which == .one ? try request.id("id") : nil
        try await dependencies.pool.transaction { tx in
            if let id, try await tx.notifications([id], of: user).isEmpty { throw Problem.notFound("notification") }
            let now = dependencies.now()
            let changed = try await tx.markRead(id, of: user, now: now, most: Self.most)
            let drafts = changed.map { FeedDraft(user: user, kind: .notification, notificationId: $0) }
            try await tx.publish(drafts, now: now, hub: dependencies.hub)
        }
        return .noContent
    }
}
