import CareModels
import JSON

/// An appointment as its patient and its provider see it; the front desk sees `atFrontDesk`.
struct AppointmentView: Sendable {
    private let record: AppointmentRecord

    init(_ record: AppointmentRecord) { self.record = record }

    /// To somebody who may see it: one of the two, or the front desk.
    init(_ record: AppointmentRecord, to user: UserID) { self.init(record.actor(of: user) == nil ? record.atFrontDesk : record) }
}

extension AppointmentView: JSONWritable {
    func write(to json: inout JSONWriter) {
        json.object {
            $0.member("bookedBy", record.bookedBy?.description)
            if record.status == .cancelled {
                $0.object("cancellation") {
                    $0.member("cancelledAt", record.cancelledAt)
                    $0.member("cancelledBy", record.cancelledBy?.description)
                    $0.member("reason", record.cancelReason)
                }
            }
            $0.member("createdAt", record.createdAt)
            $0.member("description", record.description)
            $0.member("endTime", record.endTime)
            $0.member("id", record.id.description)
            $0.member("organisationId", record.organisationId?.description)
            $0.member("patientId", record.patientId.description)
            $0.member("patientName", record.patientName)
            $0.member("providerId", record.providerId.description)
            $0.member("providerName", record.providerName)
            $0.member("rescheduledBy", record.rescheduledBy?.description)
            $0.member("startTime", record.startTime)
            $0.member("status", record.status.rawValue)
            $0.member("timeZone", record.timeZone)
            $0.member("title", record.title)
            $0.member("updatedAt", record.updatedAt)
            $0.member("version", record.version)
        }
    }
}
