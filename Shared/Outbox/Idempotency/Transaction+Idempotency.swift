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
    /// Nil when the request is the first of its key, or the earlier one is older than `expired`: then this one is at work until the commit, and
    /// `keep` comes at its end. Else what the earlier one heard, on whichever route; a problem when it was another request, or is still at work.
    ///
    /// Never waits: who is at work holds the key's advisory lock until the commit. Two statements, each with a snapshot of its own, in one round
    /// trip: what the lock's last holder has kept is seen.
    func claim(_ row: IdempotencyRow, expired: Date) async throws -> Response? {
        let found = try await batch([
            "SELECT WHERE pg_try_advisory_xact_lock(\(row.lock)::bigint)",
            "SELECT FROM idempotency_keys WHERE key_hash = \(row.key.hash) AND caller = \(row.caller)"
        ])
        let (isOurs, isKnown) = (found[0] == 1, found[1] > 0)
        if isKnown, let answer = try await answer(to: row, expired: expired) { return answer }
        guard isOurs else { throw Problem.requestInProgress }
        if isKnown {
            try await executeLater("DELETE FROM idempotency_keys WHERE key_hash = \(row.key.hash) AND caller = \(row.caller) AND created_at < \(expired)")
        }
        return nil
    }

    private func answer(to row: IdempotencyRow, expired: Date) async throws -> Response? {
        let stored = try await first(
            """
            SELECT fingerprint, response FROM idempotency_keys
            WHERE key_hash = \(row.key.hash) AND caller = \(row.caller) AND created_at >= \(expired)
            ORDER BY route <> \(row.route) LIMIT 1
            """)
        guard let stored else { return nil }
        let differences = row.key.differences(from: try stored["fingerprint"])
        guard differences.isEmpty else { throw Problem.keyReused(differences) }
        let response: [UInt8]? = try stored["response"]
        guard let response else { throw Problem.requestInProgress }
        return try row.key.opened(response).replayed()
    }

    /// The commit throws a unique violation (`IdempotencyRow.constraint`) when another has kept an answer meanwhile: nothing is done twice.
    func keep(_ response: StoredResponse, in row: IdempotencyRow, now: Date) async throws {
        try await executeLater(
            """
            INSERT INTO idempotency_keys (caller, route, key_hash, fingerprint, response, created_at)
            VALUES (\(row.caller), \(row.route), \(row.key.hash), \(row.key.fingerprint), \(try row.key.sealed(response)), \(now))
            """)
    }
}

extension Idempotency {
    /// Removes the answers that are kept for the retries of a person who is erased.
    static func forgetting(_ person: UserID) -> SQL { "DELETE FROM idempotency_keys WHERE caller = \(caller(person))" }
}

extension Problem {
    static var requestInProgress: Problem {
        Problem(.requestInProgress, detail: "Wait a moment, then send the same request again.", headers: ["Retry-After": "1"])
    }

    fileprivate static func keyReused(_ differences: [String]) -> Problem {
        let what = Text.list(differences.map { Text(template: $0) })
        return Problem(
            .idempotencyKeyReused, detail: "Send a new key for a new request; a retry has the same method, path, conditions and body as the first.",
            fields: [Fault(IdempotencyKey.header, "came first with another \(what)")])
    }
}
