import Postgres

extension Databases {
    /// The service's, of those by name.
    static func url(of service: PlatformService, in databases: [String: String]) throws -> String {
        guard let url = databases[service.name] else { throw Failure("\(service.name) has no database") }
        return url
    }

    /// Runs `body` with a pool of one connection to a service's database.
    static func withPool<Result: Sendable>(
        of service: PlatformService, at url: String, _ body: (PostgresPool) async throws -> Result
    ) async throws -> Result {
        let pool = PostgresPool(try PostgresConfiguration(url: url), size: 1, leaseDeadline: .seconds(10))
        do {
            let result = try await reaching(service, pool) { try await body(pool) }
            await pool.close()
            return result
        } catch {
            await pool.close()
            throw error
        }
    }

    /// Says why, and what to mend, when the service's database cannot be reached.
    static func reaching<Result: Sendable>(_ service: PlatformService, _ pool: PostgresPool, _ body: () async throws -> Result) async throws -> Result {
        do { return try await body() } catch PostgresPoolError.unavailable {
            let reason = pool.connectFailure.map { ": \($0)" } ?? ""
            throw Failure("the database of \(service.name) cannot be reached\(reason).\nMend \(service.databaseSetting), or the server.")
        }
    }
}
