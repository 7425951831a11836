import CareModels
import Foundation

/// What a patient may do with a reminder that they asked for.
enum Reminding {
    /// So far ahead it may be moved.
    static let mostHours = 24

    /// It has fired, or was cancelled.
    enum Refusal: Error, Equatable { case over }

    static func checkTime(_ dueAt: Date, now: Date) throws(Faults) {
        guard dueAt > now, dueAt <= now.addingTimeInterval(Double(mostHours) * 3600) else {
            throw Faults("dueAt", "must be after now and at most \(limit: mostHours) hours ahead")
        }
    }

    static func move(_ reminder: ReminderRecord, to dueAt: Date) throws(Refusal) -> ReminderRecord {
        var moved = try changed(reminder)
        moved.dueAt = dueAt
        return moved
    }

    static func cancel(_ reminder: ReminderRecord, now: Date) throws(Refusal) -> ReminderRecord {
        var cancelled = try changed(reminder)
        cancelled.cancelledAt = now
        return cancelled
    }

    private static func changed(_ reminder: ReminderRecord) throws(Refusal) -> ReminderRecord {
        guard reminder.firedAt == nil, reminder.cancelledAt == nil else { throw .over }
        var changed = reminder
        changed.version += 1
        return changed
    }
}
