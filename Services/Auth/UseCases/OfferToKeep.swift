import CareModels
import Foundation
import Postgres

/// Somebody has proven who they are whose account waits for its erasure: they are not logged in, and the browser's secret is what they take the erasure back with.
struct OfferToKeep: Sendable {
    let now: @Sendable () -> Date

    func callAsFunction(_ user: UserID, _ browser: BrowserLogin, from origin: Origin, _ tx: Transaction) async throws {
        let now = now()
        try await tx.insert(
            AccountLink(
                tokenHash: browser.tokenHash, userID: user, purpose: .erasure, createdAt: now, expiresAt: now.addingTimeInterval(PasswordReset.lifetime)))
        try await tx.audit(AuditEntry(.loginRefused, at: now, from: origin, user: user, reason: .toBeErased))
    }
}
