import CareModels
import Foundation
import Outbox
import Postgres

/// The platform takes an organisation in, with its first owner. Organisations verify people, so nobody makes their own.
struct CreateOrganisation: Sendable {
    let now: @Sendable () -> Date
    let newID: @Sendable () -> UUID

    func callAsFunction(_ details: OrganisationDetails, owner: UserID, from origin: Origin, _ tx: Transaction) async throws -> OrganisationRecord {
        guard try await tx.lockedUser(owner) != nil else { throw Refusal.noSuchUser }
        let now = now()
        var organisation = OrganisationRecord(details, id: OrganisationID(newID()), now: now)
        try await tx.insert(organisation)
        try await tx.emit(OrganisationCreated(organisationId: organisation.id, version: 1, name: details.name, timeZone: details.timeZone, createdAt: now))
        try await tx.audit(AuditEntry(.organisationCreated, at: now, from: origin, user: owner))
        _ = try await Join(now: now)(OrganisationMember(userID: owner, roles: [.owner], joinedAt: now), &organisation, from: origin, tx)
        return organisation
    }
}
