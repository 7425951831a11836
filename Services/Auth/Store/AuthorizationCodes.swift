import CareModels
import Foundation
import Postgres

/// What an authorization code stands for.
struct CodeRecord: Sendable {
    var hash: [UInt8]
    var userID: UserID
    var scopes: Set<String>
    var nonce: String?
    var authTime: Date
    var context: AuthenticationContext
    var idTokenClaims: Set<String> = []
    var userInfoClaims: Set<String> = []
    /// The browser's login that it was given by.
    var browserHash: [UInt8]?
    var code: CodeExchange.Code
}

/// A code found by its hash, locked, with what its tokens say of the person.
struct ExchangeableCode: Sendable {
    var record: CodeRecord
    var role: Role
    var isSuspended: Bool
    /// Its client is disabled.
    var isWithdrawn: Bool
}

extension Transaction {
    func insert(_ record: CodeRecord) async throws {
        let code = record.code
        try await execute(
            """
            INSERT INTO authorization_codes (code_hash, client_id, user_id, redirect_uri, scopes, nonce, code_challenge, auth_time, amr,
                                             id_token_claims, userinfo_claims, browser_hash, expires_at)
            VALUES (\(record.hash), \(code.clientID), \(record.userID), \(code.redirectURI), \(Scopes.sorted(record.scopes)), \(record.nonce),
                    \(code.challenge), \(record.authTime), \(record.context.methods), \(record.idTokenClaims.sorted()), \(record.userInfoClaims.sorted()),
                    \(record.browserHash), \(code.expiresAt))
            """)
    }

    func lockedCode(hash: [UInt8]) async throws -> ExchangeableCode? {
        let row = try await first(
            """
            SELECT c.*, u.role, u.suspended_at IS NOT NULL AS suspended, k.disabled_at IS NOT NULL AS withdrawn
            FROM authorization_codes c JOIN users u ON u.id = c.user_id JOIN oauth_clients k ON k.id = c.client_id
            WHERE c.code_hash = \(hash) FOR UPDATE OF c FOR KEY SHARE OF k
            """)
        return try row.map { row in
            let scopes: [String] = try row["scopes"]
            let idTokenClaims: [String] = try row["id_token_claims"]
            let userInfoClaims: [String] = try row["userinfo_claims"]
            let usedAt: Date? = try row["used_at"]
            let code = CodeExchange.Code(
                clientID: try row["client_id"], redirectURI: try row["redirect_uri"], challenge: try row["code_challenge"],
                expiresAt: try row["expires_at"], isUsed: usedAt != nil, session: try row["session_id"])
            let record = CodeRecord(
                hash: hash, userID: try row["user_id"], scopes: Set(scopes), nonce: try row["nonce"], authTime: try row["auth_time"],
                context: AuthenticationContext(methods: try row["amr"]), idTokenClaims: Set(idTokenClaims), userInfoClaims: Set(userInfoClaims),
                browserHash: try row["browser_hash"], code: code)
            return ExchangeableCode(record: record, role: try row["role"], isSuspended: try row["suspended"], isWithdrawn: try row["withdrawn"])
        }
    }

    func useCode(hash: [UInt8], session: SessionID?, now: Date) async throws {
        try await execute("UPDATE authorization_codes SET used_at = \(now), session_id = \(session) WHERE code_hash = \(hash)")
    }

    /// Those that wait for their exchange.
    func deleteUnusedCodes(of user: UserID) async throws {
        try await execute("DELETE FROM authorization_codes WHERE user_id = \(user) AND used_at IS NULL")
    }

    func purgeCodes(before instant: Date, limit: Int) async throws -> Int {
        try await execute(
            """
            DELETE FROM authorization_codes WHERE ctid = ANY(ARRAY(
                SELECT ctid FROM authorization_codes WHERE expires_at < \(instant) ORDER BY expires_at LIMIT \(limit) FOR UPDATE SKIP LOCKED
            ))
            """)
    }
}
