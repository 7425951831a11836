import CareModels
import Foundation
import HTTP
import Postgres

extension PostgresRunner {
    /// Of the key, on whichever route.
    func hasAnswer(_ row: IdempotencyRow, expired: Date) async throws -> Bool {
        try await first(
            """
            SELECT 1 FROM idempotency_keys
            WHERE key_hash = \(row.key.hash) AND caller = \(row.caller) AND created_at >= \(expired) AND response IS NOT NULL
            """) != nil
    }
}

extension Transaction {
    /// True when the request is the first of its key, or the earlier one is older than `expired`. Never waits for one that is still at
    /// work: who is at work holds the key's advisory lock until the commit, and whoever does not get it writes nothing.
    ///
    /// Three statements, each with a snapshot of its own, in one round trip: what the lock's last holder has written is seen. The lock's
    /// timeout is for a replica of the release before, which takes no such lock.
    func claim(_ row: IdempotencyRow, expired: Date, now: Date) async throws -> Bool {
        do {
            let changes = try await batch([
                """
                SELECT set_config('lock_timeout', '1s', true),
                    set_config('care.claimed', pg_try_advisory_xact_lock(\(row.lock)::bigint)::text, true)
                """,
                """
                INSERT INTO idempotency_keys AS held (caller, route, key_hash, fingerprint, created_at)
                SELECT \(row.caller)::text, \(row.route)::text, \(row.key.hash)::bytea, \(row.key.fingerprint)::bytea, \(now)::timestamptz
                WHERE current_setting('care.claimed')::boolean AND NOT EXISTS (
                    SELECT FROM idempotency_keys AS other WHERE other.key_hash = \(row.key.hash)::bytea AND other.caller = \(row.caller)::text
                        AND other.route <> \(row.route)::text AND other.created_at >= \(expired)::timestamptz
                )
                ON CONFLICT (caller, route, key_hash) DO UPDATE
                SET fingerprint = excluded.fingerprint, response = NULL, created_at = excluded.created_at
                WHERE held.created_at < \(expired)::timestamptz
                """,
                "SET LOCAL lock_timeout = DEFAULT"
            ])
            return changes[1] == 1
        } catch let error as PostgresError where error.sqlState == "55P03" {
            throw Problem.requestInProgress
        }
    }

    func keep(_ response: StoredResponse, in row: IdempotencyRow) async throws {
        try await executeLater(
            """
            UPDATE idempotency_keys SET response = \(try row.key.sealed(response))
            WHERE caller = \(row.caller) AND route = \(row.route) AND key_hash = \(row.key.hash)
            """)
    }

    /// What the first request of the key heard, on whichever route; a problem when it was another request, or is still at work.
    func replay(_ row: IdempotencyRow, expired: Date) async throws -> Response {
        let stored = try await first(
            """
            SELECT fingerprint, response FROM idempotency_keys
            WHERE key_hash = \(row.key.hash) AND caller = \(row.caller) AND created_at >= \(expired)
            ORDER BY route <> \(row.route) LIMIT 1
            """)
        guard let stored else { throw Problem.requestInProgress }
        let differences = row.key.differences(from: try stored["fingerprint"])
        guard differences.isEmpty else { throw Problem.keyReused(differences) }
        let response: [UInt8]? = try stored["response"]
        guard let response else { throw Problem.requestInProgress }
        return try row.key.opened(response).replayed
    }
}

extension Idempotency {
    /// Removes the answers that are kept for the retries of a person who is erased.
    static func forgetting(_ person: UserID) -> SQL { "DELETE FROM idempotency_keys WHERE caller = \(caller(person))" }
}

extension Problem {
    fileprivate static var requestInProgress: Problem {
        Problem(.requestInProgress, detail: "Wait a moment, then send the same request again.", headers: ["Retry-After": "1"])
    }

    fileprivate static func keyReused(_ differences: [String]) -> Problem {
        let what = Text.list(differences.map { Text(template: $0) })
        return Problem(
            .idempotencyKeyReused, detail: "Send a new key for a new request; a retry has the same method, path and body as the first.",
            fields: [Fault(IdempotencyKey.header, "came first with another \(what)")])
    }
}
