import CareModels
import Outbox
import Postgres
import Sealing

/// An observation does not count any more: nor does its heart rate, also one that comes late. Alerts that it raised stay, as what happened.
enum OnObservationWithdrawn {
    static func handle(_ event: ObservationWithdrawn, _ dependencies: Dependencies, _ tx: Transaction) async throws {
        do {
            var monitor = try await tx.lockMonitor(of: event.userId, dependencies.keys)
            guard try await tx.takeIn(ObservationMark(id: event.observationId, version: event.version), of: monitor) else { return }
            guard let stored = try await tx.heartRate(from: event.observationId, of: monitor) else { return }
            try await tx.withdraw(event.observationId, stored, &monitor)
            try await tx.save(monitor)
        } catch is PersonErased {
            return
        }
    }
}

extension Transaction {
    /// Deletes a heart rate; if it was the latest, the one before it is that now.
    func withdraw(_ observation: RecordID, _ heartRate: HeartRate, _ monitor: inout Monitor) async throws {
        try await deleteHeartRate(from: observation)
        guard monitor.state.latest == heartRate else { return }
        monitor.state.latest = try await latestHeartRate(of: monitor)
    }
}
