import CareModels
import Foundation
import Outbox
import Postgres

/// A member leaves, or is removed. The last owner stays.
struct RemoveMember: Sendable {
    let now: @Sendable () -> Date

    func callAsFunction(_ user: UserID, from id: OrganisationID, by caller: OrganisationCaller, origin: Origin, _ tx: Transaction) async throws {
        var (organisation, actor) = try await tx.locked(id, for: caller)
        guard let member = try await tx.member(user, of: id) else { throw OrganisationRule.Refusal.noSuchMember }
        try OrganisationRule.remove(user, member.roles, by: actor)
        try OrganisationRule.letGo(member.roles, to: [], others: try await tx.countOwners(of: id, but: user))
        try await Leave(now: now())(user, &organisation, from: origin, tx)
    }
}
