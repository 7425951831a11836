import CareModels
import Foundation

/// What a system message or an activity is about: ids and times, for a client to word in its user's language.
struct ItemDetails: Codable, Equatable, Sendable {
    /// `appointment.booked`, `appointment.rescheduled`, `appointment.changed`, `appointment.cancelled`; `invited`, `declined`, `joined`, `left`, `closed`,
    /// `reopened`.
    var event: String
    var appointmentId: AppointmentID?
    var startTime: Date?
    var endTime: Date?
    var previousStartTime: Date?
    /// Who was proposed, joined or left.
    var userId: UserID?
    /// Who did it.
    var doneBy: UserID?
    /// Who cancelled said why: `GET /appointments/{appointmentId}`.
    var hasReason: Bool?

    /// As it is stored.
    private enum CodingKeys: String, CodingKey {
        case event, appointmentId, startTime, endTime, previousStartTime, userId, hasReason
        case doneBy = "byUserId"
    }
}
