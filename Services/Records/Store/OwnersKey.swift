import CareModels
import Postgres
import Sealing

extension PostgresPool {
    /// Runs `body` with the person's key; nil when nothing was ever stored of them.
    func read<R: Sendable>(
        of owner: UserID, _ keys: PersonKeys, _ body: (PersonKey, PostgresConnection) async throws -> R
    ) async throws -> R? {
        try await withConnection { connection -> R? in
            let key: PersonKey?
            do {
                key = try await keys.forReading(owner, connection)
            } catch let erased as PersonErased {
                // Who had all destroyed and goes on has nothing yet.
                guard try await connection.closing(of: owner) != nil else { throw erased }
                return nil
            }
            guard let key else { return nil }
            return try await body(key, connection)
        }
    }

    /// The same for who must not hear whether the person was erased: `erased` stands for that.
    func read<R: Sendable>(
        of owner: UserID, erased: R?, _ keys: PersonKeys, _ body: (PersonKey, PostgresConnection) async throws -> R
    ) async throws -> R? {
        do {
            return try await read(of: owner, keys, body)
        } catch is PersonErased {
            return erased
        }
    }
}

extension PostgresRunner {
    /// Whether the person has a key that was not destroyed.
    func holdsKey(of person: UserID) async throws -> Bool {
        try await first("SELECT 1 FROM person_keys WHERE person_id = \(person) AND wrapped_key IS NOT NULL") != nil
    }
}
