import CareModels
import Foundation
import Outbox
import Postgres
import Sealing

/// A resting heart rate was stored among the person's records, or corrected there: it takes the place of what the same
/// observation said before, and is judged as one that came by the API. What is no plausible heart rate counts as none. What is
/// older than an event that came already changes nothing. Of an erased person nothing is held that it could follow.
struct TakeObservation: Sendable {
    let keys: PersonKeys
    let now: @Sendable () -> Date
    let newID: @Sendable () -> UUID

    func callAsFunction(_ observed: ObservedHeartRate, _ tx: Transaction) async throws -> VersionStep? {
        let now = now()
        let read = RestingHeartRate.read(observed, now: now)
        do {
            var monitor = try await tx.lockMonitor(of: observed.person, keys)
            let mark = observed.mark
            let step = VersionStep(after: try await tx.takeIn(mark, of: monitor), to: mark.version)
            guard step != .seen else { return step }
            let stored = try await tx.heartRate(from: mark.id, of: monitor)
            if let stored {
                guard read != .success(stored) else { return step }
                try await tx.withdraw(stored, &monitor)
            }
            if case .success(let heartRate) = read {
                _ = try await Watch(now: now, newID: newID)([.success(heartRate)], from: .observation(mark), replacing: stored, &monitor, tx)
            } else if stored != nil {
                try await tx.save(monitor)
            }
            return step
        } catch is PersonErased {
            return nil
        }
    }
}
