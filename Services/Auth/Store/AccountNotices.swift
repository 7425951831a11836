import CareModels
import Foundation
import Postgres

extension Transaction {
    /// One more of this kind to an account that is locked; how many they are in the hour that the first of them began.
    func countNotice(_ notice: AccountNotice, to user: UserID, now: Date) async throws -> Int {
        let begin = now.addingTimeInterval(-AccountNotice.window)
        let row = try await first(
            """
            INSERT INTO account_notices AS n (user_id, kind, since, sent) VALUES (\(user), \(notice.kind), \(now), 1)
            ON CONFLICT (user_id, kind) DO UPDATE SET
                since = CASE WHEN n.since > \(begin) THEN n.since ELSE \(now)::timestamptz END,
                sent = CASE WHEN n.since > \(begin) THEN n.sent + 1 ELSE 1 END
            RETURNING sent
            """)
        return try row?["sent"] ?? 0
    }
}
