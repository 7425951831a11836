import CareModels
import Foundation
import Postgres

/// An operator keeps somebody out: their sessions, browsers' logins and waiting codes end at once, and no new ones begin. Of somebody who is suspended already only
/// the reason changes.
struct SuspendPerson: Sendable {
    let now: @Sendable () -> Date

    func callAsFunction(_ id: UserID, for reason: Suspension.Reason, from origin: Origin, _ tx: Transaction) async throws {
        guard id != origin.actorID else { throw Refusal.ownAccount }
        guard let user = try await tx.lockedUser(id) else { throw Refusal.noSuchUser }
        let now = now()
        try await tx.suspend(id, Suspension(since: user.suspension?.since ?? now, reason: reason))
        // Whom they, or somebody else who was in their account, have asked to an organisation of theirs.
        for organisation in try await tx.lockedOrganisations(of: id) { try await tx.endInvitations(by: id, to: organisation.id, from: origin, now: now) }
        try await EndAccess(now: now)(of: id, reason: .admin, tx)
        try await tx.endLinksThatLeadAway(of: user)
        try await tx.audit(AuditEntry(.suspended, at: now, from: origin, user: id, reason: AuditEntry.Reason(reason)))
    }
}
