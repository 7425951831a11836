import CareModels
import Outbox

/// A reminder that is due becomes a notification: `care.reminders.v1`.
enum RemindersConsumer {
    static func consumer(_ dependencies: Dependencies) -> Consumer {
        Consumer(
            "reminders", topic: .reminders,
            [.on(ReminderFired.self) { event, _, tx in try await OnReminderFired(dependencies: dependencies).handle(event, tx) }])
    }
}
