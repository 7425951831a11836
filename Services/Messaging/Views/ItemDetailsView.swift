import CareModels
import Foundation

/// What a system message or an activity is about, as a participant sees it.
struct ItemDetailsView: Codable, Equatable, Sendable {
    var event: String
    var appointmentId: AppointmentID?
    var startTime: Date?
    var endTime: Date?
    var previousStartTime: Date?
    var userId: UserID?
    var doneBy: UserID?
    var hasReason: Bool?

    init(_ details: ItemDetails) {
        (event, appointmentId) = (details.event, details.appointmentId)
        (startTime, endTime, previousStartTime) = (details.startTime, details.endTime, details.previousStartTime)
        (userId, doneBy, hasReason) = (details.userId, details.doneBy, details.hasReason)
    }
}
