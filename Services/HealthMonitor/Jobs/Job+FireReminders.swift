import CareModels
import Outbox

extension Job {
    static func fireReminders(_ dependencies: Dependencies) -> Job {
        let fire = FireReminder(now: dependencies.moment)
        return timer(FireReminder.timer) { key, _, tx in
            guard let id = ReminderID(key) else { return }
            try await fire(id, tx)
        }
    }
}
