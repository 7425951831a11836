import CareModels
import Foundation
import Postgres

/// An operator takes every second factor of somebody away, with their recovery codes: the password alone lets them in again, or what their role demands is set up
/// anew. Whatever they were signed in with ends, and they are told at an address that they have proved to be theirs.
struct ResetFactors: Sendable {
    let tell: TellOfAccount
    let now: @Sendable () -> Date

    func callAsFunction(_ id: UserID, for reason: FactorReset.Reason, from origin: Origin, _ tx: Transaction) async throws {
        guard id != origin.actorID else { throw Refusal.ownAccount }
        guard let user = try await tx.lockedUser(id) else { throw Refusal.noSuchUser }
        let now = now()
        try await tx.deleteEveryFactor(of: id)
        try await tx.noteSecondFactor(of: id)
        try await EndAccess(now: now)(of: id, reason: .admin, tx)
        try await tx.endLinksThatLeadAway(of: user)
        try await tell(.factorsReset, to: user, tx)
        try await tx.audit(AuditEntry(.factorsReset, at: now, from: origin, user: id, reason: AuditEntry.Reason(reason)))
    }
}
