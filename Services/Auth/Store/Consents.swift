import CareModels
import Foundation
import Postgres

/// Scopes that are kept of one person and app. An app may be asked for parts of what it has, of which there is no end: beyond this the last is kept alone, and
/// of the rest the person is asked again.
private let mostScopes = 256

extension Transaction {
    /// Adds to what the person has agreed to before.
    func grant(_ scopes: Set<String>, to client: String, by user: UserID, now: Date) async throws {
        try await execute(
            """
            INSERT INTO consents (user_id, client_id, scopes, granted_at) VALUES (\(user), \(client), \(Scopes.sorted(scopes)), \(now))
            ON CONFLICT (user_id, client_id) DO UPDATE SET
                scopes = CASE WHEN cardinality(consents.scopes) > \(mostScopes)::int THEN excluded.scopes
                    ELSE ARRAY(SELECT DISTINCT unnest(consents.scopes || excluded.scopes)) END,
                granted_at = excluded.granted_at
            """)
    }
}
