import CareModels
import Postgres
import Sealing

extension PostgresPool {
    /// Runs `body` with the person's key; nil when nothing was ever stored of them.
    func read<R: Sendable>(
        of owner: UserID, _ keys: PersonKeys, _ body: (PersonKey, PostgresConnection) async throws -> R
    ) async throws -> R? {
        try await withConnection { connection -> R? in
            guard let key = try await keys.forReading(owner, connection) else { return nil }
            return try await body(key, connection)
        }
    }
}

extension Transaction {
    /// The person's key, whose row is locked from the next statement on. A key in memory is checked by the statement that writes with it.
    func lockKey(of owner: UserID, _ keys: PersonKeys) async throws -> PersonKey {
        guard let cached = keys.cached(owner) else { return try await keys.forWriting(owner, alone: true, self) }
        try await executeLater(PersonKeys.liveness(owner, alone: true))
        return cached
    }
}
