import CareModels
import Outbox

/// What Scheduling tells of appointments: `care.appointments.v1`. Completed and missed ones need no word.
enum AppointmentsConsumer {
    static func consumer(_ dependencies: Dependencies) -> Consumer {
        Consumer(
            "appointments", topic: .appointments,
            [
                .following(AppointmentBooked.self) { event, _, tx in try await OnAppointmentBooked(dependencies: dependencies).handle(event, tx) },
                .following(AppointmentRescheduled.self) { event, _, tx in try await OnAppointmentRescheduled(dependencies: dependencies).handle(event, tx) },
                .following(AppointmentChanged.self) { event, _, tx in try await OnAppointmentChanged(dependencies: dependencies).handle(event, tx) },
                .following(AppointmentCancelled.self) { event, _, tx in try await OnAppointmentCancelled(dependencies: dependencies).handle(event, tx) }
            ])
    }
}
