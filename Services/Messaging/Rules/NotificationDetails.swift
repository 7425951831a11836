import CareModels
import Foundation

/// What a notification is about: ids and times.
struct NotificationDetails: Codable, Equatable, Sendable {
    var appointmentId: AppointmentID?
    var startTime: Date?
    var endTime: Date?
    /// What is said of it was changed, not its time.
    var isChange: Bool?
    /// Who cancelled it said why: `GET /appointments/{appointmentId}`.
    var hasReason: Bool?
    var conversationId: ConversationID?
    /// Read it at `GET /health/alerts/{alertId}`, answer it at `POST /health/alerts/{alertId}/answer`.
    var alertId: AlertID?
    var reminderId: ReminderID?
    var dueAt: Date?
    /// A provider reads the record without consent: `GET /records/access-log` says what.
    var overrideId: RecordOverrideID?
    var providerId: UserID?
    /// Changes of a record: `GET /fhir/r4/Subscription/{subscriptionId}/$events` says which, up to and with that number.
    var subscriptionId: RecordID?
    var patientId: UserID?
    var eventNumber: Int?
}
