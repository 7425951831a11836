import CareModels
import Outbox
import Postgres
import Sealing

/// The key is asked for before anything is begun, and for resting heart rates alone: of the rest no value is looked at. Who has no key was erased; who has
/// another than what was measured then is sealed under had their whole record destroyed: the value is gone with the key.
struct OnObservationMeasured: Sendable {
    let dependencies: Dependencies

    /// Before the transaction, which finds in memory what was answered.
    func prepare(_ event: ObservationMeasured) async throws {
        guard RestingHeartRate.isMeant(event.system, event.code), let key = try await dependencies.measurements.key(of: event.userId) else { return }
        do {
            _ = try key.open(event)
        } catch is CannotOpen {
            // The key that is kept here may be the one that was destroyed, and the event newer.
            dependencies.measurements.forget(event.userId)
            _ = try await dependencies.measurements.key(of: event.userId)
        }
    }

    func handle(_ event: ObservationMeasured, _ tx: Transaction) async throws -> VersionStep? {
        var measurement: MeasuredAmount?
        if RestingHeartRate.isMeant(event.system, event.code) {
            guard let opened = try open(event) else { return nil }
            measurement = opened
        }
        let take = TakeObservation(keys: dependencies.keys, now: dependencies.moment, newID: dependencies.newID)
        return try await take(ObservedHeartRate(event, measurement), tx)
    }

    private func open(_ event: ObservationMeasured) throws -> MeasuredAmount? {
        do {
            return try dependencies.measurements.inMemory(of: event.userId)?.open(event)
        } catch is CannotOpen {
            return nil
        }
    }
}
