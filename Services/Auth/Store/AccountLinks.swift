import CareModels
import Foundation
import Postgres

/// What a link proves, by the hash of its secret.
struct AccountLink: Equatable, Sendable {
    enum Purpose: String, Sendable {
        case password
        case email
        /// That an account which is to be erased stays.
        case erasure
    }

    var tokenHash: [UInt8]
    var userID: UserID
    var purpose: Purpose
    /// Where it was mailed. One to set a password has none where it was not, or by the release before.
    var email: String?
    var createdAt: Date
    var expiresAt: Date
}

extension AccountLink.Purpose: PostgresEncodable, PostgresDecodable {}

extension AccountLink {
    fileprivate init(_ row: Row) throws {
        self.init(
            tokenHash: try row["token_hash"], userID: try row["user_id"], purpose: try row["purpose"], email: try row["email"],
            createdAt: try row["created_at"], expiresAt: try row["expires_at"])
    }
}

extension PostgresRunner {
    /// Nil when it was used, has expired or is for something else.
    func accountLink(_ tokenHash: [UInt8], for purpose: AccountLink.Purpose, now: Date) async throws -> AccountLink? {
        try await first("SELECT * FROM account_links WHERE token_hash = \(tokenHash) AND purpose = \(purpose) AND expires_at > \(now)").map(AccountLink.init)
    }

    /// Those that still work, the oldest first.
    func links(of user: UserID, limit: Int, now: Date) async throws -> [AccountLink] {
        try await query(
            """
            SELECT * FROM account_links WHERE user_id = \(user) AND expires_at > \(now) AND octet_length(token_hash) > 16
            ORDER BY created_at LIMIT \(limit)
            """
        ).map(AccountLink.init)
    }

    /// Those that have not expired, whether or not they still work (`endLinks`).
    func countLinks(of user: UserID, for purpose: AccountLink.Purpose, now: Date) async throws -> Int {
        try await first("SELECT count(*) FROM account_links WHERE user_id = \(user) AND purpose = \(purpose) AND expires_at > \(now)")?[0] ?? 0
    }
}

extension Transaction {
    func insert(_ link: AccountLink) async throws {
        try await execute(
            """
            INSERT INTO account_links (token_hash, user_id, purpose, email, created_at, expires_at)
            VALUES (\(link.tokenHash), \(link.userID), \(link.purpose), \(link.email), \(link.createdAt), \(link.expiresAt))
            """)
    }

    /// Uses it up; nil when that was done before, or it has expired.
    func takeLink(_ tokenHash: [UInt8], for purpose: AccountLink.Purpose, now: Date) async throws -> AccountLink? {
        try await first("DELETE FROM account_links WHERE token_hash = \(tokenHash) AND purpose = \(purpose) AND expires_at > \(now) RETURNING *")
            .map(AccountLink.init)
    }

    func deleteLinks(of user: UserID, for purpose: AccountLink.Purpose) async throws {
        try await execute("DELETE FROM account_links WHERE user_id = \(user) AND purpose = \(purpose)")
    }

    /// Those to an address, in lower case.
    func deleteLinks(of user: UserID, to address: String) async throws {
        try await execute("DELETE FROM account_links WHERE user_id = \(user) AND purpose = 'email' AND lower(email) = \(address)")
    }

    /// Those to any other address than this, in lower case, are over. They are counted all the same until they expire: whoever ends them, by another password or an
    /// address of their own, would otherwise have mails sent to strangers without an end. No secret's hash is as short as what stands in its place.
    func endLinks(of user: UserID, butTo address: String?) async throws {
        try await execute(
            """
            UPDATE account_links SET token_hash = uuid_send(gen_random_uuid())
            WHERE user_id = \(user) AND purpose = 'email' AND lower(email) IS DISTINCT FROM \(address)::text
            """)
    }

    /// Those that somebody may have asked for who was in the account and is to be out of it: they would give it an address that is not its own, and with that its
    /// password, or keep it from its erasure. One to the address that it has gives nobody anything.
    func endLinksThatLeadAway(of user: UserRecord) async throws {
        try await deleteLinks(of: user.id, for: .erasure)
        try await endLinks(of: user.id, butTo: user.email?.lowercased())
    }

    func purgeLinks(before instant: Date, limit: Int) async throws -> Int {
        try await deleteBatch(from: "account_links", where: "expires_at < \(instant)", by: "expires_at", most: limit)
    }
}
