import CareModels
import Foundation
import Outbox
import Postgres
import Sealing

/// A patient answers an alert: whether the medication was taken. The same answer again changes nothing, so that a retry is safe.
struct TakeAnswer: Sendable {
    let keys: PersonKeys
    let now: @Sendable () -> Date
    let newID: @Sendable () -> UUID

    func callAsFunction(_ answer: AlertAnswer, to id: AlertID, of person: UserID, _ tx: Transaction) async throws -> AlertRecord {
        var monitor = try await tx.lockMonitor(of: person, keys)
        guard var alert = try await tx.alert(id, of: monitor) else { throw Refusal.noSuchAlert }
        let now = now()
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
        let reminder = ReminderRecord(id: ReminderID(newID()), version: 1, patientId: person, alertId: alert, dueAt: dueAt)
        try await tx.insert(reminder)
        // Everything that the timer has to know is its key.
        try await tx.setTimer(FireReminder.timer, key: reminder.id.description, due: dueAt, payload: [String: String]())
        try await tx.emit(
            ReminderScheduled(reminderId: reminder.id, version: reminder.version, patientId: person, alertId: alert, dueAt: dueAt))
        return reminder
    }
}
