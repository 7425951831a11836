import CareModels
import Foundation

/// An alert as its patient sees it.
struct AlertView: Encodable, Sendable {
    struct Answer: Encodable, Sendable {
        var taken: AlertAnswer.Taken
        var remindInHours: Int?
        var answeredAt: Date
    }

    struct Reminder: Encodable, Sendable {
        var id: ReminderID
        var dueAt: Date
        var firedAt: Date?
        var cancelledAt: Date?
    }

    var id: AlertID
    /// Counts what its patient sees change: raised, answered, its reminder moved, cancelled or fired.
    var version: Int
    var raisedAt: Date
    var text: String
    var heartRate: HeartRate
    var boundary: Double
    var answer: Answer?
    var reminder: Reminder?

    init(_ record: AlertRecord, in language: Language) {
        id = record.id
        version = record.version + (record.reminder.map { $0.version - 1 } ?? 0)
        raisedAt = record.raisedAt
        text = record.contents.text.string(in: language)
        heartRate = record.contents.heartRate
        boundary = record.contents.boundary
        if let given = record.contents.answer, let answeredAt = record.answeredAt {
            answer = Answer(taken: given.taken, remindInHours: given.remindInHours, answeredAt: answeredAt)
        }
        reminder = record.reminder.map { Reminder(id: $0.id, dueAt: $0.dueAt, firedAt: $0.firedAt, cancelledAt: $0.cancelledAt) }
    }
}
