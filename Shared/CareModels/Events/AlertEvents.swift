import Foundation

/// A patient should be asked whether they took their medication: a resting heart rate was above their boundary.
///
/// Neither number travels: a notification is worded without them, and its client reads `GET /health/alerts/{alertId}`.
public struct AlertRaised: CareEvent {
    public static let type = "care.alerts.raised.v1"
    public static let since = "1.0.0"
    public static let topic = Topic.alerts
    public var alertId: AlertID
    public var version: Int
    public var patientId: UserID
    public var raisedAt: Date
    public var subject: UUID { alertId.uuid }

    public init(alertId: AlertID, version: Int, patientId: UserID, raisedAt: Date) {
        self.alertId = alertId
        self.version = version
        self.patientId = patientId
        self.raisedAt = raisedAt
    }
}

/// The patient answered an alert: its notification asks nothing any more. What the answer was stays in the service.
public struct AlertAnswered: CareEvent {
    public static let type = "care.alerts.answered.v1"
    public static let since = "1.0.0"
    public static let topic = Topic.alerts
    public var alertId: AlertID
    public var version: Int
    public var patientId: UserID
    public var answeredAt: Date
    public var subject: UUID { alertId.uuid }

    public init(alertId: AlertID, version: Int, patientId: UserID, answeredAt: Date) {
        self.alertId = alertId
        self.version = version
        self.patientId = patientId
        self.answeredAt = answeredAt
    }
}
