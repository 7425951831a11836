import CareModels
import Outbox
import Postgres

struct OnAppointmentBooked: Sendable {
    let dependencies: Dependencies

    func handle(_ event: AppointmentBooked, _ tx: Transaction) async throws -> VersionStep? {
        let tell = TellOfAppointment(now: dependencies.moment, newID: dependencies.newID)
        let (news, step) = try await tell(AppointmentNews(event), tx)
        dependencies.tell(news, after: tx)
        return step
    }
}
