import CareModels
import Foundation
import Outbox
import Postgres
import Sealing

/// A patient does not want to be reminded any more.
struct CancelReminder: Sendable {
    let keys: PersonKeys
    let now: @Sendable () -> Date

    /// `expectedVersion`: the one that the patient has read; nil for whatever is there.
    func callAsFunction(_ id: ReminderID, of person: UserID, expectedVersion: Int?, _ tx: Transaction) async throws {
        _ = try await tx.lockMonitor(of: person, keys)
        try await cancel(id, of: person, expectedVersion: expectedVersion, tx)
    }

    /// Under the monitor's lock.
    func cancel(_ id: ReminderID, of person: UserID, expectedVersion: Int?, _ tx: Transaction) async throws {
        let reminder = try await tx.lockReminder(id, of: person, expectedVersion: expectedVersion) { key in
            try await tx.cancelTimer(FireReminder.timer, key: key)
        }
        let now = now()
        let cancelled = try Reminding.cancel(reminder, now: now)
        try await tx.update(cancelled)
        try await tx.emit(
            ReminderCancelled(reminderId: id, version: cancelled.version, patientId: person, alertId: cancelled.alertId, cancelledAt: now))
    }
}
