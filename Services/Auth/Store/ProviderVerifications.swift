import CareModels
import Foundation
import Postgres

/// Somebody has seen a provider's licence.
struct VerificationRecord: Sendable {
    var id: UUID
    var userID: UserID
    /// Nil for the platform.
    var organisationID: OrganisationID?
    /// Who did it; nil at the terminal, and when they were erased.
    var actorID: UserID?
    var sealedLicence: [UInt8]
    var masterKeyID: String
    var verifiedAt: Date

    /// Of one provider that are shown: an answer has a bound, however many houses somebody works for.
    static let mostShown = 100
}

extension PostgresRunner {
    /// The newest first; `mostShown` at most.
    func verifications(of user: UserID) async throws -> [VerificationRecord] {
        try await query(
            "SELECT * FROM provider_verifications WHERE user_id = \(user) ORDER BY verified_at DESC, id DESC LIMIT \(VerificationRecord.mostShown)"
        ).map { try VerificationRecord($0) }
    }

    /// What the organisations are called that have seen somebody's licence.
    func namesOfVerifiers(of user: UserID) async throws -> [OrganisationID: String] {
        let rows = try await query(
            "SELECT id, name FROM organisations WHERE id IN (SELECT organisation_id FROM provider_verifications WHERE user_id = \(user))")
        return try rows.reduce(into: [:]) { $0[try $1["id"]] = try $1["name"] as String }
    }
}

extension Transaction {
    /// In place of the one before of the same organisation.
    func save(_ verification: VerificationRecord) async throws {
        try await execute(
            "DELETE FROM provider_verifications WHERE user_id = \(verification.userID) AND organisation_id IS NOT DISTINCT FROM \(verification.organisationID)::uuid")
        try await execute(
            """
            INSERT INTO provider_verifications (id, user_id, organisation_id, actor_id, sealed_licence, master_key_id, verified_at)
            VALUES (\(verification.id), \(verification.userID), \(verification.organisationID)::uuid, \(verification.actorID)::uuid,
                    \(verification.sealedLicence), \(verification.masterKeyID), \(verification.verifiedAt))
            """)
    }

    /// From now on somebody has to have seen their licence.
    func noteNotVerifiedByDefault(_ user: UserID) async throws {
        try await execute("UPDATE users SET verified_by_default = false WHERE id = \(user)")
    }

    /// What an organisation gave; false when it gave none.
    func deleteVerification(of user: UserID, by organisation: OrganisationID) async throws -> Bool {
        try await execute("DELETE FROM provider_verifications WHERE user_id = \(user) AND organisation_id = \(organisation)") == 1
    }

    func deleteVerifications(of user: UserID) async throws { try await execute("DELETE FROM provider_verifications WHERE user_id = \(user)") }

    /// Its next revision.
    func touchVerification(of user: UserID) async throws {
        try await execute("UPDATE users SET verification_revision = verification_revision + 1 WHERE id = \(user)")
    }

    /// Whether the person counts as verified, with the version of the event that says so.
    func saveVerified(_ user: UserRecord) async throws {
        try await execute(
            """
            UPDATE users SET is_verified = \(user.isVerified), version = \(user.version), specialties_version = \(user.version), revision = \(user.revision),
                updated_at = \(user.updatedAt)
            WHERE id = \(user.id)
            """)
    }

    /// Of those that these keys seal, behind one.
    func lockedVerifications(sealedBy earlier: [String], after id: UUID?, limit: Int) async throws -> [VerificationRecord] {
        let behind: SQL = id.map { "AND id > \($0)" } ?? ""
        return try await query(
            """
            SELECT * FROM provider_verifications WHERE master_key_id = ANY(\(earlier)::text[]) \(behind)
            ORDER BY id LIMIT \(limit) FOR NO KEY UPDATE SKIP LOCKED
            """
        ).map { try VerificationRecord($0) }
    }

    /// How it is sealed.
    func update(_ verification: VerificationRecord) async throws {
        try await execute(
            "UPDATE provider_verifications SET sealed_licence = \(verification.sealedLicence), master_key_id = \(verification.masterKeyID) WHERE id = \(verification.id)")
    }
}

extension VerificationRecord {
    fileprivate init(_ row: Row) throws {
        id = try row["id"]
        userID = try row["user_id"]
        organisationID = try row["organisation_id"]
        actorID = try row["actor_id"]
        sealedLicence = try row["sealed_licence"]
        masterKeyID = try row["master_key_id"]
        verifiedAt = try row["verified_at"]
    }
}
