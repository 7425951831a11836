import CareModels
import Postgres

struct OnAppointmentBooked: Sendable {
    let dependencies: Dependencies

    func handle(_ event: AppointmentBooked, _ tx: Transaction) async throws {
        let news = try await TellOfAppointment(now: dependencies.now, newID: dependencies.newID)(AppointmentNews(event), tx)
        dependencies.tell(news, after: tx)
    }
}
