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
    /// Whose records the tokens are for, and at which server of FHIR's.
    var patientID: UserID?
    var fhirBase: String?
    /// The visit that the app was opened for.
    var encounterID: String?
    var code: CodeExchange.Code
}

/// A code found by its hash, locked, with what its tokens say of the person.
struct ExchangeableCode: Sendable {
    var record: CodeRecord
    var role: Role
    /// Why the person is kept out.
    var refusal: AuditEntry.Reason?
    /// Its client is disabled.
    var isWithdrawn: Bool
    /// The browser that the person gave it in; nothing is known of one that was logged out.
    var browser: SignInDevice
}

extension Transaction {
    func insert(_ record: CodeRecord) async throws {
        let code = record.code
        try await execute(
            """
            INSERT INTO authorization_codes (code_hash, client_id, user_id, redirect_uri, scopes, nonce, code_challenge, auth_time, amr,
                                             id_token_claims, userinfo_claims, browser_hash, patient_id, fhir_base, encounter_id, dpop_jkt, expires_at)
            VALUES (\(record.hash), \(code.clientID), \(record.userID), \(code.redirectURI), \(Scopes.sorted(record.scopes)), \(record.nonce),
                    \(code.challenge), \(record.authTime), \(record.context.methods), \(record.idTokenClaims.sorted()), \(record.userInfoClaims.sorted()),
                    \(record.browserHash), \(record.patientID), \(record.fhirBase), \(record.encounterID), \(code.keyThumbprint), \(code.expiresAt))
            """)
    }

    func lockedCode(hash: [UInt8]) async throws -> ExchangeableCode? {
        let row = try await first(
            """
            SELECT c.*, u.role, u.suspended_at IS NOT NULL AS suspended, u.erase_at IS NOT NULL AS to_be_erased,
                k.disabled_at IS NOT NULL AS withdrawn, b.device, b.address_prefix
            FROM authorization_codes c JOIN users u ON u.id = c.user_id JOIN oauth_clients k ON k.id = c.client_id
            LEFT JOIN browser_sessions b ON b.token_hash = c.browser_hash
            WHERE c.code_hash = \(hash) FOR UPDATE OF c FOR KEY SHARE OF k
            """)
        return try row.map { row in
            let scopes: [String] = try row["scopes"]
            let idTokenClaims: [String] = try row["id_token_claims"]
            let userInfoClaims: [String] = try row["userinfo_claims"]
            let usedAt: Date? = try row["used_at"]
            let code = CodeExchange.Code(
                clientID: try row["client_id"], redirectURI: try row["redirect_uri"], challenge: try row["code_challenge"],
                expiresAt: try row["expires_at"], isUsed: usedAt != nil, session: try row["session_id"],
                keyThumbprint: try row["dpop_jkt"])
            let record = CodeRecord(
                hash: hash, userID: try row["user_id"], scopes: Set(scopes), nonce: try row["nonce"], authTime: try row["auth_time"],
                context: AuthenticationContext(methods: try row["amr"]), idTokenClaims: Set(idTokenClaims), userInfoClaims: Set(userInfoClaims),
                browserHash: try row["browser_hash"], patientID: try row["patient_id"], fhirBase: try row["fhir_base"],
                encounterID: try row["encounter_id"], code: code)
            let refusal: AuditEntry.Reason? = try row["suspended"] ? .suspended : try row["to_be_erased"] ? .toBeErased : nil
            return ExchangeableCode(
                record: record, role: try row["role"], refusal: refusal, isWithdrawn: try row["withdrawn"],
                browser: SignInDevice(name: try row["device"], addressPrefix: try row["address_prefix"]))
        }
    }

    func useCode(hash: [UInt8], session: SessionID?, now: Date) async throws {
        try await execute("UPDATE authorization_codes SET used_at = \(now), session_id = \(session) WHERE code_hash = \(hash)")
    }

    /// Those that wait for their exchange.
    func deleteUnusedCodes(of user: UserID) async throws {
        try await execute("DELETE FROM authorization_codes WHERE user_id = \(user) AND used_at IS NULL")
    }

    /// Those of them that were given in this browser.
    func deleteUnusedCodes(of user: UserID, givenIn browser: [UInt8]) async throws {
        try await execute("DELETE FROM authorization_codes WHERE user_id = \(user) AND browser_hash = \(browser) AND used_at IS NULL")
    }

    /// Those of them that were given in any browser but `kept`.
    func deleteUnusedCodes(of user: UserID, givenOutside kept: [UInt8]?) async throws {
        try await execute("DELETE FROM authorization_codes WHERE user_id = \(user) AND browser_hash IS DISTINCT FROM \(kept)::bytea AND used_at IS NULL")
    }

    func purgeCodes(before instant: Date, limit: Int) async throws -> Int {
        try await deleteBatch(from: "authorization_codes", where: "expires_at < \(instant)", by: "expires_at", most: limit)
    }
}
