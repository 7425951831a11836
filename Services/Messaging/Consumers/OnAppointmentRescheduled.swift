import CareModels
import Postgres

struct OnAppointmentRescheduled: Sendable {
    let dependencies: Dependencies

    func handle(_ event: AppointmentRescheduled, _ tx: Transaction) async throws {
        let news = try await TellOfAppointment(now: dependencies.now, newID: dependencies.newID)(AppointmentNews(event), tx)
        dependencies.tell(news, after: tx)
    }
}
