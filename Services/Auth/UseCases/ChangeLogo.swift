import CareModels
import Foundation
import Postgres

/// Takes a picture in the place of an organisation's logo before, or takes it away; by its owners and administrators.
struct ChangeLogo: Sendable {
    let now: @Sendable () -> Date

    /// `expectedRevision`: that of the logo that was seen; nil for whatever is there. Without `logo` there is none afterwards.
    func callAsFunction(
        _ logo: Avatar?, of id: OrganisationID, expectedRevision: Int?, by caller: OrganisationCaller, from origin: Origin, _ tx: Transaction
    ) async throws {
        var (organisation, actor) = try await tx.locked(id, for: caller)
        try OrganisationRule.manage(actor)
        if let expectedRevision, organisation.logoRevision != expectedRevision { throw OrganisationRule.Refusal.logoChanged }
        if logo == nil, organisation.logoRevision == nil { throw OrganisationRule.Refusal.noLogo }
        organisation.revision += 1
        organisation.updatedAt = now()
        organisation.logoRevision = logo.map { _ in organisation.revision }
        if let logo { try await tx.saveLogo(logo, of: id) } else { try await tx.deleteLogo(of: id) }
        try await tx.save(organisation)
        try await tx.audit(AuditEntry(.organisationChanged, at: organisation.updatedAt, from: origin))
    }
}
