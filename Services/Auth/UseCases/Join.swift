import CareModels
import Foundation
import Outbox
import Postgres

/// Makes somebody a member. The part that whatever does so has in common; the person is locked, then the organisation.
struct Join: Sendable {
    let now: Date

    func callAsFunction(_ member: OrganisationMember, _ organisation: inout OrganisationRecord, from origin: Origin, _ tx: Transaction) async throws {
        try OrganisationRule.join(members: try await tx.countMembers(of: organisation.id))
        guard try await tx.insert(member, of: organisation.id) else { throw OrganisationRule.Refusal.alreadyMember }
        organisation.version += 1
        try await tx.save(organisation)
        try await tx.emit(
            OrganisationMemberJoined(
                organisationId: organisation.id, version: organisation.version, userId: member.userID, roles: member.roles.sorted(), joinedAt: now))
        try await tx.audit(AuditEntry(.memberJoined, at: now, from: origin, user: member.userID))
    }
}
