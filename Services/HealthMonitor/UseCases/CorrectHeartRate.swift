import CareModels
import Foundation
import Postgres
import Sealing

/// A patient corrects a heart rate that they sent: the new value takes the old one's place, and is judged as one that has just come.
struct CorrectHeartRate: Sendable {
    let keys: PersonKeys
    let now: @Sendable () -> Date
    let newID: @Sendable () -> UUID

    /// `corrected`: nil leaves it as it is. `expectedVersion`: the one that the patient has read; nil for whatever is there.
    func callAsFunction(
        _ corrected: HeartRate?, at instant: Date, of person: UserID, expectedVersion: Int?, _ tx: Transaction
    ) async throws -> StoredHeartRate {
        var monitor = try await tx.lockMonitor(of: person, keys)
        let stored = try await tx.ownHeartRate(at: instant, of: monitor, expectedVersion: expectedVersion)
        guard let corrected, stored.heartRate != corrected else { return stored }
        try await tx.withdraw(stored.heartRate, &monitor)
        try await tx.forgetWithdrawal(at: corrected.at, of: monitor)
        _ = try await Watch(now: now(), newID: newID)([.success(corrected)], from: .api, replacing: stored.heartRate, &monitor, tx)
        try await tx.number(corrected, of: monitor, version: stored.version + 1)
        return StoredHeartRate(heartRate: corrected, version: stored.version + 1)
    }
}
