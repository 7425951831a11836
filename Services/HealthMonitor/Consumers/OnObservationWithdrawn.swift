import CareModels
import Outbox
import Postgres

struct OnObservationWithdrawn: Sendable {
    let dependencies: Dependencies

    func handle(_ event: ObservationWithdrawn, _ tx: Transaction) async throws -> VersionStep? {
        let mark = ObservationMark(id: event.observationId, version: event.version)
        return try await WithdrawObservation(keys: dependencies.keys, now: dependencies.now)(mark, of: event.userId, tx)
    }
}
