import CareModels
import Foundation
import Postgres

/// Some of an organisation's members, under a name.
struct TeamRecord: Equatable, Sendable {
    var id: TeamID
    var organisationID: OrganisationID
    var details: TeamDetails
    /// Of its name, and of who is in it.
    var revision = 1
    var createdAt: Date
    var updatedAt: Date
}

extension PostgresRunner {
    func team(_ id: TeamID, of organisation: OrganisationID) async throws -> TeamRecord? {
        try await teams("WHERE t.id = \(id) AND t.organisation_id = \(organisation)").first
    }

    /// By name, folded.
    func teams(of organisation: OrganisationID, after: NameCursor<Team>?, limit: Int) async throws -> [TeamRecord] {
        let on: SQL = after.map { "AND (t.folded_name, t.id) > (\($0.name), \($0.id))" } ?? ""
        return try await teams("WHERE t.organisation_id = \(organisation) \(on) ORDER BY t.folded_name, t.id LIMIT \(limit)")
    }

    /// Those of several organisations, for their snapshots.
    func teams(of organisations: [OrganisationID]) async throws -> [OrganisationID: [TeamRecord]] {
        let teams = try await teams("WHERE t.organisation_id = ANY(\(organisations.map(\.uuid))::uuid[]) ORDER BY t.organisation_id, t.id")
        return Dictionary(grouping: teams, by: \.organisationID)
    }

    private func teams(_ which: SQL) async throws -> [TeamRecord] {
        try await query(
            """
            SELECT t.*, ARRAY(SELECT m.user_id FROM organisation_team_members m WHERE m.team_id = t.id ORDER BY m.user_id) AS member_ids
            FROM organisation_teams t \(which)
            """
        ).map { try TeamRecord($0) }
    }

    func countTeams(of organisation: OrganisationID) async throws -> Int {
        try await first("SELECT count(*) FROM organisation_teams WHERE organisation_id = \(organisation)")?[0] ?? 0
    }

    /// Whether a team of that folded name is there beside this one.
    func hasTeam(_ foldedName: String, in organisation: OrganisationID, but team: TeamID) async throws -> Bool {
        try await first("SELECT 1 FROM organisation_teams WHERE organisation_id = \(organisation) AND folded_name = \(foldedName) AND id <> \(team)") != nil
    }

    /// Who of these is a member.
    func members(among users: [UserID], of organisation: OrganisationID) async throws -> Set<UserID> {
        let rows = try await query(
            "SELECT user_id FROM organisation_members WHERE organisation_id = \(organisation) AND user_id = ANY(\(users.map(\.uuid))::uuid[])")
        return Set(try rows.map { try $0["user_id"] as UserID })
    }
}

extension Transaction {
    func insert(_ team: TeamRecord) async throws {
        try await execute(
            """
            INSERT INTO organisation_teams (id, organisation_id, name, folded_name, revision, created_at, updated_at)
            VALUES (\(team.id), \(team.organisationID), \(team.details.name), \(team.details.foldedName), \(team.revision), \(team.createdAt), \(team.updatedAt))
            """)
        try await insertMembers(of: team)
    }

    func save(_ team: TeamRecord) async throws {
        try await execute(
            """
            UPDATE organisation_teams SET name = \(team.details.name), folded_name = \(team.details.foldedName), revision = \(team.revision),
                updated_at = \(team.updatedAt)
            WHERE id = \(team.id)
            """)
        try await execute("DELETE FROM organisation_team_members WHERE team_id = \(team.id)")
        try await insertMembers(of: team)
    }

    private func insertMembers(of team: TeamRecord) async throws {
        try await execute(
            """
            INSERT INTO organisation_team_members (organisation_id, team_id, user_id)
            SELECT \(team.organisationID), \(team.id), unnest(\(team.details.memberIDs.map(\.uuid))::uuid[])
            """)
    }

    /// With who was in it.
    func deleteTeam(_ id: TeamID) async throws { try await execute("DELETE FROM organisation_teams WHERE id = \(id)") }

    func deleteTeams(of organisation: OrganisationID) async throws {
        try await execute("DELETE FROM organisation_teams WHERE organisation_id = \(organisation)")
    }

    /// The next revision of each team that somebody is in, who is about to leave it with the organisation.
    func touchTeams(of user: UserID, in organisation: OrganisationID, now: Date) async throws {
        try await execute(
            """
            UPDATE organisation_teams SET revision = revision + 1, updated_at = \(now)
            WHERE id IN (SELECT team_id FROM organisation_team_members WHERE organisation_id = \(organisation) AND user_id = \(user))
            """)
    }
}

extension TeamRecord {
    fileprivate init(_ row: Row) throws {
        let members: [UUID] = try row["member_ids"]
        id = try row["id"]
        organisationID = try row["organisation_id"]
        details = TeamDetails(name: try row["name"], memberIDs: members.map { UserID($0) })
        revision = try row["revision"]
        createdAt = try row["created_at"]
        updatedAt = try row["updated_at"]
    }
}
