import CareModels
import Foundation
import Postgres

/// Somebody who works in an organisation.
struct OrganisationMember: Equatable, Sendable {
    var userID: UserID
    var roles: Set<OrganisationRole>
    var joinedAt: Date
    /// Of what they do there, and of what the organisation says of their licence; drawn as it is written.
    var revision = 0

    /// Of `u.id`.
    static let isSecondFactorDemanded = """
        EXISTS (
            SELECT 1 FROM organisation_members m JOIN organisations o ON o.id = m.organisation_id
            WHERE m.user_id = u.id AND o.closed_at IS NULL AND m.roles && o.second_factor_roles)
        """
}

/// With what others there see of them.
struct ListedMember: Sendable {
    var member: OrganisationMember
    var username: String
    var fullName: String?
    /// Nil of who is no provider.
    var isVerified: Bool?
}

extension PostgresRunner {
    func member(_ user: UserID, of organisation: OrganisationID) async throws -> OrganisationMember? {
        try await first("SELECT user_id, roles, joined_at, revision FROM organisation_members WHERE organisation_id = \(organisation) AND user_id = \(user)")
            .map { try OrganisationMember($0) }
    }

    /// By username.
    func members(of organisation: OrganisationID, after: NameCursor<User>?, limit: Int) async throws -> [ListedMember] {
        let on: SQL = after.map { "AND (u.username, u.id) > (\($0.name), \($0.id))" } ?? ""
        return try await listed("WHERE m.organisation_id = \(organisation) \(on) ORDER BY u.username, u.id LIMIT \(limit)")
    }

    func listedMember(_ user: UserID, of organisation: OrganisationID) async throws -> ListedMember? {
        try await listed("WHERE m.organisation_id = \(organisation) AND m.user_id = \(user)").first
    }

    private func listed(_ which: SQL) async throws -> [ListedMember] {
        try await query(
            """
            SELECT m.user_id, m.roles, m.joined_at, m.revision, u.username, u.full_name, CASE WHEN u.role = 'provider' THEN u.is_verified END AS is_verified
            FROM organisation_members m JOIN users u ON u.id = m.user_id \(which)
            """
        ).map { row in
            ListedMember(member: try OrganisationMember(row), username: try row["username"], fullName: try row["full_name"], isVerified: try row["is_verified"])
        }
    }

    /// Whether an organisation demands a second factor of somebody, by what they do there.
    func isSecondFactorDemanded(of user: UserID) async throws -> Bool {
        try await first("SELECT \(unescaped: OrganisationMember.isSecondFactorDemanded) AS demanded FROM (SELECT \(user)::uuid AS id) AS u")?["demanded"] ?? false
    }

    func countMembers(of organisation: OrganisationID) async throws -> Int {
        try await first("SELECT count(*) FROM organisation_members WHERE organisation_id = \(organisation)")?[0] ?? 0
    }

    /// Beside this one.
    func countOwners(of organisation: OrganisationID, but user: UserID) async throws -> Int {
        let row = try await first("SELECT count(*) FROM organisation_members WHERE organisation_id = \(organisation) AND user_id <> \(user) AND 'owner' = ANY(roles)")
        return try row?[0] ?? 0
    }
}

extension Transaction {
    /// False when they are one already.
    func insert(_ member: OrganisationMember, of organisation: OrganisationID) async throws -> Bool {
        try await execute(
            """
            INSERT INTO organisation_members (organisation_id, user_id, roles, joined_at)
            VALUES (\(organisation), \(member.userID), \(member.roles.words)::text[], \(member.joinedAt)) ON CONFLICT DO NOTHING
            """) == 1
    }

    /// At its next revision.
    func save(_ member: OrganisationMember, of organisation: OrganisationID) async throws {
        try await execute(
            """
            UPDATE organisation_members SET roles = \(member.roles.words)::text[], revision = DEFAULT
            WHERE organisation_id = \(organisation) AND user_id = \(member.userID)
            """)
    }

    /// Their next revision: something else of them is another.
    func touchMember(_ user: UserID, of organisation: OrganisationID) async throws {
        try await execute("UPDATE organisation_members SET revision = DEFAULT WHERE organisation_id = \(organisation) AND user_id = \(user)")
    }

    func deleteMember(_ user: UserID, of organisation: OrganisationID) async throws {
        try await execute("DELETE FROM organisation_members WHERE organisation_id = \(organisation) AND user_id = \(user)")
    }
}

extension OrganisationMember {
    init(_ row: Row) throws {
        userID = try row["user_id"]
        roles = try row["roles"]
        joinedAt = try row["joined_at"]
        revision = try row["revision"]
    }
}
