import CareModels
import Foundation

/// An appointment as its patient and its provider see it.
struct AppointmentView: Encodable, Sendable {
    struct Cancellation: Encodable, Sendable {
        var cancelledBy: UserID?
        var cancelledAt: Date?
        var reason: String?
    }

    var id: AppointmentID
    var version: Int
    var status: AppointmentStatus
    var providerId: UserID
    var providerName: String?
    var patientId: UserID
    var patientName: String?
    var title: String
    var description: String?
    var startTime: Date
    var endTime: Date
    var timeZone: String
    var cancellation: Cancellation?
    var createdAt: Date
    var updatedAt: Date

    init(_ record: AppointmentRecord) {
        id = record.id
        version = record.version
        status = record.status
        providerId = record.providerId
        providerName = record.providerName
        patientId = record.patientId
        patientName = record.patientName
        title = record.title
        description = record.description
        startTime = record.startTime
        endTime = record.endTime
        timeZone = record.timeZone
        if record.status == .cancelled {
            cancellation = Cancellation(cancelledBy: record.cancelledBy, cancelledAt: record.cancelledAt, reason: record.cancelReason)
        }
        createdAt = record.createdAt
        updatedAt = record.updatedAt
    }
}
