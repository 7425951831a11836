import CareModels
import Postgres

struct OnReminderFired: Sendable {
    let dependencies: Dependencies

    func handle(_ event: ReminderFired, _ tx: Transaction) async throws {
        let notify = NotifyPatient(now: dependencies.moment, newID: dependencies.newID)
        let details = NotificationDetails(alertId: event.alertId, reminderId: event.reminderId, dueAt: event.dueAt)
        let news = try await notify(.reminder, subject: event.reminderId.uuid, details, patient: event.patientId, tx)
        dependencies.tell(news, after: tx)
    }
}
