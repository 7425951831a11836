import CareModels
import Foundation
import Outbox
import Postgres

/// Ends a team. Who was in it stays a member of the organisation.
struct DeleteTeam: Sendable {
    let now: @Sendable () -> Date

    /// `expectedRevision`: the one that was read; nil for whatever is there.
    func callAsFunction(
        _ team: TeamID, in id: OrganisationID, expectedRevision: Int?, by caller: OrganisationCaller, from origin: Origin, _ tx: Transaction
    ) async throws {
        var (organisation, actor) = try await tx.locked(id, for: caller)
        try OrganisationRule.manage(actor)
        guard let team = try await tx.team(team, of: id) else { throw OrganisationRule.Refusal.noSuchTeam }
        try OrganisationRule.check(expectedRevision, against: team.revision)
        let now = now()
        organisation.version += 1
        try await tx.deleteTeam(team.id)
        try await tx.save(organisation)
        try await tx.emit(OrganisationTeamDeleted(organisationId: id, version: organisation.version, teamId: team.id, deletedAt: now))
        try await tx.audit(AuditEntry(.teamDeleted, at: now, from: origin))
    }
}
