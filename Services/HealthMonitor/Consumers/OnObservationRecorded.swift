import CareModels
import Outbox
import Postgres

struct OnObservationRecorded: Sendable {
    let dependencies: Dependencies

    func handle(_ event: ObservationRecorded, _ tx: Transaction) async throws -> VersionStep? {
        try await TakeObservation(keys: dependencies.keys, now: dependencies.moment, newID: dependencies.newID)(ObservedHeartRate(event), tx)
    }
}
