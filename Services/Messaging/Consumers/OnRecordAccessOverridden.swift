import CareModels
import Postgres

struct OnRecordAccessOverridden: Sendable {
    let dependencies: Dependencies

    func handle(_ event: RecordAccessOverridden, _ tx: Transaction) async throws {
        let notify = NotifyPatient(now: dependencies.moment, newID: dependencies.newID)
        let details = NotificationDetails(overrideId: event.overrideId, providerId: event.providerId)
        let news = try await notify(.recordAccess, subject: event.overrideId.uuid, details, patient: event.patientId, tx)
        dependencies.tell(news, after: tx)
    }
}
