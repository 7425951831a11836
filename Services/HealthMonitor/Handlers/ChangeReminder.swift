import CareModels
import Foundation
import HTTP

/// `PATCH /health/reminders/:id`: moves one that has yet to come; a merge patch, so that without a time it stays as it is.
struct ChangeReminder: Sendable {
    let dependencies: Dependencies

    private struct Body: Decodable {
        var dueAt: Patched<Date> = .absent
    }

    func handle(_ request: Request) async throws -> Response {
        let person = try request.identity.user()
        let id: ReminderID = try request.id("id")
        let expected = try request.ifMatch()
        let body: Body = try request.decode()
        var checks = Checks()
        let dueAt = checks.kept(body.dueAt, "dueAt")?.wholeMilliseconds
        try checks.done()
        let move = MoveReminder(keys: dependencies.keys, now: dependencies.moment)
        let moved = try await dependencies.pool.transaction { tx in try await move(id, to: dueAt, of: person, expectedVersion: expected, tx) }
        return try .json(ReminderView(moved), version: moved.version)
    }
}
