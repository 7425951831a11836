import CareModels
import Foundation
import Outbox
import Postgres

/// A member leaves, or is removed. The last owner stays.
struct RemoveMember: Sendable {
    let now: @Sendable () -> Date

    /// `expectedRevision`: the one that was read; nil for whatever is there.
    func callAsFunction(
        _ user: UserID, from id: OrganisationID, expectedRevision: Int?, by caller: OrganisationCaller, origin: Origin, _ tx: Transaction
    ) async throws {
        var (organisation, actor) = try await tx.locked(id, for: caller)
        guard let member = try await tx.member(user, of: id) else { throw OrganisationRule.Refusal.noSuchMember }
        try OrganisationRule.remove(user, member.roles, by: actor)
        try OrganisationRule.check(expectedRevision, against: member.revision)
        try OrganisationRule.letGo(member.roles, to: [], others: try await tx.countOwners(of: id, but: user))
        try await Leave(now: now())(user, &organisation, from: origin, tx)
    }
}
