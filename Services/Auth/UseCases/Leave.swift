import CareModels
import Foundation
import Outbox
import Postgres

/// Ends somebody's membership, and with it their part in the teams there. The part that leaving and being erased have in common; the organisation is locked.
struct Leave: Sendable {
    let now: Date

    func callAsFunction(_ user: UserID, _ organisation: inout OrganisationRecord, from origin: Origin, _ tx: Transaction) async throws {
        organisation.version += 1
        try await tx.touchTeams(of: user, in: organisation.id, now: now)
        try await tx.deleteMember(user, of: organisation.id)
        try await tx.endInvitations(by: user, to: organisation.id, from: origin, now: now)
        try await tx.save(organisation)
        try await tx.emit(OrganisationMemberLeft(organisationId: organisation.id, version: organisation.version, userId: user, leftAt: now))
        try await tx.audit(AuditEntry(.memberLeft, at: now, from: origin, user: user))
    }
}
