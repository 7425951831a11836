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
        try await deleteBatch(from: "client_assertions", where: "expires_at < \(instant)", by: "expires_at", most: limit)
    }
}
