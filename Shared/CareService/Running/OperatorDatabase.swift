import Foundation
import Postgres

/// The database of a service for what its operator does beside serving.
package enum OperatorDatabase {
    /// Runs `body` with a pool on CARE_DATABASE_URL (or _FILE), and with the environment for what else it needs to be told; closed whatever comes of it.
    ///
    /// - Parameter name: as the example of the refusal says it, such as `care_auth`.
    package static func withPool<R: Sendable>(
        named name: String, size: Int = 2, _ body: (PostgresPool, inout Environment) async throws -> R
    ) async throws -> R {
        var environment = Environment(ProcessInfo.processInfo.environment)
        let url = environment.secret("CARE_DATABASE_URL")
        guard let configuration = try? PostgresConfiguration(url: url) else {
            environment.fail("CARE_DATABASE_URL", "must be a PostgreSQL URL, such as postgres://user:password@host:5432/\(name)")
            throw ConfigurationError(faults: environment.faults)
        }
        let pool = PostgresPool(configuration, size: size)
        do {
            let result = try await body(pool, &environment)
            await pool.close()
            return result
        } catch {
            await pool.close()
            throw error
        }
    }
}
