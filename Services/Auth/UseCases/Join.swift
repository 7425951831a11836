import CareModels
import Foundation
import Outbox
import Postgres

/// Somebody is a member of an organisation now.
struct Joined: Sendable {
    var organisation: OrganisationID
    var member: ListedMember
}

/// Makes somebody a member. The part that whatever does so has in common; the person is locked, then the organisation.
struct Join: Sendable {
    let now: Date

    func callAsFunction(_ member: OrganisationMember, _ organisation: inout OrganisationRecord, from origin: Origin, _ tx: Transaction) async throws -> Joined {
        try OrganisationRule.join(members: try await tx.countMembers(of: organisation.id))
        guard try await tx.insert(member, of: organisation.id) else { throw OrganisationRule.Refusal.alreadyMember }
        organisation.version += 1
        try await tx.save(organisation)
        try await tx.emit(
            OrganisationMemberJoined(
                organisationId: organisation.id, version: organisation.version, userId: member.userID, roles: member.roles.sorted(), joinedAt: now))
        try await tx.audit(AuditEntry(.memberJoined, at: now, from: origin, user: member.userID))
        guard let listed = try await tx.listedMember(member.userID, of: organisation.id) else { throw OrganisationRule.Refusal.noSuchMember }
        return Joined(organisation: organisation.id, member: listed)
    }
}
