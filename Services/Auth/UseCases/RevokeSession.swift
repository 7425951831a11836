import CareModels
import Foundation
import Postgres

/// Ends a session and says so to the other services and to its client; nothing when it has ended already.
struct RevokeSession: Sendable {
    let reason: SessionRevoked.Reason

    func callAsFunction(_ id: SessionID, now: Date, _ tx: Transaction) async throws {
        try await AnnounceEnds(now: now)(try await tx.end([id], reason: reason, now: now), tx)
    }
}
