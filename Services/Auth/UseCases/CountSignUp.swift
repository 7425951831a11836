import Foundation
import Postgres

/// Counts a sign-up for its address, unless too many came from there.
struct CountSignUp: Sendable {
    /// In an hour.
    let most: Int
    let now: @Sendable () -> Date

    func callAsFunction(from key: [UInt8], _ tx: Transaction) async throws {
        let now = now()
        let state = try await tx.lockedSignUps(from: key, now: now)
        try SignUpQuota.check(state, most: most, now: now)
        try await tx.save(SignUpQuota.counted(state, now: now), signUpsFrom: key)
    }
}
