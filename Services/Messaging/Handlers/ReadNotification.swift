import CareModels
import HTTP

/// `PUT /notifications/:id/read`: the user's other devices hear of it by the feed.
struct ReadNotification: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let user = try request.identity.user()
        let id: NotificationID = try request.id("id")
        try await dependencies.pool.transaction { tx in
            dependencies.tell(try await MarkRead(now: dependencies.moment)(id, of: user, tx), after: tx)
        }
        return .noContent
    }
}
