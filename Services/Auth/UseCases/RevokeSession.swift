import CareModels
import Foundation
import Outbox
import Postgres

/// Ends a session and says so to the other services; nothing when it has ended already.
struct RevokeSession: Sendable {
    let reason: SessionRevoked.Reason

    func callAsFunction(_ id: SessionID, now: Date, _ tx: Transaction) async throws {
        for ended in try await tx.end([id], reason: reason, now: now) { try await tx.emit(ended.revoked) }
    }
}
