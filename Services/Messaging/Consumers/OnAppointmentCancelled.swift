import CareModels
import Postgres

struct OnAppointmentCancelled: Sendable {
    let dependencies: Dependencies

    func handle(_ event: AppointmentCancelled, _ tx: Transaction) async throws {
        let tell = TellOfAppointment(now: dependencies.now, newID: dependencies.newID)
        dependencies.tell(try await tell(AppointmentNews(event), tx), after: tx)
    }
}
