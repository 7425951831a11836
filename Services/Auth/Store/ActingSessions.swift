import CareModels
import Foundation
import Postgres

/// A session of a guardian's own, from which they act for their ward.
struct ParentSession: Sendable {
    var user: UserID
    var authTime: Date
    var context: AuthenticationContext
    var expiresAt: Date
}

extension Transaction {
    /// A live session of this person in this client, in which they act for nobody, locked: exchanges of one session go one after the other, and its end
    /// finds what they have begun.
    func lockedParent(_ id: SessionID, of user: UserID, in client: String, now: Date) async throws -> ParentSession? {
        let row = try await first(
            """
            SELECT user_id, auth_time, amr, expires_at FROM sessions
            WHERE id = \(id) AND user_id = \(user) AND client_id = \(client) AND parent_id IS NULL AND revoked_at IS NULL AND expires_at > \(now)
            FOR NO KEY UPDATE
            """)
        return try row.map { row in
            ParentSession(
                user: try row["user_id"], authTime: try row["auth_time"], context: AuthenticationContext(methods: try row["amr"]),
                expiresAt: try row["expires_at"])
        }
    }

    /// Lets the one go on that was begun from this parent before; nil when there is none.
    func prolongActing(from parent: SessionID, by guardianship: GuardianshipID, until end: Date, scopes: Set<String>, now: Date) async throws -> SessionID? {
        try await first(
            """
            UPDATE sessions SET expires_at = \(end), last_used_at = \(now), scopes = \(Scopes.sorted(scopes))
            WHERE parent_id = \(parent) AND guardianship_id = \(guardianship) AND revoked_at IS NULL AND expires_at > \(now) RETURNING id
            """
        ).map { try $0["id"] }
    }

    /// Says of a session that was just begun that its person is acted for in it.
    func noteActing(_ id: SessionID, from parent: SessionID, by guardianship: GuardianshipID) async throws {
        try await executeLater("UPDATE sessions SET parent_id = \(parent), guardianship_id = \(guardianship) WHERE id = \(id)")
    }

    /// What guardians began from these sessions, locked in the order of ids.
    func lockActing(from parents: [SessionID], now: Date) async throws -> [SessionID] {
        try await query(
            """
            SELECT id FROM sessions WHERE parent_id = ANY(\(parents.map(\.uuid))) AND revoked_at IS NULL AND expires_at > \(now) ORDER BY id FOR UPDATE
            """
        ).map { try $0["id"] }
    }

    /// What was begun by a guardianship, locked in the order of ids.
    func lockActing(by guardianship: GuardianshipID, now: Date) async throws -> [SessionID] {
        try await query(
            """
            SELECT id FROM sessions WHERE guardianship_id = \(guardianship) AND revoked_at IS NULL AND expires_at > \(now) ORDER BY id FOR UPDATE
            """
        ).map { try $0["id"] }
    }
}
