import CareModels
import Foundation
import Postgres

/// Somebody whom an organisation has asked to join.
struct OrganisationInvitationRecord: Equatable, Sendable {
    var id: OrganisationInvitationID
    var organisationID: OrganisationID
    /// Whom: a person, or, in lower case, an address.
    var userID: UserID?
    var email: String?
    var roles: Set<OrganisationRole>
    var createdAt: Date
    var expiresAt: Date
    /// Which of its people asks for it; nil of the platform's.
    var invitedBy: UserID?
}

/// With the organisation's name, for whom it is for.
struct OwnInvitation: Sendable {
    var invitation: OrganisationInvitationRecord
    var organisationName: String
}

extension PostgresRunner {
    /// Those that can be accepted, the latest first.
    func invitations(to organisation: OrganisationID, after: TimeCursor<OrganisationInvitation>?, limit: Int, now: Date) async throws -> [OrganisationInvitationRecord] {
        let on: SQL = after.map { "AND (created_at, id) < (\($0.instant), \($0.id))" } ?? ""
        return try await query(
            """
            SELECT * FROM organisation_invitations WHERE organisation_id = \(organisation) AND expires_at > \(now) AND withdrawn_at IS NULL \(on)
            ORDER BY created_at DESC, id DESC LIMIT \(limit)
            """
        ).map { try OrganisationInvitationRecord($0) }
    }

    /// What somebody can accept, the latest first: by their id, and by the address that they have proven to be theirs.
    func invitations(of user: UserID, after: TimeCursor<OrganisationInvitation>?, limit: Int, now: Date) async throws -> [OwnInvitation] {
        let on: SQL = after.map { "AND (i.created_at, i.id) < (\($0.instant), \($0.id))" } ?? ""
        return try await query(
            """
            SELECT i.*, o.name FROM organisation_invitations i JOIN organisations o ON o.id = i.organisation_id
            WHERE \(isFor(user)) AND i.expires_at > \(now) AND i.withdrawn_at IS NULL \(on) ORDER BY i.created_at DESC, i.id DESC LIMIT \(limit)
            """
        ).map { OwnInvitation(invitation: try OrganisationInvitationRecord($0), organisationName: try $0["name"]) }
    }

    /// Nil when it is somebody else's, was accepted or taken back, or has expired.
    func invitation(_ id: OrganisationInvitationID, of user: UserID, now: Date) async throws -> OrganisationInvitationRecord? {
        try await first(
            "SELECT i.* FROM organisation_invitations i WHERE i.id = \(id) AND \(isFor(user)) AND i.expires_at > \(now) AND i.withdrawn_at IS NULL"
        ).map { try OrganisationInvitationRecord($0) }
    }

    /// The one that waits, where this one would be another to the same.
    func invitation(like other: OrganisationInvitationRecord, now: Date) async throws -> OrganisationInvitationRecord? {
        try await first(
            """
            SELECT * FROM organisation_invitations
            WHERE organisation_id = \(other.organisationID) AND (user_id = \(other.userID)::uuid OR email = \(other.email)::text)
                AND expires_at > \(now) AND withdrawn_at IS NULL
            """
        ).map { try OrganisationInvitationRecord($0) }
    }

    /// How many wait, and how many were made since an instant, with those that were taken back.
    func countInvitations(to organisation: OrganisationID, since instant: Date, now: Date) async throws -> (pending: Int, today: DaysInvitations) {
        let row = try await first(
            """
            SELECT count(*) FILTER (WHERE expires_at > \(now) AND withdrawn_at IS NULL) AS pending,
                count(*) FILTER (WHERE created_at > \(instant)) AS recent, min(created_at) FILTER (WHERE created_at > \(instant)) AS earliest
            FROM organisation_invitations WHERE organisation_id = \(organisation)
            """)
        return (try row?["pending"] ?? 0, try DaysInvitations(count: row?["recent"] ?? 0, first: row.flatMap { try $0["earliest"] }))
    }

    private func isFor(_ user: UserID) -> SQL {
        "(i.user_id = \(user) OR i.email = (SELECT lower(email) FROM users WHERE id = \(user) AND email_verified_at IS NOT NULL))"
    }
}

extension Transaction {
    func insert(_ invitation: OrganisationInvitationRecord) async throws {
        try await execute(
            """
            INSERT INTO organisation_invitations (id, organisation_id, user_id, email, roles, created_at, expires_at, invited_by)
            VALUES (\(invitation.id), \(invitation.organisationID), \(invitation.userID), \(invitation.email), \(invitation.roles.words)::text[],
                    \(invitation.createdAt), \(invitation.expiresAt), \(invitation.invitedBy)::uuid)
            """)
    }

    /// It is that of who asks last.
    func setRoles(_ roles: Set<OrganisationRole>, of id: OrganisationInvitationID, by member: UserID?) async throws {
        try await execute("UPDATE organisation_invitations SET roles = \(roles.words)::text[], invited_by = \(member)::uuid WHERE id = \(id)")
    }

    /// Uses it up, as it is by now; nil when that was done before.
    func takeInvitation(_ id: OrganisationInvitationID, to organisation: OrganisationID) async throws -> OrganisationInvitationRecord? {
        try await first(
            "DELETE FROM organisation_invitations WHERE id = \(id) AND organisation_id = \(organisation) AND withdrawn_at IS NULL RETURNING *"
        ).map { try OrganisationInvitationRecord($0) }
    }

    /// False when there is none to take back.
    func withdrawInvitation(_ id: OrganisationInvitationID, to organisation: OrganisationID, now: Date) async throws -> Bool {
        try await execute(
            """
            UPDATE organisation_invitations SET withdrawn_at = \(now)
            WHERE id = \(id) AND organisation_id = \(organisation) AND expires_at > \(now) AND withdrawn_at IS NULL
            """) == 1
    }

    /// So that the same may be invited anew before the sweep comes.
    func forgetExpiredInvitations(to organisation: OrganisationID, now: Date) async throws {
        try await execute("DELETE FROM organisation_invitations WHERE organisation_id = \(organisation) AND expires_at <= \(now)")
    }

    /// What this member asks for there, of an organisation that is locked. How many waited.
    func withdrawInvitations(by member: UserID, to organisation: OrganisationID, now: Date) async throws -> Int {
        let rows = try await query(
            """
            WITH known AS (
                SELECT id, withdrawn_at IS NULL AND expires_at > \(now) AS waits FROM organisation_invitations
                WHERE organisation_id = \(organisation) AND invited_by = \(member)
            )
            UPDATE organisation_invitations i SET withdrawn_at = coalesce(i.withdrawn_at, \(now)::timestamptz), invited_by = NULL
            FROM known WHERE i.id = known.id RETURNING known.waits
            """)
        let waiting: [Bool] = try rows.map { try $0["waits"] }
        return waiting.count { $0 }
    }

    /// Those that went to an address, in lower case.
    func forgetInvitations(to address: String) async throws {
        try await execute("DELETE FROM organisation_invitations WHERE email = \(address)")
    }

    func purgeInvitations(before instant: Date, limit: Int) async throws -> Int {
        try await deleteBatch(from: "organisation_invitations", where: "expires_at < \(instant)", by: "expires_at", most: limit)
    }
}

extension OrganisationInvitationRecord {
    fileprivate init(_ row: Row) throws {
        id = try row["id"]
        organisationID = try row["organisation_id"]
        userID = try row["user_id"]
        email = try row["email"]
        roles = try row["roles"]
        createdAt = try row["created_at"]
        expiresAt = try row["expires_at"]
        invitedBy = try row["invited_by"]
    }
}
