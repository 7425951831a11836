import CareModels
import HTTP

/// `GET /notifications`: the caller's, newest first.
struct ListNotifications: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let user = try request.identity.user()
        var checks = Checks()
        let asked = try checks.read(request.page())
        let onlyUnread = try checks.read(request.query.bool("unread")) ?? false
        let page = try checks.done(asked)
        let after = try TimeCursor<Notification>(page)
        let rows = try await dependencies.pool.reading(request) { connection in
            try await connection.notifications(of: user, onlyUnread: onlyUnread, after: after, limit: page.limit + 1)
        }
        let found = page.page(rows) { TimeCursor($0.createdAt, $0.id).fields }
        let language = request.language
        return try .json(Page(items: found.items.map { NotificationView($0, in: language) }, nextCursor: found.nextCursor)).written(in: language)
    }
}
