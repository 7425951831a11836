import Foundation
import Outbox
import Postgres

/// Says of a provider whether they are verified, and tells the other services when that is new. The person is locked.
struct CountAsVerified: Sendable {
    let now: Date

    func callAsFunction(_ user: UserRecord, _ isVerified: Bool, _ tx: Transaction) async throws {
        try await tx.touchVerification(of: user.id)
        guard user.isVerified != isVerified else { return }
        var user = user
        user.isVerified = isVerified
        user.version += 1
        user.revision += 1
        user.updatedAt = now
        try await tx.saveVerified(user)
        try await tx.emit(user.updated)
    }
}
