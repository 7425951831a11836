import CareModels
import Foundation
import Postgres

/// A browser that somebody is logged in with, as they see it.
struct ListedBrowser: Sendable {
    var id: BrowserID
    /// Of the secret of its login.
    var tokenHash: [UInt8]
    var device: SignInDevice
    var authTime: Date
    var lastUsedAt: Date
    var context: AuthenticationContext
    var expiresAt: Date

    fileprivate init(_ row: Row) throws {
        id = try row["id"]
        tokenHash = try row["token_hash"]
        device = SignInDevice(name: try row["device"], addressPrefix: try row["address_prefix"])
        authTime = try row["auth_time"]
        lastUsedAt = try row["last_used_at"]
        context = AuthenticationContext(methods: try row["amr"])
        expiresAt = try row["expires_at"]
    }
}

/// Of its login: the next one in the same browser has another.
typealias BrowserID = ID<Browser>

extension PostgresRunner {
    /// Those that are logged in, the latest first.
    func browsers(of user: UserID, after: TimeCursor<Browser>?, limit: Int, now: Date) async throws -> [ListedBrowser] {
        let since: SQL = after.map { "AND (auth_time, id) < (\($0.instant), \($0.id))" } ?? ""
        let rows = try await query(
            """
            SELECT id, token_hash, device, address_prefix, auth_time, coalesce(last_used_at, auth_time) AS last_used_at, amr, expires_at FROM browser_sessions
            WHERE user_id = \(user) AND expires_at > \(now) \(since)
            ORDER BY auth_time DESC, id DESC LIMIT \(limit)
            """)
        return try rows.map { try ListedBrowser($0) }
    }

    /// What a session was begun in, when that was a browser.
    func browser(of session: SessionID) async throws -> [UInt8]? {
        try await first("SELECT browser_hash FROM sessions WHERE id = \(session)").flatMap { try $0["browser_hash"] }
    }
}

extension Transaction {
    /// The hash of the secret of a person's browser that is logged in.
    func browser(_ id: BrowserID, of user: UserID, now: Date) async throws -> [UInt8]? {
        try await first("SELECT token_hash FROM browser_sessions WHERE id = \(id) AND user_id = \(user) AND expires_at > \(now)").map { try $0["token_hash"] }
    }

    /// The browser that somebody is in, there or by the app that was let in there.
    func browser(at place: SignInPlace) async throws -> [UInt8]? {
        switch place {
        case .browser(let hash): hash
        case .session(let session): try await browser(of: session)
        }
    }
}
