import CareModels
import Foundation
import Postgres

/// A session's end that its client waits to be told of.
struct LogoutNotice: Sendable {
    /// Where the client hears of it, and what it knows our signature by.
    struct Target: Sendable {
        var uri: String
        var algorithm: SigningAlgorithm
    }

    var session: SessionID
    var clientID: String
    var user: UserID
    var attempts: Int
    var deadline: Date
    /// Nil when the client is to hear of nothing any more.
    var target: Target?

    fileprivate init(_ row: Row) throws {
        (session, clientID, user) = (try row["session_id"], try row["client_id"], try row["user_id"])
        (attempts, deadline) = (try row["attempts"], try row["deadline"])
        if let uri: String = try row["uri"] { target = Target(uri: uri, algorithm: try row["id_token_alg"]) }
    }
}

extension LogoutNotice {
    /// So many wait for one client at most: of what ends beyond, it hears nothing.
    static let mostWaiting = 20_000
}

extension Transaction {
    /// To be told at once, of those of these sessions whose clients want to be told and know by an id token whose they are.
    func insertLogoutNotices(of sessions: [SessionID], until deadline: Date, now: Date) async throws {
        try await executeLater(
            """
            WITH told AS MATERIALIZED (
                SELECT c.id FROM oauth_clients c
                WHERE c.backchannel_logout_uri IS NOT NULL AND c.disabled_at IS NULL
                    AND c.id IN (SELECT client_id FROM sessions WHERE id = ANY(\(sessions.map(\.uuid))))
                    AND (SELECT count(*) FROM logout_notices n WHERE n.client_id = c.id) < \(LogoutNotice.mostWaiting)
            )
            INSERT INTO logout_notices (session_id, client_id, user_id, created_at, next_at, deadline)
            SELECT s.id, s.client_id, s.user_id, \(now)::timestamptz, \(now)::timestamptz, \(deadline)::timestamptz
            FROM sessions s JOIN told ON told.id = s.client_id
            WHERE s.id = ANY(\(sessions.map(\.uuid))) AND 'openid' = ANY(s.scopes)
            ON CONFLICT (session_id) DO NOTHING
            """)
    }

    /// The one that is due for longest, of those that no other replica has in its hands and that are not for the `busy` clients, with this try counted: for
    /// whoever has it, until `lease`.
    func leaseLogoutNotice(until lease: Date, busy: [String], now: Date) async throws -> LogoutNotice? {
        try await first(
            """
            UPDATE logout_notices n SET next_at = \(lease), attempts = attempts + 1 FROM oauth_clients c
            WHERE c.id = n.client_id AND n.session_id = (
                SELECT session_id FROM logout_notices WHERE next_at <= \(now) AND client_id <> ALL(\(busy)::text[])
                ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED
            )
            RETURNING n.*, c.id_token_alg, CASE WHEN c.disabled_at IS NULL THEN c.backchannel_logout_uri END AS uri
            """
        ).map { try LogoutNotice($0) }
    }

    /// Nothing when its lease ran out, and another has it.
    func putOff(_ notice: LogoutNotice, to next: Date) async throws {
        try await execute("UPDATE logout_notices SET next_at = \(next) WHERE session_id = \(notice.session) AND attempts = \(notice.attempts)")
    }

    /// The client knows, or is not told any more.
    func deleteLogoutNotice(_ session: SessionID) async throws { try await execute("DELETE FROM logout_notices WHERE session_id = \(session)") }
}
