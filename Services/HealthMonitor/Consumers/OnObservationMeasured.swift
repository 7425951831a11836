import CareModels
import Outbox
import Postgres

/// The key is asked for before anything is locked, and for resting heart rates alone: of the rest no value is looked at. Who has no key was erased.
struct OnObservationMeasured: Sendable {
    let dependencies: Dependencies

    func handle(_ event: ObservationMeasured, _ tx: Transaction) async throws -> VersionStep? {
        var measurement: MeasuredAmount?
        if RestingHeartRate.isMeant(event.system, event.code) {
            guard let key = try await dependencies.measurements.key(of: event.userId) else { return nil }
            measurement = try key.open(event)
        }
        let take = TakeObservation(keys: dependencies.keys, now: dependencies.moment, newID: dependencies.newID)
        return try await take(ObservedHeartRate(event, measurement), tx)
    }
}
