import CareModels
import Foundation
import Postgres

/// What proves a person beside their password, as it is kept.
struct FactorRecord: Sendable {
    /// As it is kept here; passkeys are beside (`PasskeyRecord`).
    enum Kind: String, Codable, Sendable {
        /// Codes of an authenticator app (RFC 6238).
        case totp
    }

    /// Always: nothing of it changes.
    static let revision = 1

    var id: FactorID
    var userID: UserID
    var kind: Kind
    var sealedSecret: [UInt8]
    var masterKeyID: String
    var createdAt: Date
    /// Nil: it counts for nothing yet.
    var confirmedAt: Date?
}

enum Factor {}
typealias FactorID = ID<Factor>

extension FactorRecord.Kind: PostgresEncodable, PostgresDecodable {}

extension PostgresRunner {
    /// Those that count, the oldest first.
    func factors(of user: UserID) async throws -> [FactorRecord] {
        try await query("SELECT * FROM factors WHERE user_id = \(user) AND confirmed_at IS NOT NULL ORDER BY id").map(FactorRecord.init)
    }

    /// Codes of an app that were begun, and not confirmed.
    func begunTOTP(of user: UserID) async throws -> FactorRecord? {
        try await first("SELECT * FROM factors WHERE user_id = \(user) AND kind = 'totp' AND confirmed_at IS NULL").map(FactorRecord.init)
    }

    func countRecoveryCodes(of user: UserID) async throws -> Int {
        try await first("SELECT count(*) FROM recovery_codes WHERE user_id = \(user)")?[0] ?? 0
    }
}

extension Transaction {
    /// The person's codes from an app, locked; also those that were only begun.
    func lockedTOTP(of user: UserID) async throws -> FactorRecord? {
        try await first("SELECT * FROM factors WHERE user_id = \(user) AND kind = 'totp' FOR UPDATE").map(FactorRecord.init)
    }

    func insert(_ factor: FactorRecord) async throws {
        try await execute(
            """
            INSERT INTO factors (id, user_id, kind, sealed_secret, master_key_id, created_at)
            VALUES (\(factor.id), \(factor.userID), \(factor.kind), \(factor.sealedSecret), \(factor.masterKeyID), \(factor.createdAt))
            """)
    }

    /// Takes a code's step, unless it or a later one was taken before: of several who show the same code, in whichever replica, one hears true.
    func takeStep(_ step: Int64, of factor: FactorID) async throws -> Bool {
        try await execute("UPDATE factors SET last_step = \(step) WHERE id = \(factor) AND (last_step IS NULL OR last_step < \(step))") == 1
    }

    func confirm(_ factor: FactorID, now: Date) async throws { try await execute("UPDATE factors SET confirmed_at = \(now) WHERE id = \(factor)") }

    /// False when there is none.
    func deleteFactor(_ id: FactorID, of user: UserID) async throws -> Bool {
        try await execute("DELETE FROM factors WHERE id = \(id) AND user_id = \(user) AND confirmed_at IS NOT NULL") == 1
    }

    /// Begun, and not confirmed.
    func deleteBegunFactors(of user: UserID) async throws { try await execute("DELETE FROM factors WHERE user_id = \(user) AND confirmed_at IS NULL") }

    /// What was begun, and of every kind those that have counted since `instant` or later; how many of these.
    func deleteFactors(of user: UserID, since instant: Date) async throws -> Int {
        try await deleteBegunFactors(of: user)
        let codes = try await execute("DELETE FROM factors WHERE user_id = \(user) AND confirmed_at >= \(instant)")
        let passkeys = try await execute("DELETE FROM passkeys WHERE user_id = \(user) AND created_at >= \(instant)")
        try await execute("DELETE FROM passkey_challenges WHERE user_id = \(user)")
        return codes + passkeys
    }

    /// Says in the person's row whether a factor of theirs counts.
    func noteSecondFactor(of user: UserID) async throws {
        try await execute(
            """
            UPDATE users SET has_second_factor = EXISTS (SELECT 1 FROM factors WHERE user_id = \(user) AND confirmed_at IS NOT NULL)
                OR EXISTS (SELECT 1 FROM passkeys WHERE user_id = \(user))
            WHERE id = \(user)
            """)
    }

    /// Of every kind, also what was begun, with the recovery codes.
    func deleteEveryFactor(of user: UserID) async throws {
        try await execute("DELETE FROM factors WHERE user_id = \(user)")
        try await execute("DELETE FROM passkeys WHERE user_id = \(user)")
        try await execute("DELETE FROM recovery_codes WHERE user_id = \(user)")
        try await execute("DELETE FROM passkey_challenges WHERE user_id = \(user)")
    }

    /// In place of those before.
    func replaceRecoveryCodes(of user: UserID, with hashes: [[UInt8]]) async throws {
        try await execute("DELETE FROM recovery_codes WHERE user_id = \(user)")
        for hash in hashes { try await execute("INSERT INTO recovery_codes (user_id, code_hash) VALUES (\(user), \(hash))") }
    }

    /// Uses it up; false when there is none, any more.
    func takeRecoveryCode(_ hash: [UInt8], of user: UserID) async throws -> Bool {
        try await execute("DELETE FROM recovery_codes WHERE user_id = \(user) AND code_hash = \(hash)") == 1
    }

    /// Of those that these keys seal, behind one.
    func lockedFactors(sealedBy earlier: [String], after id: FactorID?, limit: Int) async throws -> [FactorRecord] {
        try await locked(.factors, by: earlier, after: id?.uuid, limit: limit) { try FactorRecord($0) }
    }

    /// How it is sealed.
    func update(_ factor: FactorRecord) async throws {
        try await reseal(.factors, of: factor.id.uuid, factor.sealedSecret, by: factor.masterKeyID)
    }

    func purgeBegunFactors(before instant: Date, limit: Int) async throws -> Int {
        try await deleteBatch(from: "factors", where: "confirmed_at IS NULL AND created_at < \(instant)", by: "created_at", most: limit)
    }
}

extension FactorRecord {
    fileprivate init(_ row: Row) throws {
        self.init(
            id: try row["id"], userID: try row["user_id"], kind: try row["kind"], sealedSecret: try row["sealed_secret"], masterKeyID: try row["master_key_id"],
            createdAt: try row["created_at"], confirmedAt: try row["confirmed_at"])
    }
}
