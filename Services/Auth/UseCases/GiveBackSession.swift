import CareModels
import Foundation
import Postgres

/// An app gives its session back. The browser that the person logged in with stays logged in.
struct GiveBackSession: Sendable {
    let now: @Sendable () -> Date

    func callAsFunction(_ id: SessionID, from origin: Origin, _ tx: Transaction) async throws {
        let now = now()
        try await RevokeSession(reason: .logout)(id, now: now, tx)
        try await tx.audit(AuditEntry(.tokenRevoked, at: now, from: origin, session: id))
    }
}
