import CareModels
import Foundation
import HTTP

/// `PATCH /health/reminders/:id`: moves one that has yet to come.
struct ChangeReminder: Sendable {
    let dependencies: Dependencies

    private struct Body: Decodable {
        var dueAt: Date?
    }

    func handle(_ request: Request) async throws -> Response {
        let person = try request.identity.user()
        let id: ReminderID = try request.id("id")
        let expected = try request.ifMatch()
        let body: Body = try request.decode()
        guard let dueAt = body.dueAt?.wholeMilliseconds else { throw Faults("dueAt", "is required") }
        let move = MoveReminder(keys: dependencies.keys, now: dependencies.moment)
        let moved = try await dependencies.pool.transaction { tx in try await move(id, to: dueAt, of: person, expectedVersion: expected, tx) }
        return try .json(ReminderView(moved), version: moved.version)
    }
}
