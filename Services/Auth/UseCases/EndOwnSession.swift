import CareModels
import Foundation
import Postgres

/// Somebody ends a session of theirs, in an app or on a device that they may not have at hand.
struct EndOwnSession: Sendable {
    let now: @Sendable () -> Date

    func callAsFunction(_ id: SessionID, of user: UserID, from origin: Origin, _ tx: Transaction) async throws {
        let now = now()
        guard let ended = try await tx.endSession(id, of: user, now: now) else { throw Refusal.noSuchSession }
        try await AnnounceEnds(now: now)([ended], tx)
        try await tx.audit(AuditEntry(.loggedOut, at: now, from: origin, user: user, session: id))
    }

    /// All but `kept`, and browsers' logins on our pages.
    func others(than kept: SessionID, of user: UserID, from origin: Origin, _ tx: Transaction) async throws {
        let now = now()
        guard try await tx.lockedUser(user) != nil else { throw Refusal.noSuchUser }
        try await EndAccess(now: now)(of: user, keeping: kept, reason: .logout, tx)
        try await tx.audit(AuditEntry(.sessionsEnded, at: now, from: origin, user: user, session: kept))
    }
}
