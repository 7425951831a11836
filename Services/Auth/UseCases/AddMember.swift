import CareModels
import Foundation
import Postgres

/// The platform's admin makes somebody a member without asking them; others invite (`InviteMember`).
struct AddMember: Sendable {
    let now: @Sendable () -> Date

    func callAsFunction(
        _ user: UserID, as roles: Set<OrganisationRole>, to id: OrganisationID, from origin: Origin, _ tx: Transaction
    ) async throws -> Joined {
        guard let person = try await tx.lockedUser(user) else { throw Refusal.noSuchUser }
        guard var organisation = try await tx.lockedOrganisation(id) else { throw OrganisationRule.Refusal.noSuchOrganisation }
        try OrganisationRule.give(roles, to: person.role, by: .platform(origin.actorID))
        let now = now()
        return try await Join(now: now)(OrganisationMember(userID: user, roles: roles, joinedAt: now), &organisation, from: origin, tx)
    }
}
