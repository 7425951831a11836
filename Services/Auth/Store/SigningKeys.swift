import CareService
import Foundation
import Postgres

/// A signing key as it is kept: its private half sealed.
struct SigningKeyRecord: Equatable, Sendable {
    var kid: String
    /// Uncompressed point (X9.63), 65 bytes.
    var publicKey: [UInt8]
    var sealedKey: [UInt8]
    var signsFrom: Date
    var createdAt: Date

    var schedule: KeyRotation.Key { KeyRotation.Key(kid: kid, signsFrom: signsFrom) }
}

extension PostgresRunner {
    func signingKeys() async throws -> [SigningKeyRecord] {
        try await query("SELECT * FROM signing_keys ORDER BY signs_from").map { row in
            SigningKeyRecord(
                kid: try row["kid"], publicKey: try row["public_key"], sealedKey: try row["sealed_key"],
                signsFrom: try row["signs_from"], createdAt: try row["created_at"])
        }
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
            INSERT INTO signing_keys (kid, public_key, sealed_key, signs_from, created_at)
            VALUES (\(key.kid), \(key.publicKey), \(key.sealedKey), \(key.signsFrom), \(key.createdAt))
            """)
    }

    func deleteSigningKeys(_ kids: [String]) async throws {
        try await execute("DELETE FROM signing_keys WHERE kid = ANY(\(kids))")
    }
}
