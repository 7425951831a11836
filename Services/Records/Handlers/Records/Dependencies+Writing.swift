import CareModels
import CareService
import Postgres

extension Dependencies {
    /// Runs `body` with a writer for the person's records, in one transaction.
    func write<R: Sendable>(for owner: UserID, _ body: (RecordWriter, Transaction) async throws -> R) async throws -> R {
        try await retryingTakenAddresses(owner) {
            try await pool.transaction { tx in try await body(try await writer(for: owner, tx), tx) }
        }
    }

    /// The same, once for the request's `Idempotency-Key`.
    func write(for owner: UserID, once request: Request, _ body: (RecordWriter, Transaction) async throws -> Response) async throws -> Response {
        try await retryingTakenAddresses(owner) {
            try await pool.idempotent(request) { tx in try await body(try await writer(for: owner, tx), tx) }
        }
    }

    /// A key in memory is checked by the statement that writes with it.
    private func writer(for owner: UserID, _ tx: Transaction) async throws -> RecordWriter {
        let key = if let cached = keys.cached(owner) { cached } else { try await keys.forWriting(owner, tx) }
        return RecordWriter(key: key, seal: eventSeal, now: instant, newID: newID)
    }

    private func retryingTakenAddresses<R: Sendable>(_ owner: UserID, _ run: () async throws -> R) async throws -> R {
        for _ in 0..<5 {
            do {
                return try await run()
            } catch is AddressTaken {
                // An erased owner looks the same from there; this tells.
                try await pool.transaction { tx in _ = try await keys.forWriting(owner, tx) }
            }
        }
        throw Problem.unavailable(retryAfter: 1)
    }

    /// Runs `body` with the person's key; `nothing` when nothing was ever stored of them.
    func read<R: Sendable>(
        of owner: UserID, nothing: @autoclosure () throws -> R, _ body: (PersonKey, PostgresConnection) async throws -> R
    ) async throws -> R {
        let found = try await pool.withConnection { connection -> R? in
            guard let key = try await keys.forReading(owner, connection) else { return nil }
            return try await body(key, connection)
        }
        return try found ?? nothing()
    }
}
