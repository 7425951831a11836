import CareModels
import Foundation
import Postgres

/// A guardian begins to act for their ward, from a session of their own: a session of the ward's that is listed among theirs, and that ends with either's say, with
/// the guardian's session, with the guardianship, and by itself within minutes. It has no refresh token: the guardian's has.
struct ActFor: Sendable {
    struct Acting: Sendable {
        var session: SessionRecord
        var role: Role
    }

    /// Of one token.
    let lifetime: TimeInterval
    let now: @Sendable () -> Date
    let newID: @Sendable () -> UUID

    /// Nil when they may not: which of the reasons it is, nobody is told.
    func callAsFunction(
        _ wardID: UserID, by guardian: UserID, in parent: SessionID, client: String, scopes: Set<String>, from origin: Origin, _ tx: Transaction
    ) async throws -> Acting? {
        let now = now()
        // The order of locks: people, guardianships, sessions.
        guard try await tx.isDoorOpen(of: wardID), let ward = try await tx.user(wardID) else { return nil }
        guard let guardianship = try await tx.sharedGuardianship(ward: wardID, guardian: guardian, now: now) else { return nil }
        guard let own = try await tx.lockedParent(parent, of: guardian, in: client, now: now) else { return nil }
        let end = [now.addingTimeInterval(lifetime), own.expiresAt, guardianship.endsAt].compactMap { $0 }.min() ?? now
        var session = SessionRecord(
            id: SessionID(newID()), user: wardID, client: client, scopes: scopes, authTime: own.authTime, context: own.context, now: now,
            lifetime: end.timeIntervalSince(now))
        if let known = try await tx.prolongActing(from: parent, by: guardianship.id, until: end, scopes: scopes, now: now) {
            session.id = known
        } else {
            try await tx.insert(session, refresh: nil)
            try await tx.noteActing(session.id, from: parent, by: guardianship.id)
        }
        var entry = AuditEntry(.tokenExchanged, at: now, from: origin, user: wardID, session: session.id)
        entry.actorID = guardian
        try await tx.audit(entry)
        return Acting(session: session, role: ward.role)
    }
}
