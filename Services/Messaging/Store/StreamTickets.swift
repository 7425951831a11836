import CareModels
import Foundation
import HTTP
import Postgres

/// Who a stream is for, and how long it may last.
struct StreamOwner: Sendable {
    var userId: UserID
    var sessionId: SessionID?
    /// Of the access token.
    var expiresAt: Date
    /// Which signed it; a stream ends when it is withdrawn.
    var key: PublishedKey?
}

extension PostgresRunner {
    func insertTicket(hash: [UInt8], _ owner: StreamOwner, expiresAt: Date) async throws {
        try await execute(
            """
            INSERT INTO stream_tickets (hash, user_id, session_id, expires_at, token_expires_at)
            VALUES (\(hash), \(owner.userId), \(owner.sessionId)::uuid, \(expiresAt), \(owner.expiresAt))
            """)
    }

    /// The ticket's owner, once: using it removes it.
    func takeTicket(hash: [UInt8], now: Date) async throws -> StreamOwner? {
        let row = try await first(
            """
            DELETE FROM stream_tickets WHERE hash = \(hash) AND expires_at > \(now) AND token_expires_at > \(now)
            RETURNING user_id, session_id, token_expires_at
            """)
        return try row.map { row in
            StreamOwner(userId: try row["user_id"], sessionId: try row["session_id"], expiresAt: try row["token_expires_at"])
        }
    }

    /// At most `limit`; true when there may be more.
    func forgetTickets(before now: Date, limit: Int) async throws -> Bool {
        let removed = try await execute(
            """
            DELETE FROM stream_tickets WHERE ctid = ANY(ARRAY(
                SELECT ctid FROM stream_tickets WHERE expires_at <= \(now) ORDER BY expires_at LIMIT \(limit) FOR UPDATE SKIP LOCKED
            ))
            """)
        return removed == limit
    }

    func eraseTickets(of user: UserID) async throws {
        try await execute("DELETE FROM stream_tickets WHERE user_id = \(user)")
    }
}
