import CareModels
import Foundation
import Postgres

/// What Auth keeps of a person beside their account, for themselves.
struct AccountExport: Sendable {
    struct WaitingMail: Sendable {
        var createdAt: Date
        var attempts: Int
        var nextAt: Date
        var deadline: Date
    }

    struct Membership: Sendable {
        var organisation: OrganisationID
        var name: String
        var roles: Set<OrganisationRole>
        var teams: [String]
        var joinedAt: Date
    }

    /// By which somebody comes as the user of a client's own.
    struct Adoption: Sendable {
        var client: String
        var adoptedAt: Date
    }

    /// A row of the audit about the person, without who else had part in it.
    struct Line: Sendable {
        var id: Int
        var at: Date
        var kind: String
        var clientID: String?
        var sessionID: SessionID?
        var requestID: String?
        var reason: String?
        var occurrences: Int
        var byAnother: Bool
    }

    /// Of each list but the audit's, which is read piece by piece.
    static let most = 1000

    var user: UserRecord
    var avatar: AvatarRecord?
    var sessions: [ListedSession]
    var browsers: [ListedBrowser]
    var apps: [ConsentedApp]
    var factors: [FactorRecord]
    var passkeys: [PasskeyRecord]
    var recoveryCodesLeft: Int
    var links: [AccountLink]
    var mails: [WaitingMail]
    var guardianships: [ListedGuardianship]
    var memberships: [Membership]
    var invitations: [OwnInvitation]
    /// Of a provider.
    var verifications: [OpenedVerification]
    var adoptions: [Adoption]
}

extension PostgresRunner {
    /// What they say is sealed, and not said again.
    func waitingMails(to user: UserID, limit: Int) async throws -> [AccountExport.WaitingMail] {
        try await query("SELECT created_at, attempts, next_at, deadline FROM mails WHERE user_id = \(user) ORDER BY created_at LIMIT \(limit)").map { row in
            let attempts: Int32 = try row["attempts"]
            return .init(createdAt: try row["created_at"], attempts: Int(attempts), nextAt: try row["next_at"], deadline: try row["deadline"])
        }
    }

    func memberships(of user: UserID, limit: Int) async throws -> [AccountExport.Membership] {
        try await query(
            """
            SELECT m.organisation_id, o.name, m.roles, m.joined_at, ARRAY(
                SELECT t.name FROM organisation_team_members tm JOIN organisation_teams t ON t.id = tm.team_id
                WHERE tm.organisation_id = m.organisation_id AND tm.user_id = m.user_id ORDER BY t.folded_name
            ) AS teams
            FROM organisation_members m JOIN organisations o ON o.id = m.organisation_id
            WHERE m.user_id = \(user) ORDER BY m.joined_at DESC LIMIT \(limit)
            """
        ).map { row in
            .init(
                organisation: try row["organisation_id"], name: try row["name"], roles: try row["roles"], teams: try row["teams"], joinedAt: try row["joined_at"])
        }
    }

    func adoptions(of user: UserID, limit: Int) async throws -> [AccountExport.Adoption] {
        try await query("SELECT client_id, adopted_at FROM adopted_accounts WHERE user_id = \(user) ORDER BY adopted_at DESC LIMIT \(limit)").map {
            .init(client: try $0["client_id"], adoptedAt: try $0["adopted_at"])
        }
    }

    /// Rows about the person behind this one, sealed or not, in the order in which they were written.
    func auditLines(about user: UserID, after id: Int, limit: Int) async throws -> [AccountExport.Line] {
        try await query(
            """
            SELECT id, at, kind, client_id, session_id, request_id, reason, occurrences, actor_id IS NOT NULL AS by_another
            FROM audit_log WHERE user_id = \(user) AND id > \(id) ORDER BY id LIMIT \(limit)
            """
        ).map { row in
            let occurrences: Int32 = try row["occurrences"]
            return .init(
                id: try row["id"], at: try row["at"], kind: try row["kind"], clientID: try row["client_id"], sessionID: try row["session_id"],
                requestID: try row["request_id"], reason: try row["reason"], occurrences: Int(occurrences), byAnother: try row["by_another"])
        }
    }
}
