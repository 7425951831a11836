import CareModels
import Postgres

struct OnAlertAnswered: Sendable {
    let dependencies: Dependencies

    func handle(_ event: AlertAnswered, _ tx: Transaction) async throws {
        let markAnswered = MarkAnswered(now: dependencies.moment, newID: dependencies.newID)
        let news = try await markAnswered(event.alertId, of: event.patientId, at: event.answeredAt, tx)
        dependencies.tell(news, after: tx)
    }
}
