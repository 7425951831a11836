import CareModels
import Foundation
import Outbox
import Postgres

/// A reminder's time has come. Its firing and its event are one commit with the end of its timer, so that each fires once whatever is killed.
struct FireReminder: Sendable {
    /// The kind of its timer, whose key is the reminder's id.
    static let timer = "medication-reminder"

    let now: @Sendable () -> Date

    func callAsFunction(_ id: ReminderID, _ tx: Transaction) async throws {
        let now = now()
        guard let fired = try await tx.fireReminder(id, now: now) else { return }
        try await tx.emit(
            ReminderFired(
                reminderId: id, version: fired.version, patientId: fired.patientId, alertId: fired.alertId, dueAt: fired.dueAt, firedAt: now))
    }
}
