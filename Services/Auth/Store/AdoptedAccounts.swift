import CareModels
import Foundation
import Postgres

extension Transaction {
    /// False when the user has an account already: whoever makes it is waited for.
    func adopt(_ subjectHash: [UInt8], of client: String, as user: UserID, now: Date) async throws -> Bool {
        try await execute(
            """
            INSERT INTO adopted_accounts (client_id, subject_hash, user_id, adopted_at) VALUES (\(client), \(subjectHash), \(user), \(now))
            ON CONFLICT (client_id, subject_hash) DO NOTHING
            """) == 1
    }

    func adoptedAccount(_ subjectHash: [UInt8], of client: String) async throws -> UserID? {
        try await first("SELECT user_id FROM adopted_accounts WHERE client_id = \(client) AND subject_hash = \(subjectHash)").map { try $0["user_id"] }
    }
}
