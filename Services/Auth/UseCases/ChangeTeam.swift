import CareModels
import Foundation
import Outbox
import Postgres

/// Gives a team another name, or other members. A patch that changes nothing is no change.
struct ChangeTeam: Sendable {
    let now: @Sendable () -> Date

    /// `expectedRevision`: the one that was read; nil for whatever is there.
    func callAsFunction(
        _ patch: TeamDetails.Patch, of team: TeamID, in id: OrganisationID, expectedRevision: Int?, by caller: OrganisationCaller, from origin: Origin,
        _ tx: Transaction
    ) async throws -> TeamRecord {
        var (organisation, actor) = try await tx.locked(id, for: caller)
        try OrganisationRule.manage(actor)
        guard var team = try await tx.team(team, of: id) else { throw OrganisationRule.Refusal.noSuchTeam }
        try OrganisationRule.check(expectedRevision, against: team.revision)
        let details = try team.details.changed(by: patch)
        guard details != team.details else { return team }
        team.details = details
        try await tx.check(team)
        team.revision += 1
        team.updatedAt = now()
        organisation.version += 1
        try await tx.save(team)
        try await tx.save(organisation)
        try await tx.emit(
            OrganisationTeamChanged(
                organisationId: id, version: organisation.version, teamId: team.id, name: details.name, memberIds: details.memberIDs, changedAt: team.updatedAt))
        try await tx.audit(AuditEntry(.teamChanged, at: team.updatedAt, from: origin))
        return team
    }
}
