import CareModels
import Foundation
import Postgres

/// Whom an invitation is for says yes. It works once.
struct AcceptInvitation: Sendable {
    let now: @Sendable () -> Date

    func callAsFunction(_ id: OrganisationInvitationID, by user: UserID, from origin: Origin, _ tx: Transaction) async throws -> Joined {
        let now = now()
        guard let person = try await tx.lockedUser(user) else { throw Refusal.noSuchUser }
        guard let found = try await tx.invitation(id, of: user, now: now),
            var organisation = try await tx.lockedOrganisation(found.organisationID),
            let invitation = try await tx.takeInvitation(id, to: organisation.id)
        else { throw OrganisationRule.Refusal.noSuchInvitation }
        // Whoever invited them might give these roles then.
        try OrganisationRule.give(invitation.roles, to: person.role, by: .platform(nil))
        return try await Join(now: now)(OrganisationMember(userID: user, roles: invitation.roles, joinedAt: now), &organisation, from: origin, tx)
    }
}
