import Foundation
import Postgres

/// A signing key as it is kept: its private half sealed.
struct SigningKeyRecord: Equatable, Sendable {
    var kid: String
    /// Uncompressed point (X9.63), 65 bytes.
    var publicKey: [UInt8]
    var sealedKey: [UInt8]
    /// Which master key seals it; nil in rows of the release before.
    var masterKeyID: String?
    var signsFrom: Date
    var createdAt: Date

    var schedule: KeyRotation.Key { KeyRotation.Key(kid: kid, signsFrom: signsFrom) }
}

extension SigningKeyRecord {
    fileprivate init(_ row: Row) throws {
        self.init(
            kid: try row["kid"], publicKey: try row["public_key"], sealedKey: try row["sealed_key"], masterKeyID: try row["master_key_id"],
            signsFrom: try row["signs_from"], createdAt: try row["created_at"])
    }
}

extension PostgresRunner {
    func signingKeys() async throws -> [SigningKeyRecord] {
        try await query("SELECT * FROM signing_keys ORDER BY signs_from").map(SigningKeyRecord.init)
    }
}

extension Transaction {
    /// One rotation at a time, over all replicas.
    func lockSigningKeys() async throws {
        try await execute("LOCK TABLE signing_keys IN SHARE ROW EXCLUSIVE MODE")
    }

    func insert(_ key: SigningKeyRecord) async throws {
        try await execute(
            """
            INSERT INTO signing_keys (kid, public_key, sealed_key, master_key_id, signs_from, created_at)
            VALUES (\(key.kid), \(key.publicKey), \(key.sealedKey), \(key.masterKeyID), \(key.signsFrom), \(key.createdAt))
            """)
    }

    /// All, kept from being deleted or changed by others until the transaction ends.
    func lockedSigningKeys() async throws -> [SigningKeyRecord] {
        try await query("SELECT * FROM signing_keys ORDER BY kid FOR NO KEY UPDATE").map(SigningKeyRecord.init)
    }

    /// How it is sealed; the rest of a key never changes.
    func update(_ key: SigningKeyRecord) async throws {
        try await execute("UPDATE signing_keys SET sealed_key = \(key.sealedKey), master_key_id = \(key.masterKeyID) WHERE kid = \(key.kid)")
    }

    func deleteSigningKeys(_ kids: [String]) async throws {
        try await execute("DELETE FROM signing_keys WHERE kid = ANY(\(kids))")
    }
}
