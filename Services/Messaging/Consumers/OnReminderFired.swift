import CareModels
import Postgres

struct OnReminderFired: Sendable {
    let dependencies: Dependencies

    func handle(_ event: ReminderFired, _ tx: Transaction) async throws {
        let notify = NotifyPatient(now: dependencies.now, newID: dependencies.newID)
        let details = NotificationDetails(alertId: event.alertId, reminderId: event.reminderId, dueAt: event.dueAt)
        dependencies.tell(try await notify(.reminder, subject: event.reminderId.uuid, details, patient: event.patientId, tx), after: tx)
    }
}
