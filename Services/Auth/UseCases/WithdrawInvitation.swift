import CareModels
import Foundation
import Postgres

/// An organisation takes an invitation back.
struct WithdrawInvitation: Sendable {
    let now: @Sendable () -> Date

    func callAsFunction(
        _ invitation: OrganisationInvitationID, of id: OrganisationID, by caller: OrganisationCaller, from origin: Origin, _ tx: Transaction
    ) async throws {
        let (_, actor) = try await tx.locked(id, for: caller)
        try OrganisationRule.manage(actor)
        let now = now()
        guard try await tx.withdrawInvitation(invitation, to: id, now: now) else { throw OrganisationRule.Refusal.noSuchInvitation }
        try await tx.audit(AuditEntry(.invitationWithdrawn, at: now, from: origin))
    }
}

extension Transaction {
    /// What a member has asked others to is over, as what they could ask it by is: who is sent away comes back by no door that they have left open.
    func endInvitations(by member: UserID, to organisation: OrganisationID, from origin: Origin, now: Date) async throws {
        guard try await withdrawInvitations(by: member, to: organisation, now: now) > 0 else { return }
        try await audit(AuditEntry(.invitationWithdrawn, at: now, from: origin))
    }
}
