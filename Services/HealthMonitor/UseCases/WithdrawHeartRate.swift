import CareModels
import Foundation
import Postgres
import Sealing

/// A patient withdraws a heart rate that they sent: it counts in no average, nor does it come back when an app sends it again. Alerts that it raised
/// stay, as what happened.
struct WithdrawHeartRate: Sendable {
    let keys: PersonKeys

    /// `expectedVersion`: the one that the patient has read; nil for whatever is there.
    func callAsFunction(at instant: Date, of person: UserID, expectedVersion: Int?, _ tx: Transaction) async throws {
        var monitor = try await tx.lockMonitor(of: person, keys)
        let stored = try await tx.ownHeartRate(at: instant, of: monitor, expectedVersion: expectedVersion)
        try await tx.noteWithdrawal(of: stored.heartRate, monitor)
        try await tx.withdraw(stored.heartRate, &monitor)
        try await tx.save(monitor)
    }
}
