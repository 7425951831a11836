import CareModels
import Postgres

struct OnAlertRaised: Sendable {
    let dependencies: Dependencies

    func handle(_ event: AlertRaised, _ tx: Transaction) async throws {
        let notify = NotifyPatient(now: dependencies.moment, newID: dependencies.newID)
        let details = NotificationDetails(alertId: event.alertId)
        let news = try await notify(.alert, subject: event.alertId.uuid, details, patient: event.patientId, tx)
        dependencies.tell(news, after: tx)
    }
}
