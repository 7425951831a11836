import CareModels
import Foundation
import Postgres

extension Transaction {
    /// Adds to what the person has agreed to before.
    func grant(_ scopes: Set<String>, to client: String, by user: UserID, now: Date) async throws {
        try await execute(
            """
            INSERT INTO consents (user_id, client_id, scopes, granted_at) VALUES (\(user), \(client), \(Scopes.sorted(scopes)), \(now))
            ON CONFLICT (user_id, client_id) DO UPDATE SET
                scopes = ARRAY(SELECT DISTINCT unnest(consents.scopes || excluded.scopes)), granted_at = excluded.granted_at
            """)
    }
}
