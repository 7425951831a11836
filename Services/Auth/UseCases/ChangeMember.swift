import CareModels
import Foundation
import Outbox
import Postgres

/// Gives a member other roles, in place of those before; without any they stay.
struct ChangeMember: Sendable {
    let now: @Sendable () -> Date

    /// `expectedRevision`: the one that was read; nil for whatever is there.
    func callAsFunction(
        _ user: UserID, to wished: Set<OrganisationRole>?, in id: OrganisationID, expectedRevision: Int?, by caller: OrganisationCaller, from origin: Origin,
        _ tx: Transaction
    ) async throws -> ListedMember {
        var (organisation, actor) = try await tx.locked(id, for: caller)
        // Who is a provider stays one, and nobody becomes one.
        guard var member = try await tx.member(user, of: id), let person = try await tx.user(user) else { throw OrganisationRule.Refusal.noSuchMember }
        let roles = wished ?? member.roles
        try OrganisationRule.give(roles, insteadOf: member.roles, to: person.role, by: actor)
        try OrganisationRule.check(expectedRevision, against: member.revision)
        try OrganisationRule.letGo(member.roles, to: roles, others: try await tx.countOwners(of: id, but: user))
        if roles != member.roles { try await change(&member, to: roles, &organisation, from: origin, tx) }
        guard let listed = try await tx.listedMember(user, of: id) else { throw OrganisationRule.Refusal.noSuchMember }
        return listed
    }

    private func change(
        _ member: inout OrganisationMember, to roles: Set<OrganisationRole>, _ organisation: inout OrganisationRecord, from origin: Origin, _ tx: Transaction
    ) async throws {
        let now = now()
        if OrganisationRule.asksForLess(member.roles, now: roles) {
            try await tx.endInvitations(by: member.userID, to: organisation.id, from: origin, now: now)
        }
        member.roles = roles
        organisation.version += 1
        try await tx.save(member, of: organisation.id)
        try await tx.save(organisation)
        try await tx.emit(
            OrganisationMemberChanged(organisationId: organisation.id, version: organisation.version, userId: member.userID, roles: roles.sorted(), changedAt: now))
        try await tx.audit(AuditEntry(.memberChanged, at: now, from: origin, user: member.userID))
    }
}
