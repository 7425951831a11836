import CareModels
import Foundation
import Outbox
import Postgres

/// Some members of an organisation become a team.
struct CreateTeam: Sendable {
    let now: @Sendable () -> Date
    let newID: @Sendable () -> UUID

    func callAsFunction(
        _ details: TeamDetails, in id: OrganisationID, by caller: OrganisationCaller, from origin: Origin, _ tx: Transaction
    ) async throws -> TeamRecord {
        var (organisation, actor) = try await tx.locked(id, for: caller)
        try OrganisationRule.manage(actor)
        try OrganisationRule.found(teams: try await tx.countTeams(of: id))
        let now = now()
        let team = TeamRecord(id: TeamID(newID()), organisationID: id, details: details, createdAt: now, updatedAt: now)
        try await tx.check(team)
        organisation.version += 1
        try await tx.insert(team)
        try await tx.save(organisation)
        try await tx.emit(
            OrganisationTeamCreated(
                organisationId: id, version: organisation.version, teamId: team.id, name: details.name, memberIds: details.memberIDs, createdAt: now))
        try await tx.audit(AuditEntry(.teamCreated, at: now, from: origin))
        return team
    }
}

extension Transaction {
    /// Whether there can be such a team in its organisation, which is locked.
    func check(_ team: TeamRecord) async throws {
        let members = try await members(among: team.details.memberIDs, of: team.organisationID)
        let isTaken = try await hasTeam(team.details.foldedName, in: team.organisationID, but: team.id)
        try OrganisationRule.form(team.details, of: members, isTaken: isTaken)
    }
}
