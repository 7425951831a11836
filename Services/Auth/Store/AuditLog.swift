import CareModels
import Foundation
import Postgres

/// One line of the audit: ids and kinds, never a name, a secret or an address in clear.
struct AuditEntry: Equatable, Sendable {
    enum Kind: String, CaseIterable, Sendable {
        case signedUp = "signed-up"
        case loggedIn = "logged-in"
        case loginFailed = "login-failed"
        case loginBlocked = "login-blocked"
        /// The password was right, and something else stood against it.
        case loginRefused = "login-refused"
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
        /// From the one of these two to the other.
        case roleChanged = "role-changed"
        case signingKeysReplaced = "signing-keys-replaced"
        case sessionsEnded = "sessions-ended"
        case consentWithdrawn = "consent-withdrawn"
        case emailChangeAsked = "email-change-asked"
        case emailVerified = "email-verified"
        case profileChanged = "profile-changed"
        case passwordChanged = "password-changed"
        case passwordLinkMailed = "password-link-mailed"
        case passwordReset = "password-reset"
        case unlocked
        case factorAdded = "factor-added"
        case factorRemoved = "factor-removed"
        case factorsReset = "factors-reset"
        case recoveryCodeUsed = "recovery-code-used"
        case recoveryCodesReplaced = "recovery-codes-replaced"
        case passwordSetByOperator = "password-set-by-operator"
        case clientWritten = "client-written"
        case suspended, resumed
        case erasureAsked = "erasure-asked"
        case erasureWithdrawn = "erasure-withdrawn"
        case accountExported = "account-exported"
        case guardianInvited = "guardian-invited"
        case guardianshipBegun = "guardianship-begun"
        case guardianshipEnded = "guardianship-ended"
        case tokenExchanged = "token-exchanged"
        case exchangeRefused = "exchange-refused"
        case clientDisabled = "client-disabled"
        case clientEnabled = "client-enabled"
        case clientSecretRotated = "client-secret-rotated"
        case clientsInvited = "clients-invited"
        /// By itself, with an invitation.
        case clientRegistered = "client-registered"
        /// What operators looked at.
        case usersRead = "users-read"
        case clientsRead = "clients-read"
        case auditRead = "audit-read"
        case organisationCreated = "organisation-created"
        case organisationChanged = "organisation-changed"
        case organisationClosed = "organisation-closed"
        case memberInvited = "member-invited"
        case invitationWithdrawn = "invitation-withdrawn"
        case memberJoined = "member-joined"
        case memberChanged = "member-changed"
        case memberLeft = "member-left"
        case teamCreated = "team-created"
        case teamChanged = "team-changed"
        case teamDeleted = "team-deleted"
        case providerVerified = "provider-verified"
        case verificationWithdrawn = "verification-withdrawn"
    }

    /// Why, in one of a few words.
    enum Reason: String, Sendable {
        case unknownName = "unknown-name"
        case wrongPassword = "wrong-password"
        case passwordToBeChanged = "password-to-be-changed"
        case passwordOver = "password-over"
        case secondFactorToBeSetUp = "second-factor-to-be-set-up"
        case suspended
        case toBeErased = "to-be-erased"
        /// Not signed by the passkey that was registered, or without asking who holds the device.
        case wrongPasskey = "wrong-passkey"
        /// Its counter did not go on.
        case copiedPasskey = "copied-passkey"
        case lost, stolen, broken
        case security, abuse, request, legal
    }

    var kind: Kind
    var at: Date
    var userID: UserID?
    var clientID: String?
    var sessionID: SessionID?
    var addressHash: [UInt8]?
    var requestID: String?
    var occurrences = 1
    /// Who did it, where it was not the person themselves.
    var actorID: UserID?
    var reason: Reason?
}

/// Through which client something was asked, and from where, as the audit keeps it.
struct Origin: Equatable, Sendable {
    var clientID: String?
    var addressHash: [UInt8]?
    var requestID: String?
    /// The person who asked for it.
    var actorID: UserID?

    /// An operator at the database, or the service by itself.
    static let platform = Origin()
}

extension AuditEntry {
    init(_ kind: Kind, at instant: Date, from origin: Origin, user: UserID? = nil, session: SessionID? = nil, reason: Reason? = nil) {
        self.init(
            kind: kind, at: instant, userID: user, clientID: origin.clientID, sessionID: session, addressHash: origin.addressHash,
            requestID: origin.requestID, actorID: origin.actorID == user ? nil : origin.actorID, reason: reason)
    }
}

extension AuditEntry {
    /// About a client, whichever app it was asked with.
    init(_ kind: Kind, at instant: Date, of client: String, from origin: Origin) {
        var origin = origin
        origin.clientID = client
        self.init(kind, at: instant, from: origin)
    }
}

extension AuditEntry.Reason {
    init(_ reason: Suspension.Reason) {
        self =
            switch reason {
            case .security: .security
            case .abuse: .abuse
            case .request: .request
            case .legal: .legal
            }
    }
}

extension AuditEntry.Reason {
    init(_ reason: FactorReset.Reason) {
        self =
            switch reason {
            case .lost: .lost
            case .stolen: .stolen
            case .broken: .broken
            case .security: .security
            }
    }
}

extension Transaction {
    func audit(_ entries: [AuditEntry]) async throws { try await batch(entries.map(\.insert)) }

    /// Goes out with the next statement or with the commit.
    func audit(_ entry: AuditEntry) async throws { try await executeLater(entry.insert) }
}

extension AuditEntry {
    fileprivate var insert: SQL {
        """
        INSERT INTO audit_log (at, kind, user_id, client_id, session_id, address_hash, request_id, occurrences, actor_id, reason)
        VALUES (\(at), \(kind.rawValue), \(userID), \(clientID), \(sessionID), \(addressHash), \(requestID), \(occurrences), \(actorID),
                \(reason?.rawValue))
        """
    }
}
