import CareModels
import CareService
import Foundation
import Postgres

/// A resting heart rate was stored among the person's records, or corrected there: it takes the place of what the same
/// observation said before, and is judged as one that came by the API. What is no resting heart rate of a person is let pass.
enum OnObservationRecorded {
    static func handle(_ event: ObservationRecorded, _ dependencies: Dependencies, _ tx: Transaction) async throws {
        let now = dependencies.moment
        guard case .success(let heartRate) = RestingHeartRate.read(event, now: now) else { return }
        do {
            var monitor = try await tx.lockMonitor(of: event.userId, dependencies.keys)
            guard try await replaces(event, heartRate, &monitor, tx) else { return }
            let watching = Watching(dependencies: dependencies, now: now)
            let mark = ObservationMark(id: event.observationId, version: event.version)
            _ = try await watching.take([.success(heartRate)], from: .observation(mark), &monitor, tx)
        } catch is PersonErased {
            return
        }
    }

    /// False when the event tells nothing new of its observation.
    private static func replaces(
        _ event: ObservationRecorded, _ heartRate: HeartRate, _ monitor: inout Monitor, _ tx: Transaction
    ) async throws -> Bool {
        guard let stored = try await tx.heartRate(from: event.observationId, of: monitor) else { return true }
        guard stored.version < event.version else { return false }
        guard stored.heartRate != heartRate else {
            try await tx.mark(ObservationMark(id: event.observationId, version: event.version))
            return false
        }
        try await tx.withdraw(event.observationId, stored.heartRate, &monitor)
        return true
    }
}
