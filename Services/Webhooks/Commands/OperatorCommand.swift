import ArgumentParser
import CareService
import Foundation
import Postgres

/// What an operator does beside serving: `webhooks-service grant …`. It needs CARE_DATABASE_URL (or _FILE) and a migrated database.
struct OperatorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webhooks-service", abstract: "Operate Careline's webhooks.", subcommands: [GrantCommand.self])

    static let names: Set<String> = ["grant", "help", "--help", "-h"]

    /// Runs `body` with a pool on the service's database.
    static func withPool<R: Sendable>(_ body: (PostgresPool) async throws -> R) async throws -> R {
        var environment = Environment(ProcessInfo.processInfo.environment)
        let url = environment.secret("CARE_DATABASE_URL")
        guard let configuration = try? PostgresConfiguration(url: url) else {
            environment.fail("CARE_DATABASE_URL", "must be a PostgreSQL URL, such as postgres://user:password@host:5432/care_webhooks")
            try environment.done()
            throw ExitCode.failure
        }
        let pool = PostgresPool(configuration, size: 2)
        do {
            let result = try await body(pool)
            await pool.close()
            return result
        } catch {
            await pool.close()
            throw error
        }
    }
}
