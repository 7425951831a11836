import CareModels
import Foundation
import Postgres

/// A provider's licence is not vouched for any more: by an organisation, which takes back what it gave alone, or by the platform's admin, who takes back all of it.
/// Who is left unverified is not listed, booked or written to any more; what there is stays readable.
struct WithdrawVerification: Sendable {
    let now: @Sendable () -> Date

    /// By the platform, or at the terminal. `expectedRevision`: the one that was read; nil for whatever is there.
    func callAsFunction(of id: UserID, expectedRevision: Int?, from origin: Origin, _ tx: Transaction) async throws {
        guard let user = try await tx.lockedUser(id) else { throw Refusal.noSuchUser }
        guard user.role == .provider else { throw OrganisationRule.Refusal.noProvider }
        try user.isVerified(at: expectedRevision)
        let now = now()
        try await tx.deleteVerifications(of: id)
        try await tx.noteNotVerifiedByDefault(id)
        try await CountAsVerified(now: now)(user, false, tx)
        try await tx.audit(AuditEntry(.verificationWithdrawn, at: now, from: origin, user: id))
    }

    /// Also of somebody who has left since; `expectedRevision`: the member's that was read, which who has left has no more.
    func callAsFunction(
        of id: UserID, in organisation: OrganisationID, expectedRevision: Int?, by caller: OrganisationCaller, from origin: Origin, _ tx: Transaction
    ) async throws {
        // Nobody else locks a person.
        try OrganisationRule.manage(try await caller.actor(in: organisation, tx))
        let user = try await tx.lockedUser(id)
        let (_, actor) = try await tx.locked(organisation, for: caller)
        try OrganisationRule.manage(actor)
        if expectedRevision != nil {
            guard let member = try await tx.member(id, of: organisation) else { throw OrganisationRule.Refusal.noSuchMember }
            try OrganisationRule.check(expectedRevision, against: member.revision)
        }
        try await tx.touchMember(id, of: organisation)
        guard let user, try await tx.deleteVerification(of: id, by: organisation) else { throw OrganisationRule.Refusal.noSuchMember }
        let now = now()
        let isLeft = try await !tx.verifications(of: id).isEmpty
        try await CountAsVerified(now: now)(user, isLeft || user.isVerifiedByDefault, tx)
        try await tx.audit(AuditEntry(.verificationWithdrawn, at: now, from: origin, user: id))
    }
}
