import CareModels
import Foundation
import HTTP
import Outbox
import Postgres

/// `POST /health/alerts/:id/answer`: whether the medication was taken. The same answer again changes nothing, so that a retry is
/// safe; another one is refused.
struct AnswerAlert: Sendable {
    let dependencies: Dependencies

    private struct Body: Decodable {
        var taken: String?
        var remindInHours: Int?
    }

    func handle(_ request: Request) async throws -> Response {
        let person = try request.identity.user()
        let id: AlertID = try request.id("id")
        let answer = try answer(request.decode(Body.self))
        return try await dependencies.pool.idempotent(request) { tx in
            let view = AlertView(try await apply(answer, to: id, of: person, tx))
            return try .json(view, version: view.version)
        }
    }

    private func answer(_ body: Body) throws -> AlertAnswer {
        var validation = Validation()
        let taken = body.taken.flatMap(AlertAnswer.Taken.init)
        validation.check(taken != nil, "taken", body.taken == nil ? "is required" : "must be yes or no")
        let range = AlertAnswer.reminderHours
        if let hours = body.remindInHours {
            validation.check(range.contains(hours), "remindInHours", "must be a whole number from \(range.lowerBound) to \(range.upperBound)")
            validation.check(taken != .yes, "remindInHours", "is only for an answer no")
        }
        try validation.done()
        guard let taken else { throw Problem.invalid([]) }
        return AlertAnswer(taken: taken, remindInHours: body.remindInHours)
    }

    private func apply(_ answer: AlertAnswer, to id: AlertID, of person: UserID, _ tx: Transaction) async throws -> AlertRecord {
        var monitor = try await tx.lockMonitor(of: person, dependencies.keys)
        guard var alert = try await tx.alert(id, of: monitor) else { throw Problem.notFound("alert") }
        let now = dependencies.moment
        let outcome = try Answering.answer(answer, to: alert.contents, monitor.settings, monitor.state, now: now, zone: monitor.timeZone)
        guard let outcome else { return alert }
        alert.contents = outcome.contents
        alert.answeredAt = now
        alert.version += 1
        try await tx.update(alert, of: monitor)
        try await tx.emit(AlertAnswered(alertId: id, version: alert.version, patientId: person, answeredAt: now))
        if let dueAt = outcome.reminderDueAt { alert.reminder = try await remind(of: id, person, at: dueAt, tx) }
        monitor.change(to: outcome.settings)
        monitor.state = outcome.state
        try await tx.save(monitor)
        return alert
    }

    private func remind(of alert: AlertID, _ person: UserID, at dueAt: Date, _ tx: Transaction) async throws -> ReminderRecord {
        let reminder = ReminderRecord(id: ReminderID(dependencies.newID()), dueAt: dueAt)
        try await tx.insert(reminder, of: alert, for: person)
        try await FireReminders.set(reminder, tx)
        try await tx.emit(ReminderScheduled(reminderId: reminder.id, version: 1, patientId: person, alertId: alert, dueAt: dueAt))
        return reminder
    }
}
