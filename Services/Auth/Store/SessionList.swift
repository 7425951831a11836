import CareModels
import Foundation
import Postgres

/// A session as its person sees it.
struct ListedSession: Sendable {
    var id: SessionID
    var clientID: String
    var clientName: String
    var device: SignInDevice
    var createdAt: Date
    var lastUsedAt: Date
    /// Their guardian, where it is they who act in it.
    var actorID: UserID?

    fileprivate init(_ row: Row) throws {
        id = try row["id"]
        clientID = try row["client_id"]
        clientName = try row["name"]
        device = SignInDevice(name: try row["device"], addressPrefix: try row["address_prefix"])
        createdAt = try row["created_at"]
        lastUsedAt = try row["last_used_at"]
        actorID = try row["actor_id"]
    }
}

extension PostgresRunner {
    /// How many go on.
    func sessionCount(of user: UserID, now: Date) async throws -> Int {
        let row = try await first("SELECT count(*) AS count FROM sessions WHERE user_id = \(user) AND revoked_at IS NULL AND expires_at > \(now)")
        return try row?["count"] ?? 0
    }

    /// Those that go on, the latest first.
    func sessions(of user: UserID, after: TimeCursor<Session>?, limit: Int, now: Date) async throws -> [ListedSession] {
        let since: SQL = after.map { "AND (s.created_at, s.id) < (\($0.instant), \($0.id))" } ?? ""
        let rows = try await query(
            """
            SELECT s.id, s.client_id, c.name, s.device, s.address_prefix, s.created_at, s.last_used_at, p.user_id AS actor_id
            FROM sessions s JOIN oauth_clients c ON c.id = s.client_id LEFT JOIN sessions p ON p.id = s.parent_id
            WHERE s.user_id = \(user) AND s.revoked_at IS NULL AND s.expires_at > \(now) \(since)
            ORDER BY s.created_at DESC, s.id DESC LIMIT \(limit)
            """)
        return try rows.map { try ListedSession($0) }
    }
}

extension Transaction {
    /// Whether it is this person's and goes on.
    func isLive(_ id: SessionID, of user: UserID, now: Date) async throws -> Bool {
        try await first("SELECT 1 FROM sessions WHERE id = \(id) AND user_id = \(user) AND revoked_at IS NULL AND expires_at > \(now)") != nil
    }

    /// The ids of a person's sessions in an app that have not ended, locked in their order.
    func lockSessions(of user: UserID, in client: String, now: Date) async throws -> [SessionID] {
        try await query(
            """
            SELECT id FROM sessions WHERE user_id = \(user) AND client_id = \(client) AND revoked_at IS NULL AND expires_at > \(now)
            ORDER BY id FOR UPDATE
            """
        ).map { try $0["id"] }
    }
}
