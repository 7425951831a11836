import Foundation
import Postgres

extension Transaction {
    /// True when the request is the first of its key, or the earlier one is older than `expired`. Waits for one that is still
    /// at work.
    func claim(_ row: IdempotencyRow, expired: Date, now: Date) async throws -> Bool {
        do {
            let changes = try await batch([
                "SET LOCAL lock_timeout = '10s'",
                """
                INSERT INTO idempotency_keys AS held (caller, route, key_hash, fingerprint, created_at)
                VALUES (\(row.caller), \(row.route), \(row.key.hash), \(row.key.fingerprint), \(now))
                ON CONFLICT (caller, route, key_hash) DO UPDATE
                SET fingerprint = excluded.fingerprint, response = NULL, created_at = excluded.created_at
                WHERE held.created_at < \(expired)
                """,
                "SET LOCAL lock_timeout = DEFAULT",
            ])
            return changes[1] == 1
        } catch let error as PostgresError where error.sqlState == "55P03" {
            throw Problem.conflict(
                "request-in-progress", title: "The first request with this Idempotency-Key is still at work",
                detail: "Wait a moment, then send the same request again.")
        }
    }

    func keep(_ response: StoredResponse, in row: IdempotencyRow) async throws {
        try await executeLater("""
            UPDATE idempotency_keys SET response = \(try row.key.sealed(response))
            WHERE caller = \(row.caller) AND route = \(row.route) AND key_hash = \(row.key.hash)
            """)
    }

    func replay(_ row: IdempotencyRow) async throws -> Response {
        let stored = try await first("""
            SELECT fingerprint, response FROM idempotency_keys
            WHERE caller = \(row.caller) AND route = \(row.route) AND key_hash = \(row.key.hash)
            """)
        guard let stored else { throw Problem.unavailable(retryAfter: 1) }
        let fingerprint: [UInt8] = try stored["fingerprint"]
        guard fingerprint == row.key.fingerprint else {
            throw Problem(
                .unprocessableEntity, "idempotency-key-reused", title: "This Idempotency-Key belongs to another request",
                detail: "Send a new key for a new request; a retry has the same path and body as the first.")
        }
        let response: [UInt8]? = try stored["response"]
        guard let response else { throw Problem.unavailable(retryAfter: 1) }
        return try row.key.opened(response).replayed
    }
}
