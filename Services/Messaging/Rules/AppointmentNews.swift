import CareModels

/// What an event says of an appointment.
struct AppointmentNews: Sendable {
    var kind: NotificationKind
    var version: Int
    var details: ItemDetails
    var patient: UserID
    var provider: UserID
}

extension AppointmentNews {
    init(_ event: AppointmentBooked) {
        let details = ItemDetails(
            event: NotificationKind.appointmentBooked.rawValue, appointmentId: event.appointmentId, startTime: event.startTime,
            endTime: event.endTime, doneBy: event.bookedBy ?? event.patientId)
        self.init(kind: .appointmentBooked, version: event.version, details: details, patient: event.patientId, provider: event.providerId)
    }

    init(_ event: AppointmentRescheduled) {
        let details = ItemDetails(
            event: NotificationKind.appointmentRescheduled.rawValue, appointmentId: event.appointmentId, startTime: event.startTime,
            endTime: event.endTime, previousStartTime: event.previousStartTime, doneBy: event.rescheduledBy)
        self.init(kind: .appointmentRescheduled, version: event.version, details: details, patient: event.patientId, provider: event.providerId)
    }

    init(_ event: AppointmentChanged) {
        let details = ItemDetails(
            event: NotificationKind.appointmentChanged.rawValue, appointmentId: event.appointmentId, startTime: event.startTime,
            endTime: event.endTime, doneBy: event.changedBy)
        self.init(kind: .appointmentChanged, version: event.version, details: details, patient: event.patientId, provider: event.providerId)
    }

    init(_ event: AppointmentCancelled) {
        let details = ItemDetails(
            event: NotificationKind.appointmentCancelled.rawValue, appointmentId: event.appointmentId, startTime: event.startTime,
            endTime: event.endTime, doneBy: event.cancelledBy, hasReason: event.hasReason)
        self.init(kind: .appointmentCancelled, version: event.version, details: details, patient: event.patientId, provider: event.providerId)
    }
}
