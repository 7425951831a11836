import CareModels
import Foundation
import Postgres

extension PostgresRunner {
    /// Who has logged in with the browser that holds this cookie, with their consent to `client`.
    func signedIn(tokenHash: [UInt8], client: String, now: Date) async throws -> AuthorizationStep.SignedIn? {
        let row = try await first(
            """
            SELECT b.user_id, b.auth_time, b.amr, u.role, u.has_second_factor, coalesce(c.scopes, '{}') AS granted,
                \(unescaped: OrganisationMember.isSecondFactorDemanded) AS is_factor_demanded
            FROM browser_sessions b JOIN users u ON u.id = b.user_id
            LEFT JOIN consents c ON c.user_id = b.user_id AND c.client_id = \(client)
            WHERE b.token_hash = \(tokenHash) AND b.expires_at > \(now)
            """)
        return try row.map { row in
            let granted: [String] = try row["granted"]
            return AuthorizationStep.SignedIn(
                userID: try row["user_id"], role: try row["role"], authTime: try row["auth_time"], granted: Set(granted),
                context: AuthenticationContext(methods: try row["amr"]), hasSecondFactor: try row["has_second_factor"],
                isFactorDemanded: try row["is_factor_demanded"])
        }
    }

    /// Who has logged in with the browser that holds this cookie.
    func browserUser(tokenHash: [UInt8], now: Date) async throws -> UserID? {
        try await first("SELECT user_id FROM browser_sessions WHERE token_hash = \(tokenHash) AND expires_at > \(now)").map { try $0["user_id"] }
    }

    /// The same, and how they have signed in; nil when nobody is any more.
    func browserLogin(tokenHash: [UInt8], now: Date) async throws -> (user: UserID, standing: StepUp.Standing)? {
        let row = try await first(
            """
            SELECT b.user_id, b.auth_time, b.amr, u.has_second_factor FROM browser_sessions b JOIN users u ON u.id = b.user_id
            WHERE b.token_hash = \(tokenHash) AND b.expires_at > \(now)
            """)
        return try row.map { (try $0["user_id"], try StepUp.Standing($0)) }
    }
}

extension Transaction {
    func insertBrowserSession(_ id: BrowserID, _ browser: BrowserLogin, user: UserID, authTime: Date, context: AuthenticationContext, expiresAt: Date) async throws {
        try await execute(
            """
            INSERT INTO browser_sessions (id, token_hash, user_id, auth_time, amr, expires_at, device, address_prefix)
            VALUES (\(id), \(browser.tokenHash), \(user), \(authTime), \(context.methods), \(expiresAt), \(browser.device.name), \(browser.device.addressPrefix))
            """)
    }

    /// Whether the person is logged in with this browser still, and stays so until the commit: it is used. Their account first, as whatever ends their logins does.
    func useLogin(_ tokenHash: [UInt8], of user: UserID, now: Date) async throws -> Bool {
        guard try await first("SELECT 1 FROM users WHERE id = \(user) FOR KEY SHARE") != nil else { return false }
        return try await execute(
            "UPDATE browser_sessions SET last_used_at = \(now) WHERE token_hash = \(tokenHash) AND user_id = \(user) AND expires_at > \(now)") == 1
    }

    /// False when it was logged out already.
    @discardableResult func deleteBrowserSession(tokenHash: [UInt8]) async throws -> Bool {
        try await execute("DELETE FROM browser_sessions WHERE token_hash = \(tokenHash)") == 1
    }

    /// How many there were.
    @discardableResult func deleteBrowserSessions(of user: UserID, except kept: [UInt8]? = nil) async throws -> Int {
        try await execute("DELETE FROM browser_sessions WHERE user_id = \(user) AND token_hash IS DISTINCT FROM \(kept)::bytea")
    }

    /// The login that an app's session was given by.
    func deleteBrowserSession(of session: SessionID) async throws {
        try await execute("DELETE FROM browser_sessions WHERE token_hash = (SELECT browser_hash FROM sessions WHERE id = \(session))")
    }

    /// Everybody's, with the codes and the allowed devices that wait for their exchange.
    func endBrowserSessions(before now: Date) async throws {
        try await execute("DELETE FROM browser_sessions WHERE auth_time <= \(now)")
        try await execute("DELETE FROM authorization_codes WHERE used_at IS NULL AND auth_time <= \(now)")
        try await execute("DELETE FROM device_authorizations WHERE auth_time <= \(now)")
    }

    func purgeBrowserSessions(before instant: Date, limit: Int) async throws -> Int {
        try await deleteBatch(from: "browser_sessions", where: "expires_at < \(instant)", by: "expires_at", most: limit)
    }
}
