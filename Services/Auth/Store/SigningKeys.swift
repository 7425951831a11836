import Foundation
import Postgres

/// A signing key as it is kept: its private half sealed.
struct SigningKeyRecord: Equatable, Sendable {
    var algorithm: SigningAlgorithm
    var kid: String
    /// ES256: an uncompressed point (X9.63), 65 bytes. RS256: an RSAPublicKey (PKCS #1), DER.
    var publicKey: [UInt8]
    var sealedKey: [UInt8]
    /// Which master key seals it; nil in rows of the release before.
    var masterKeyID: String?
    var signsFrom: Date
    var createdAt: Date

    var schedule: KeyRotation.Key { KeyRotation.Key(kid: kid, signsFrom: signsFrom) }
}

extension SigningAlgorithm: PostgresEncodable, PostgresDecodable {
    fileprivate var table: String { self == .es256 ? "signing_keys" : "rsa_signing_keys" }

    fileprivate var selection: SQL {
        "SELECT \(self)::text AS alg, kid, public_key, sealed_key, master_key_id, signs_from, created_at FROM \(unescaped: table)"
    }
}

extension SigningKeyRecord {
    fileprivate init(_ row: Row) throws {
        self.init(
            algorithm: try row["alg"], kid: try row["kid"], publicKey: try row["public_key"], sealedKey: try row["sealed_key"],
            masterKeyID: try row["master_key_id"], signsFrom: try row["signs_from"], createdAt: try row["created_at"])
    }
}

extension PostgresRunner {
    /// Of all algorithms.
    func signingKeys() async throws -> [SigningKeyRecord] {
        let all = SQL.join(SigningAlgorithm.allCases.map(\.selection), separator: " UNION ALL ")
        return try await query("\(all) ORDER BY signs_from").map(SigningKeyRecord.init)
    }
}

extension PostgresRunner {
    /// The public half of one that was retired.
    func retiredSigningKey(_ kid: String) async throws -> (SigningAlgorithm, [UInt8])? {
        try await first("SELECT alg, public_key FROM retired_signing_keys WHERE kid = \(kid)").map { (try $0["alg"], try $0["public_key"]) }
    }
}

extension Transaction {
    /// One rotation at a time, over all replicas. Reading goes on.
    func lockSigningKeys() async throws {
        try await execute("LOCK TABLE signing_keys, rsa_signing_keys IN SHARE ROW EXCLUSIVE MODE")
    }

    func insert(_ key: SigningKeyRecord) async throws {
        try await execute(
            """
            INSERT INTO \(unescaped: key.algorithm.table) (kid, public_key, sealed_key, master_key_id, signs_from, created_at)
            VALUES (\(key.kid), \(key.publicKey), \(key.sealedKey), \(key.masterKeyID), \(key.signsFrom), \(key.createdAt))
            """)
    }

    /// All, kept from being deleted or changed by others until the transaction ends.
    func lockedSigningKeys() async throws -> [SigningKeyRecord] {
        var keys: [SigningKeyRecord] = []
        for algorithm in SigningAlgorithm.allCases {
            keys += try await query("\(algorithm.selection) ORDER BY kid FOR NO KEY UPDATE").map(SigningKeyRecord.init)
        }
        return keys
    }

    /// How it is sealed; the rest of a key never changes.
    func update(_ key: SigningKeyRecord) async throws {
        try await execute(
            """
            UPDATE \(unescaped: key.algorithm.table) SET sealed_key = \(key.sealedKey), master_key_id = \(key.masterKeyID) WHERE kid = \(key.kid)
            """)
    }

    /// They are published no more; their public halves are kept.
    func retire(_ keys: [SigningKeyRecord], now: Date) async throws {
        for key in keys {
            try await execute(
                """
                INSERT INTO retired_signing_keys (kid, alg, public_key, retired_at) VALUES (\(key.kid), \(key.algorithm), \(key.publicKey), \(now))
                """)
        }
        try await delete(keys)
    }

    /// Those that were retired before `instant`; at most `limit`.
    func purgeRetiredSigningKeys(before instant: Date, limit: Int) async throws -> Int {
        try await execute(
            """
            DELETE FROM retired_signing_keys WHERE kid = ANY(ARRAY(
                SELECT kid FROM retired_signing_keys WHERE retired_at < \(instant) ORDER BY retired_at LIMIT \(limit) FOR UPDATE SKIP LOCKED
            ))
            """)
    }

    func delete(_ keys: [SigningKeyRecord]) async throws {
        for (algorithm, some) in Dictionary(grouping: keys, by: \.algorithm) {
            try await execute("DELETE FROM \(unescaped: algorithm.table) WHERE kid = ANY(\(some.map(\.kid)))")
        }
    }
}
