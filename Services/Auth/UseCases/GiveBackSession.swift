import CareModels
import Foundation
import Outbox
import Postgres

/// An app gives its session back. The browser that the person logged in with stays logged in.
struct GiveBackSession: Sendable {
    let now: @Sendable () -> Date

    func callAsFunction(_ id: SessionID, from origin: Origin, _ tx: Transaction) async throws {
        let now = now()
        let ended = try await tx.end([id], reason: .logout, now: now)
        // The same again ends nothing.
        if ended.isEmpty { return }
        // The app itself need not be told.
        try await AnnounceEnds(now: now).toServices(ended, tx)
        try await tx.audit(AuditEntry(.tokenRevoked, at: now, from: origin, session: id))
    }
}
