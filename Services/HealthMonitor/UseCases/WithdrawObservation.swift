import CareModels
import Foundation
import Outbox
import Postgres
import Sealing

/// An observation does not count any more: nor does its heart rate, also one that comes late. Alerts that it raised stay, as what happened.
struct WithdrawObservation: Sendable {
    let keys: PersonKeys
    let now: @Sendable () -> Date

    func callAsFunction(_ mark: ObservationMark, of person: UserID, _ tx: Transaction) async throws -> VersionStep? {
        do {
            var monitor = try await tx.lockMonitor(of: person, keys)
            let step = VersionStep(after: try await tx.takeIn(mark, of: monitor), to: mark.version)
            guard step != .seen else { return step }
            try await tx.noteWithdrawal(of: mark, monitor, at: now())
            guard let stored = try await tx.heartRate(from: mark.id, of: monitor) else { return step }
            try await tx.withdraw(stored, &monitor)
            try await tx.save(monitor)
            return step
        } catch is PersonErased {
            return nil
        }
    }
}
