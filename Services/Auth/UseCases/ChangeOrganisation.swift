import CareModels
import Foundation
import Outbox
import Postgres

/// Changes what an organisation says of itself. A patch that changes nothing is no change.
struct ChangeOrganisation: Sendable {
    let now: @Sendable () -> Date

    /// `expectedRevision`: the one that was read; nil for whatever is there.
    func callAsFunction(
        _ patch: OrganisationDetails.Patch, of id: OrganisationID, expectedRevision: Int?, by caller: OrganisationCaller, from origin: Origin, _ tx: Transaction
    ) async throws -> OrganisationRecord {
        var (organisation, actor) = try await tx.locked(id, for: caller)
        try OrganisationRule.manage(actor)
        try OrganisationRule.check(expectedRevision, against: organisation.revision)
        let details = try organisation.details.changed(by: patch)
        guard details != organisation.details else { return organisation }
        organisation.details = details
        organisation.version += 1
        organisation.revision += 1
        organisation.updatedAt = now()
        try await tx.save(organisation)
        try await tx.emit(
            OrganisationChanged(
                organisationId: id, version: organisation.version, name: details.name, timeZone: details.timeZone, changedAt: organisation.updatedAt))
        try await tx.audit(AuditEntry(.organisationChanged, at: organisation.updatedAt, from: origin))
        return organisation
    }
}
