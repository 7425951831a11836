import CareModels
import Foundation

/// An alert with its reminder.
struct AlertRecord: Sendable {
    var id: AlertID
    var version: Int
    var raisedAt: Date
    var answeredAt: Date?
    var contents: AlertContents
    var reminder: ReminderRecord?
}

struct ReminderRecord: Equatable, Sendable {
    var id: ReminderID
    var version: Int
    var patientId: UserID
    var alertId: AlertID
    var dueAt: Date
    var firedAt: Date?
    var cancelledAt: Date?
}
