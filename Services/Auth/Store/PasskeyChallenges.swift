import CareModels
import Foundation
import Postgres

/// What an authenticator is to sign, for whom and by whom it was asked for.
struct PasskeyChallenge: Sendable {
    var ceremony: PasskeyClientData.Ceremony
    /// Nil: whoever shows a passkey.
    var userID: UserID?
    /// The session or the browser.
    var holder: [UInt8]
}

extension PasskeyClientData.Ceremony: PostgresEncodable, PostgresDecodable {}

extension Transaction {
    func insert(_ challenge: PasskeyChallenge, hash: [UInt8], until end: Date) async throws {
        try await execute(
            """
            INSERT INTO passkey_challenges (challenge_hash, ceremony, user_id, holder_hash, expires_at)
            VALUES (\(hash), \(challenge.ceremony), \(challenge.userID), \(challenge.holder), \(end))
            """)
    }

    /// Uses it up: of several who show the same one, in whichever replica, one gets it.
    func takeChallenge(_ hash: [UInt8], now: Date) async throws -> PasskeyChallenge? {
        let row = try await first(
            "DELETE FROM passkey_challenges WHERE challenge_hash = \(hash) RETURNING ceremony, user_id, holder_hash, expires_at > \(now) AS is_open")
        guard let row, try row["is_open"] else { return nil }
        return PasskeyChallenge(ceremony: try row["ceremony"], userID: try row["user_id"], holder: try row["holder_hash"])
    }

    func purgeChallenges(before instant: Date, limit: Int) async throws -> Int {
        try await deleteBatch(from: "passkey_challenges", where: "expires_at < \(instant)", by: "expires_at", most: limit)
    }
}
