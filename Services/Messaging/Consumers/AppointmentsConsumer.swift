import CareModels
import Outbox

/// What Scheduling tells of appointments: `care.appointments.v1`. Completed and missed ones need no word.
enum AppointmentsConsumer {
    static func consumer(_ dependencies: Dependencies) -> Consumer {
        let tell = TellOfAppointment(dependencies: dependencies)
        return Consumer(
            "appointments", topic: .appointments,
            [
                .on(AppointmentBooked.self) { event, _, tx in try await tell.handle(TellOfAppointment.News(event), tx) },
                .on(AppointmentRescheduled.self) { event, _, tx in try await tell.handle(TellOfAppointment.News(event), tx) },
                .on(AppointmentCancelled.self) { event, _, tx in try await tell.handle(TellOfAppointment.News(event), tx) }
            ])
    }
}

extension TellOfAppointment.News {
    init(_ event: AppointmentBooked) {
        let details = ItemDetails(
            event: NotificationKind.appointmentBooked.rawValue, appointmentId: event.appointmentId, startTime: event.startTime,
            endTime: event.endTime, byUserId: event.patientId)
        self.init(kind: .appointmentBooked, version: event.version, details: details, patient: event.patientId, provider: event.providerId)
    }

    init(_ event: AppointmentRescheduled) {
        let details = ItemDetails(
            event: NotificationKind.appointmentRescheduled.rawValue, appointmentId: event.appointmentId, startTime: event.startTime,
            endTime: event.endTime, previousStartTime: event.previousStartTime, byUserId: event.rescheduledBy)
        self.init(kind: .appointmentRescheduled, version: event.version, details: details, patient: event.patientId, provider: event.providerId)
    }

    init(_ event: AppointmentCancelled) {
        let details = ItemDetails(
            event: NotificationKind.appointmentCancelled.rawValue, appointmentId: event.appointmentId, startTime: event.startTime,
            endTime: event.endTime, byUserId: event.cancelledBy)
        self.init(kind: .appointmentCancelled, version: event.version, details: details, patient: event.patientId, provider: event.providerId)
    }
}
