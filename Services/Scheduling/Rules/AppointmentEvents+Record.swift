import CareModels

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
