import CareModels
import Foundation
import Postgres

/// One line of the audit: ids and kinds, never a name, a secret or an address in clear.
struct AuditEntry: Equatable, Sendable {
    enum Kind: String, Sendable {
        case signedUp = "signed-up"
        case loggedIn = "logged-in"
        case loginFailed = "login-failed"
        case loginBlocked = "login-blocked"
        case loggedOut = "logged-out"
        case consented, declined
        case codeExchanged = "code-exchanged"
        case codeRefused = "code-refused"
        case codeReplayed = "code-replayed"
        case refreshed
        case refreshRepeated = "refresh-repeated"
        case refreshRefused = "refresh-refused"
        case refreshReused = "refresh-reused"
        case tokenRevoked = "token-revoked"
        case machineToken = "machine-token"
        case clientRefused = "client-refused"
        case accountErased = "account-erased"
        case adminCreated = "admin-created"
        case schedulerCreated = "scheduler-created"
        case signingKeysReplaced = "signing-keys-replaced"
        case sessionsEnded = "sessions-ended"
        case consentWithdrawn = "consent-withdrawn"
        case emailChangeAsked = "email-change-asked"
        case emailVerified = "email-verified"
        case passwordChanged = "password-changed"
        case passwordLinkMailed = "password-link-mailed"
        case passwordReset = "password-reset"
        case unlocked
        case factorAdded = "factor-added"
        case factorRemoved = "factor-removed"
        case recoveryCodeUsed = "recovery-code-used"
        case recoveryCodesReplaced = "recovery-codes-replaced"
        case passwordSetByOperator = "password-set-by-operator"
    }

    var kind: Kind
    var at: Date
    var userID: UserID?
    var clientID: String?
    var sessionID: SessionID?
    var addressHash: [UInt8]?
    var requestID: String?
    var occurrences = 1
}

/// Through which client something was asked, and from where, as the audit keeps it.
struct Origin: Equatable, Sendable {
    var clientID: String?
    var addressHash: [UInt8]?
    var requestID: String?

    /// An operator at the database, or the service by itself.
    static let platform = Origin()
}

extension AuditEntry {
    init(_ kind: Kind, at instant: Date, from origin: Origin, user: UserID? = nil, session: SessionID? = nil) {
        self.init(
            kind: kind, at: instant, userID: user, clientID: origin.clientID, sessionID: session, addressHash: origin.addressHash,
            requestID: origin.requestID)
    }
}

extension PostgresRunner {
    func audit(_ entries: [AuditEntry]) async throws { try await batch(entries.map(\.insert)) }
}

extension Transaction {
    /// Goes out with the next statement or with the commit.
    func audit(_ entry: AuditEntry) async throws { try await executeLater(entry.insert) }

    func purgeAudit(before instant: Date, limit: Int) async throws -> Int {
        try await execute(
            """
            DELETE FROM audit_log WHERE ctid = ANY(ARRAY(
                SELECT ctid FROM audit_log WHERE at < \(instant) ORDER BY at LIMIT \(limit) FOR UPDATE SKIP LOCKED
            ))
            """)
    }
}

extension AuditEntry {
    fileprivate var insert: SQL {
        """
        INSERT INTO audit_log (at, kind, user_id, client_id, session_id, address_hash, request_id, occurrences)
        VALUES (\(at), \(kind.rawValue), \(userID), \(clientID), \(sessionID), \(addressHash), \(requestID), \(occurrences))
        """
    }
}
