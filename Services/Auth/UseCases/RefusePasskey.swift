import CareModels
import Foundation
import Postgres

/// Writes down that a passkey which somebody has registered let nobody in, and why.
struct RefusePasskey: Sendable {
    let now: @Sendable () -> Date

    func callAsFunction(_ credential: [UInt8], reason: AuditEntry.Reason, from origin: Origin, _ tx: Transaction) async throws {
        guard let owner = try await tx.passkeyOwner(credential) else { return }
        try await tx.audit(AuditEntry(.loginRefused, at: now(), from: origin, user: owner, reason: reason))
    }
}
