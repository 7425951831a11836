import CareModels

extension AppointmentBooked {
    init(_ record: AppointmentRecord) {
        self.init(
            appointmentId: record.id, version: record.version, patientId: record.patientId, providerId: record.providerId,
            startTime: record.startTime, endTime: record.endTime, bookedBy: record.bookedBy)
    }
}

extension AppointmentRescheduled {
    init(_ record: AppointmentRecord, from before: AppointmentRecord, by user: UserID) {
        self.init(
            appointmentId: record.id, version: record.version, patientId: record.patientId, providerId: record.providerId,
            startTime: record.startTime, endTime: record.endTime, previousStartTime: before.startTime, previousEndTime: before.endTime,
            rescheduledBy: user)
    }
}

extension AppointmentChanged {
    init(_ record: AppointmentRecord, by user: UserID) {
        self.init(
            appointmentId: record.id, version: record.version, patientId: record.patientId, providerId: record.providerId,
            startTime: record.startTime, endTime: record.endTime, changedBy: user)
    }
}

extension AppointmentCancelled {
    init(_ record: AppointmentRecord, by user: UserID) {
        self.init(
            appointmentId: record.id, version: record.version, patientId: record.patientId, providerId: record.providerId,
            startTime: record.startTime, endTime: record.endTime, cancelledBy: user, hasReason: record.cancelReason != nil)
    }
}

extension AppointmentCompleted {
    init(_ record: AppointmentRecord) {
        self.init(
            appointmentId: record.id, version: record.version, patientId: record.patientId, providerId: record.providerId,
            startTime: record.startTime, endTime: record.endTime)
    }
}

extension AppointmentNoShow {
    init(_ record: AppointmentRecord) {
        self.init(
            appointmentId: record.id, version: record.version, patientId: record.patientId, providerId: record.providerId,
            startTime: record.startTime, endTime: record.endTime)
    }
}
