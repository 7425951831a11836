import CareModels
import Foundation
import Postgres

/// Who may open a stream with a ticket, and how long it may last: what their access token said.
struct StreamTicket: Sendable {
    var userId: UserID
    var sessionId: SessionID?
    /// Of the access token.
    var expiresAt: Date
}

extension Transaction {
    func insert(_ ticket: StreamTicket, hash: [UInt8], expiresAt: Date) async throws {
        try await execute(
            """
            INSERT INTO stream_tickets (hash, user_id, session_id, expires_at, token_expires_at)
            VALUES (\(hash), \(ticket.userId), \(ticket.sessionId)::uuid, \(expiresAt), \(ticket.expiresAt))
            """)
    }

    /// Once: taking it removes it.
    func takeTicket(hash: [UInt8], now: Date) async throws -> StreamTicket? {
        let row = try await first(
            """
            DELETE FROM stream_tickets WHERE hash = \(hash) AND expires_at > \(now) AND token_expires_at > \(now)
            RETURNING user_id, session_id, token_expires_at
            """)
        return try row.map { row in
            StreamTicket(userId: try row["user_id"], sessionId: try row["session_id"], expiresAt: try row["token_expires_at"])
        }
    }

    /// At most `limit`; true when there may be more.
    func forgetTickets(before now: Date, limit: Int) async throws -> Bool {
        let removed = try await deleteBatch(from: "stream_tickets", where: "expires_at <= \(now)", by: "expires_at", most: limit)
        return removed == limit
    }

    func eraseTickets(of user: UserID) async throws {
        try await execute("DELETE FROM stream_tickets WHERE user_id = \(user)")
    }
}
