import CareModels
import Foundation

/// A reminder as its patient sees it.
struct ReminderView: Encodable, Sendable {
    enum Status: String, Encodable, Sendable { case pending, fired, cancelled }

    var id: ReminderID
    var version: Int
    var alertId: AlertID
    var status: Status
    var dueAt: Date
    var firedAt: Date?
    var cancelledAt: Date?

    init(_ record: ReminderRecord) {
        id = record.id
        version = record.version
        alertId = record.alertId
        status = record.firedAt != nil ? .fired : record.cancelledAt != nil ? .cancelled : .pending
        dueAt = record.dueAt
        firedAt = record.firedAt
        cancelledAt = record.cancelledAt
    }
}
