import CareModels
import HTTP

/// `GET /health/reminders?limit=&after=`: the caller's own, the latest due first.
struct ListReminders: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let person = try request.identity.user()
        let page = try request.page()
        let after = try TimeCursor<Reminder>(page)
        let records = try await dependencies.pool.reading(request) { try await $0.reminders(of: person, after: after, limit: page.limit + 1) }
        return try .json(page.page(records.map(ReminderView.init)) { TimeCursor($0.dueAt, $0.id).fields })
    }
}
