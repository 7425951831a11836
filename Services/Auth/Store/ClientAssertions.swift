import Foundation
import Postgres

extension Transaction {
    /// False when it was there before.
    func insertAssertion(_ idHash: [UInt8], of client: String, forgottenAt: Date) async throws -> Bool {
        try await execute(
            """
            INSERT INTO client_assertions (client_id, jti_hash, expires_at) VALUES (\(client), \(idHash), \(forgottenAt))
            ON CONFLICT (client_id, jti_hash) DO NOTHING
            """) == 1
    }

    func purgeAssertions(before instant: Date, limit: Int) async throws -> Int {
        try await execute(
            """
            DELETE FROM client_assertions WHERE ctid = ANY(ARRAY(
                SELECT ctid FROM client_assertions WHERE expires_at < \(instant) ORDER BY expires_at LIMIT \(limit) FOR UPDATE SKIP LOCKED
            ))
            """)
    }
}
