import CareModels
import Foundation

/// A line of what was done with an appointment.
struct AppointmentLogView: Encodable, Sendable {
    var version: Int
    var at: Date
    var action: String
    var role: String
    /// Absent where it came to be so by itself.
    var doneBy: UserID?
    var clientId: String?
    var startTime: Date
    var endTime: Date

    init(_ entry: AppointmentLogEntry) {
        version = entry.version
        at = entry.at
        action = entry.action
        role = entry.role
        doneBy = entry.doneBy
        clientId = entry.client
        startTime = entry.startTime
        endTime = entry.endTime
    }
}
