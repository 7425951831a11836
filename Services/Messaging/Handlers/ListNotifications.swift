import CareModels
import HTTP

/// `GET /notifications`: the caller's, newest first.
struct ListNotifications: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let user = try request.identity.user()
        let page = try request.page()
        let onlyUnread = try request.query.bool("unread") ?? false
        let records = try await dependencies.pool.withConnection { try await $0.notifications(of: user, onlyUnread: onlyUnread, page) }
        return try .json(page.page(records.map { NotificationView($0) }) { [RFC3339.format($0.createdAt), $0.id.description] })
    }
}
