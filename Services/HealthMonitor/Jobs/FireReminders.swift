import CareModels
import Foundation
import Outbox
import Postgres

/// Reminders by durable timers: the reminder's firing, its event and the end of its timer are one commit, so that each fires
/// once whatever is killed, with however many replicas.
enum FireReminders {
    static let kind = "medication-reminder"

    static func job(_ dependencies: Dependencies) -> Job {
        .timer(kind) { key, _, tx in
            guard let id = ReminderID(key), let fired = try await tx.fireReminder(id, now: dependencies.moment) else { return }
            try await tx.emit(fired)
        }
    }

    /// Everything that a timer has to know is its key.
    struct Payload: Encodable, Sendable {}

    static func set(_ reminder: ReminderRecord, _ tx: Transaction) async throws {
        try await tx.setTimer(kind, key: reminder.id.description, due: reminder.dueAt, payload: Payload())
    }
}
