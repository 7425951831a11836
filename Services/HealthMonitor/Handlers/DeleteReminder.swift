import CareModels
import HTTP

/// `DELETE /health/reminders/:id`: cancels one that has yet to come.
struct DeleteReminder: Sendable {
    let dependencies: Dependencies

    func handle(_ request: Request) async throws -> Response {
        let person = try request.identity.user()
        let id: ReminderID = try request.id("id")
        let expected = try request.ifMatch()
        let cancel = CancelReminder(keys: dependencies.keys, now: dependencies.moment)
        try await dependencies.pool.transaction { tx in try await cancel(id, of: person, expectedVersion: expected, tx) }
        return .noContent
    }
}
