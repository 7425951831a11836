import CareModels
import Foundation
import Postgres

/// An organisation, as Auth keeps it.
struct OrganisationRecord: Equatable, Sendable {
    var id: OrganisationID
    var details: OrganisationDetails
    /// Of events.
    var version: Int
    /// Of what it says of itself.
    var revision = 1
    /// The revision that its logo came with; nil without one.
    var logoRevision: Int?
    var createdAt: Date
    var updatedAt: Date

    init(_ details: OrganisationDetails, id: OrganisationID, now: Date) {
        self.id = id
        self.details = details
        version = 1
        createdAt = now
        updatedAt = now
    }

    init(_ row: Row) throws {
        id = try row["id"]
        details = OrganisationDetails(name: try row["name"], addresses: try row["addresses"], timeZone: try row["time_zone"])
        details.secondFactorRoles = try row["second_factor_roles"]
        version = try row["version"]
        revision = try row["revision"]
        logoRevision = try row["logo_revision"]
        createdAt = try row["created_at"]
        updatedAt = try row["updated_at"]
    }
}

extension PostgresRunner {
    /// Nil also for one that is closed.
    func organisation(_ id: OrganisationID) async throws -> OrganisationRecord? {
        try await first("SELECT * FROM organisations WHERE id = \(id) AND closed_at IS NULL").map { try OrganisationRecord($0) }
    }

    /// Those of a member, or all of them, by name.
    func organisations(of member: UserID?, after: NameCursor<Organisation>?, limit: Int) async throws -> [OrganisationRecord] {
        let on: SQL = after.map { "AND (name, id) > (\($0.name), \($0.id))" } ?? ""
        let own: SQL = member.map { "AND id IN (SELECT organisation_id FROM organisation_members WHERE user_id = \($0))" } ?? ""
        return try await query("SELECT * FROM organisations WHERE closed_at IS NULL \(own) \(on) ORDER BY name, id LIMIT \(limit)").map { try OrganisationRecord($0) }
    }
}

extension Transaction {
    /// The organisation, locked until the commit; every change of it and of its members begins here, so that its events keep their order.
    func lockedOrganisation(_ id: OrganisationID) async throws -> OrganisationRecord? {
        try await first("SELECT * FROM organisations WHERE id = \(id) AND closed_at IS NULL FOR UPDATE").map { try OrganisationRecord($0) }
    }

    /// Those of a member, locked in the order of their ids.
    func lockedOrganisations(of member: UserID) async throws -> [OrganisationRecord] {
        try await query(
            """
            SELECT * FROM organisations WHERE id IN (SELECT organisation_id FROM organisation_members WHERE user_id = \(member)) AND closed_at IS NULL
            ORDER BY id FOR UPDATE
            """
        ).map { try OrganisationRecord($0) }
    }

    func insert(_ organisation: OrganisationRecord) async throws {
        let details = organisation.details
        try await execute(
            """
            INSERT INTO organisations (id, name, addresses, time_zone, version, revision, created_at, updated_at)
            VALUES (\(organisation.id), \(details.name), \(details.addresses)::text[], \(details.timeZone), \(organisation.version), \(organisation.revision),
                    \(organisation.createdAt), \(organisation.updatedAt))
            """)
    }

    /// What it says of itself, and how many events there are.
    func save(_ organisation: OrganisationRecord) async throws {
        let details = organisation.details
        try await execute(
            """
            UPDATE organisations SET name = \(details.name), addresses = \(details.addresses)::text[], time_zone = \(details.timeZone),
                second_factor_roles = \(details.secondFactorRoles.words)::text[],
                version = \(organisation.version), revision = \(organisation.revision), logo_revision = \(organisation.logoRevision)::bigint, updated_at = \(organisation.updatedAt)
            WHERE id = \(organisation.id)
            """)
    }

    /// For good, with its members and teams, and whom it has invited.
    func close(_ organisation: OrganisationRecord, now: Date) async throws {
        try await execute("UPDATE organisations SET version = \(organisation.version), updated_at = \(now), closed_at = \(now) WHERE id = \(organisation.id)")
        try await deleteLogo(of: organisation.id)
        try await deleteTeams(of: organisation.id)
        try await execute("DELETE FROM organisation_members WHERE organisation_id = \(organisation.id)")
        try await execute("DELETE FROM organisation_invitations WHERE organisation_id = \(organisation.id)")
    }

    /// The next organisations by id, locked, as they are.
    func organisationSnapshots(after id: UUID, _ most: Int) async throws -> [OrganisationSnapshot] {
        let rows = try await query("SELECT * FROM organisations WHERE id > \(id) ORDER BY id LIMIT \(most) FOR NO KEY UPDATE")
        let found = try rows.map { (try OrganisationRecord($0), try $0["closed_at"] as Date?) }
        let members = try await members(of: found.map(\.0.id))
        let teams = try await teams(of: found.filter { $0.1 == nil }.map(\.0.id))
        return found.map { record, closed in
            OrganisationSnapshot(
                organisationId: record.id, version: record.version, name: record.details.name, timeZone: record.details.timeZone,
                members: members[record.id] ?? [], createdAt: record.createdAt, isClosed: closed != nil,
                teams: (teams[record.id] ?? []).map { OrganisationSnapshot.Team(teamId: $0.id, name: $0.details.name, memberIds: $0.details.memberIDs) })
        }
    }

    private func members(of organisations: [OrganisationID]) async throws -> [OrganisationID: [OrganisationSnapshot.Member]] {
        let rows = try await query(
            """
            SELECT organisation_id, user_id, roles FROM organisation_members WHERE organisation_id = ANY(\(organisations.map(\.uuid))::uuid[])
            ORDER BY organisation_id, user_id
            """)
        var members: [OrganisationID: [OrganisationSnapshot.Member]] = [:]
        for row in rows {
            members[try row["organisation_id"], default: []].append(
                OrganisationSnapshot.Member(userId: try row["user_id"], roles: (try row["roles"] as Set).sorted()))
        }
        return members
    }
}

extension OrganisationRole: PostgresEncodable, PostgresDecodable, PostgresArrayElement {}

extension Set<OrganisationRole> {
    /// As they are stored.
    var words: [String] { sorted().map(\.rawValue) }
}
