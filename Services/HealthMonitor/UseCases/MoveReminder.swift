import CareModels
import Foundation
import Outbox
import Postgres
import Sealing

/// A patient moves a reminder that has yet to come.
struct MoveReminder: Sendable {
    let keys: PersonKeys
    let now: @Sendable () -> Date

    /// `dueAt`: nil leaves it where it is. `expectedVersion`: the one that the patient has read; nil for whatever is there.
    func callAsFunction(_ id: ReminderID, to dueAt: Date?, of person: UserID, expectedVersion: Int?, _ tx: Transaction) async throws -> ReminderRecord {
        guard let dueAt else {
            guard let reminder = try await tx.reminder(id, of: person) else { throw Refusal.noSuchReminder }
            try ReadVersion.check(expectedVersion, against: reminder.version, Refusal.changed)
            return reminder
        }
        try Reminding.checkTime(dueAt, now: now())
        _ = try await tx.lockMonitor(of: person, keys)
        let reminder = try await tx.lockReminder(id, of: person, expectedVersion: expectedVersion) { key in
            try await tx.setTimer(FireReminder.timer, key: key, due: dueAt, payload: [String: String]())
        }
        guard reminder.dueAt != dueAt || reminder.firedAt != nil || reminder.cancelledAt != nil else { return reminder }
        let moved = try Reminding.move(reminder, to: dueAt)
        try await tx.update(moved)
        try await tx.emit(
            ReminderScheduled(reminderId: id, version: moved.version, patientId: person, alertId: moved.alertId, dueAt: dueAt))
        return moved
    }
}
