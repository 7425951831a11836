import CareModels
import Outbox

/// A reminder that is due becomes a notification: `care.reminders.v1`.
enum RemindersConsumer {
    static func consumer(_ dependencies: Dependencies) -> Consumer {
        let notify = NotifyPatient(dependencies: dependencies)
        return Consumer(
            "reminders", topic: .reminders,
            [
                .on(ReminderFired.self) { event, _, tx in
                    let details = NotificationDetails(alertId: event.alertId, reminderId: event.reminderId, dueAt: event.dueAt)
                    try await notify.handle(.reminder, subject: event.reminderId.uuid, details, patient: event.patientId, tx)
                }
            ])
    }
}
