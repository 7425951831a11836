import CareModels
import CareService

/// What Scheduling tells of appointments: `care.appointments.v1`. Completed and missed ones need no word.
enum AppointmentsConsumer {
    static func consumer(_ dependencies: Dependencies) -> Consumer {
        let tell = TellOfAppointment(dependencies: dependencies)
        return Consumer("appointments", topic: .appointments, [
            .on(AppointmentBooked.self) { event, _, tx in
                let details = ItemDetails(
                    event: NotificationKind.appointmentBooked.rawValue, appointmentId: event.appointmentId, startTime: event.startTime,
                    endTime: event.endTime, byUserId: event.patientId)
                try await tell.handle(.appointmentBooked, details, patient: event.patientId, provider: event.providerId, tx)
            },
            .on(AppointmentRescheduled.self) { event, _, tx in
                let details = ItemDetails(
                    event: NotificationKind.appointmentRescheduled.rawValue, appointmentId: event.appointmentId, startTime: event.startTime,
                    endTime: event.endTime, previousStartTime: event.previousStartTime, byUserId: event.rescheduledBy)
                try await tell.handle(.appointmentRescheduled, details, patient: event.patientId, provider: event.providerId, tx)
            },
            .on(AppointmentCancelled.self) { event, _, tx in
                let details = ItemDetails(
                    event: NotificationKind.appointmentCancelled.rawValue, appointmentId: event.appointmentId, startTime: event.startTime,
                    endTime: event.endTime, byUserId: event.cancelledBy)
                try await tell.handle(.appointmentCancelled, details, patient: event.patientId, provider: event.providerId, tx)
            },
        ])
    }
}
