import CareModels
import Foundation
import Postgres

extension Transaction {
    /// A durable timer: fires once, in a transaction of its own, at or after `due`, whatever crashes. The same (kind, key) again
    /// moves it. The payload is stored as JSON: ids and values, no health data.
    package func setTimer(_ kind: String, key: String, due: Date, payload: some Encodable & Sendable) async throws {
        try await execute(
            """
            INSERT INTO timers (kind, key, due, next_at, payload)
            VALUES (\(kind), \(key), \(due), \(due), \(try CareJSON.encode(payload)))
            ON CONFLICT (kind, key) DO UPDATE
            SET due = excluded.due, next_at = excluded.due, payload = excluded.payload, attempts = 0, last_error = NULL
            """)
        afterCommit { CommitSignal.timers.raise() }
    }

    /// Nothing happens when there is none, or when it has fired.
    package func cancelTimer(_ kind: String, key: String) async throws {
        try await execute("DELETE FROM timers WHERE kind = \(kind) AND key = \(key)")
    }
}
