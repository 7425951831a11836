import Foundation

/// A patient asked to be reminded of their medication, or moved a reminder to another time: then it comes again, as its next version.
public struct ReminderScheduled: CareEvent {
    public static let type = "care.reminders.scheduled.v1"
    public static let since = "1.0.0"
    public static let topic = Topic.reminders
    public var reminderId: ReminderID
    public var version: Int
    public var patientId: UserID
    /// The alert in whose answer it was asked for.
    public var alertId: AlertID
    public var dueAt: Date
    public var subject: UUID { reminderId.uuid }

    public init(reminderId: ReminderID, version: Int, patientId: UserID, alertId: AlertID, dueAt: Date) {
        self.reminderId = reminderId
        self.version = version
        self.patientId = patientId
        self.alertId = alertId
        self.dueAt = dueAt
    }
}

/// A reminder is due: notify the patient now. Exactly one for each that was scheduled, unless the patient cancelled it or was erased before.
public struct ReminderFired: CareEvent {
    public static let type = "care.reminders.fired.v1"
    public static let since = "1.0.0"
    public static let topic = Topic.reminders
    public var reminderId: ReminderID
    public var version: Int
    public var patientId: UserID
    public var alertId: AlertID
    public var dueAt: Date
    public var firedAt: Date
    public var subject: UUID { reminderId.uuid }

    public init(reminderId: ReminderID, version: Int, patientId: UserID, alertId: AlertID, dueAt: Date, firedAt: Date) {
        self.reminderId = reminderId
        self.version = version
        self.patientId = patientId
        self.alertId = alertId
        self.dueAt = dueAt
        self.firedAt = firedAt
    }
}

/// A patient cancelled a reminder: it does not fire.
public struct ReminderCancelled: CareEvent {
    public static let type = "care.reminders.cancelled.v1"
    public static let since = "2.0.0"
    public static let topic = Topic.reminders
    public var reminderId: ReminderID
    public var version: Int
    public var patientId: UserID
    public var alertId: AlertID
    public var cancelledAt: Date
    public var subject: UUID { reminderId.uuid }

    public init(reminderId: ReminderID, version: Int, patientId: UserID, alertId: AlertID, cancelledAt: Date) {
        self.reminderId = reminderId
        self.version = version
        self.patientId = patientId
        self.alertId = alertId
        self.cancelledAt = cancelledAt
    }
}
