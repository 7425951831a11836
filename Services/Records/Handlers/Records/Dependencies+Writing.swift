import CareModels
import CareService
import HTTP
import Outbox
import Postgres
import Sealing

extension Dependencies {
    /// Runs `body` with a writer for the person's records, in one transaction. A person's writes are one after the other: the first statement
    /// locks their key's row, whatever rows follow, so no two of them ever wait for each other crosswise, and few of them hold connections.
    func write<R: Sendable>(for owner: UserID, _ body: (RecordWriter, Transaction) async throws -> R) async throws -> R {
        try await inTurn(owner) {
            try await pool.transaction { tx in try await write(for: owner, tx, body) }
        }
    }

    /// The same, once for the request's `Idempotency-Key`.
    func write(for owner: UserID, once request: Request, _ body: (RecordWriter, Transaction) async throws -> Response) async throws -> Response {
        try await inTurn(owner) {
            try await pool.idempotent(request) { tx in try await write(for: owner, tx, body) }
        }
    }

    private func write<R: Sendable>(
        for owner: UserID, _ tx: Transaction, _ body: (RecordWriter, Transaction) async throws -> R
    ) async throws -> R {
        let writer = try await writer(for: owner, tx)
        let result = try await body(writer, tx)
        try await writer.charge.settle(tx)
        return result
    }

    /// A key in memory is checked by the statement that writes with it.
    private func writer(for owner: UserID, _ tx: Transaction) async throws -> RecordWriter {
        let key: PersonKey
        if let cached = keys.cached(owner) {
            key = cached
            try await tx.executeLater(PersonKeys.liveness(owner, alone: true))
        } else {
            key = try await keys.forWriting(owner, alone: true, tx)
        }
        let charge = StorageCharge(owner: owner, quota: quota.limit(of: owner, now: instant))
        return RecordWriter(key: key, seal: eventSeal, now: instant, newID: newID, charge: charge)
    }

    private func inTurn<R: Sendable>(_ owner: UserID, _ run: () async throws -> R) async throws -> R {
        try await turns.take(owner) {
            do {
                return try await retryingTakenAddresses(owner, run)
            } catch let error as PostgresError where error.constraint == RecordStorage.constraint {
                let used = try await pool.withConnection { try await $0.storage(of: owner) }
                throw QuotaExceeded(StorageCharge.what, limit: quota.limit(of: owner, now: instant), used: used)
            }
        }
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
