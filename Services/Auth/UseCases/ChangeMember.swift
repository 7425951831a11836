import CareModels
import Foundation
import Outbox
import Postgres

/// Gives a member other roles, in place of those before.
struct ChangeMember: Sendable {
    let now: @Sendable () -> Date

    func callAsFunction(
        _ user: UserID, to roles: Set<OrganisationRole>, in id: OrganisationID, by caller: OrganisationCaller, from origin: Origin, _ tx: Transaction
    ) async throws {
        var (organisation, actor) = try await tx.locked(id, for: caller)
        // What somebody is on the platform never changes.
        guard var member = try await tx.member(user, of: id), let person = try await tx.user(user) else { throw OrganisationRule.Refusal.noSuchMember }
        try OrganisationRule.give(roles, insteadOf: member.roles, to: person.role, by: actor)
        try OrganisationRule.letGo(member.roles, to: roles, others: try await tx.countOwners(of: id, but: user))
        guard roles != member.roles else { return }
        let now = now()
        member.roles = roles
        organisation.version += 1
        try await tx.save(member, of: id)
        try await tx.save(organisation)
        try await tx.emit(
            OrganisationMemberChanged(organisationId: id, version: organisation.version, userId: user, roles: roles.sorted(), changedAt: now))
        try await tx.audit(AuditEntry(.memberChanged, at: now, from: origin, user: user))
    }
}
