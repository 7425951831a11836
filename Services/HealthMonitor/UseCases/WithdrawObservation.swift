import CareModels
import Postgres
import Sealing

/// An observation does not count any more: nor does its heart rate, also one that comes late. Alerts that it raised stay, as what happened.
struct WithdrawObservation: Sendable {
    let keys: PersonKeys

    func callAsFunction(_ mark: ObservationMark, of person: UserID, _ tx: Transaction) async throws {
        do {
            var monitor = try await tx.lockMonitor(of: person, keys)
            guard try await tx.takeIn(mark, of: monitor) else { return }
            guard let stored = try await tx.heartRate(from: mark.id, of: monitor) else { return }
            try await tx.withdraw(stored, from: mark.id, &monitor)
            try await tx.save(monitor)
        } catch is PersonErased {
            return
        }
    }
}
