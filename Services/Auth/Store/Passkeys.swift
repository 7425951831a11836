import CareModels
import Foundation
import Postgres

/// A passkey of somebody, as it is kept. Its id is a factor's, beside those of other kinds.
struct PasskeyRecord: Equatable, Sendable {
    var id: FactorID
    var userID: UserID
    var credentialID: [UInt8]
    /// A COSE_Key.
    var publicKey: [UInt8]
    var signCount: Int64
    var isBackupEligible: Bool
    var isBackedUp: Bool
    var transports: [String]
    var name: String
    var createdAt: Date
    var lastUsedAt: Date?
    /// Of its name.
    var revision = 1

    init(_ registration: PasskeyRegistration, of user: UserID, id: FactorID, name: String, now: Date) {
        (self.id, userID, self.name, createdAt) = (id, user, name, now)
        (credentialID, publicKey) = (registration.credential.id, registration.credential.publicKey)
        (signCount, isBackupEligible, isBackedUp) = (Int64(registration.signCount), registration.isBackupEligible, registration.isBackedUp)
        transports = registration.transports
    }

    fileprivate init(_ row: Row) throws {
        id = try row["id"]
        userID = try row["user_id"]
        credentialID = try row["credential_id"]
        publicKey = try row["public_key"]
        signCount = try row["sign_count"]
        isBackupEligible = try row["is_backup_eligible"]
        isBackedUp = try row["is_backed_up"]
        transports = try row["transports"]
        name = try row["name"]
        createdAt = try row["created_at"]
        lastUsedAt = try row["last_used_at"]
        revision = try row["revision"]
    }
}

extension PostgresRunner {
    /// The oldest first.
    func passkeys(of user: UserID) async throws -> [PasskeyRecord] {
        try await query("SELECT * FROM passkeys WHERE user_id = \(user) ORDER BY id").map { try PasskeyRecord($0) }
    }

    /// Whose it is.
    func passkeyOwner(_ credential: [UInt8]) async throws -> UserID? {
        try await first("SELECT user_id FROM passkeys WHERE credential_id = \(credential)").map { try $0["user_id"] }
    }
}

extension Transaction {
    /// Locked until the commit.
    func lockedPasskey(_ credential: [UInt8], of user: UserID) async throws -> PasskeyRecord? {
        try await first("SELECT * FROM passkeys WHERE credential_id = \(credential) AND user_id = \(user) FOR UPDATE").map { try PasskeyRecord($0) }
    }

    func countPasskeys(of user: UserID) async throws -> Int { try await first("SELECT count(*) FROM passkeys WHERE user_id = \(user)")?[0] ?? 0 }

    /// False when somebody has registered the credential already.
    func insert(_ passkey: PasskeyRecord) async throws -> Bool {
        try await execute(
            """
            INSERT INTO passkeys (id, user_id, credential_id, public_key, sign_count, is_backup_eligible, is_backed_up, transports, name, created_at)
            VALUES (\(passkey.id), \(passkey.userID), \(passkey.credentialID), \(passkey.publicKey), \(passkey.signCount), \(passkey.isBackupEligible),
                    \(passkey.isBackedUp), \(passkey.transports), \(passkey.name), \(passkey.createdAt))
            ON CONFLICT (credential_id) DO NOTHING
            """) == 1
    }

    func noteUse(of passkey: FactorID, signCount: Int64, isBackedUp: Bool, now: Date) async throws {
        try await execute("UPDATE passkeys SET sign_count = \(signCount), is_backed_up = \(isBackedUp), last_used_at = \(now) WHERE id = \(passkey)")
    }

    /// Locked until the commit.
    func lockedPasskey(_ id: FactorID, of user: UserID) async throws -> PasskeyRecord? {
        try await first("SELECT * FROM passkeys WHERE id = \(id) AND user_id = \(user) FOR UPDATE").map { try PasskeyRecord($0) }
    }

    /// What it is called, and at which revision.
    func saveName(of passkey: PasskeyRecord) async throws {
        try await execute("UPDATE passkeys SET name = \(passkey.name), revision = \(passkey.revision) WHERE id = \(passkey.id)")
    }

    /// False when there is none.
    func deletePasskey(_ id: FactorID, of user: UserID) async throws -> Bool {
        try await execute("DELETE FROM passkeys WHERE id = \(id) AND user_id = \(user)") == 1
    }
}
