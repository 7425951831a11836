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
}
