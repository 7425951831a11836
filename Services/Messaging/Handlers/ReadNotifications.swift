import CareModels
import HTTP

/// `PUT /notifications/:id/read`, and `PUT /notifications/read` for all: the user's other devices hear of it by the feed.
struct ReadNotifications: Sendable {
    enum Which: Sendable { case one, all }

    let dependencies: Dependencies
    let which: Which

    func handle(_ request: Request) async throws -> Response {
        let user = try request.identity.user()
        let id: NotificationID? = which == .one ? try request.id("id") : nil
        try await dependencies.pool.transaction { tx in
            dependencies.tell(try await MarkRead(now: dependencies.now)(id, of: user, tx), after: tx)
        }
        return .noContent
    }
}
