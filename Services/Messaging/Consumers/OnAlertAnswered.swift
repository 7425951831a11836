import CareModels
import Postgres

struct OnAlertAnswered: Sendable {
    let dependencies: Dependencies

    func handle(_ event: AlertAnswered, _ tx: Transaction) async throws {
        let markAnswered = MarkAnswered(now: dependencies.now, newID: dependencies.newID)
        dependencies.tell(try await markAnswered(event.alertId, of: event.patientId, at: event.answeredAt, tx), after: tx)
    }
}
