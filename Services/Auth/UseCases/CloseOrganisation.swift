import CareModels
import Foundation
import Outbox
import Postgres

/// Closes an organisation, for good. Whom it has verified stay so, until the platform's admin withdraws it.
struct CloseOrganisation: Sendable {
    let now: @Sendable () -> Date

    /// `expectedRevision`: the one that was read; nil for whatever is there.
    func callAsFunction(
        _ id: OrganisationID, expectedRevision: Int?, by caller: OrganisationCaller, from origin: Origin, _ tx: Transaction
    ) async throws {
        var (organisation, actor) = try await tx.locked(id, for: caller)
        try OrganisationRule.close(actor)
        try OrganisationRule.check(expectedRevision, against: organisation.revision)
        let now = now()
        organisation.version += 1
        try await tx.close(organisation, now: now)
        try await tx.emit(OrganisationClosed(organisationId: id, version: organisation.version, closedAt: now))
        try await tx.audit(AuditEntry(.organisationClosed, at: now, from: origin))
    }
}
