import ArgumentParser
import CareService
import Foundation
import Postgres

/// What an operator does beside serving: `auth-service create-admin …`, `auth-service seed-client …`. They need
/// CARE_DATABASE_URL (or _FILE) and a migrated database.
struct OperatorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "auth-service", abstract: "Operate Careline's Auth service.",
        subcommands: [
            CreateAdminCommand.self, CreateSchedulerCommand.self, SeedClientCommand.self, SetPasswordCommand.self, UnlockCommand.self, RotateSigningKeyCommand.self,
            ReplaceEventKeyCommand.self
        ])

    static let names: Set<String> = [
        "create-admin", "create-scheduler", "seed-client", "set-password", "unlock", "rotate-signing-key", "replace-event-key", "help", "--help", "-h"
    ]

    /// Runs `body` with a pool on the service's database.
    static func withPool<R: Sendable>(_ body: (PostgresPool, inout Environment) async throws -> R) async throws -> R {
        var environment = Environment(ProcessInfo.processInfo.environment)
        let url = environment.secret("CARE_DATABASE_URL")
        guard let configuration = try? PostgresConfiguration(url: url) else {
            environment.fail("CARE_DATABASE_URL", "must be a PostgreSQL URL, such as postgres://user:password@host:5432/care_auth")
            try environment.done()
            throw ExitCode.failure
        }
        let pool = PostgresPool(configuration, size: 2)
        do {
            let result = try await body(pool, &environment)
            await pool.close()
            return result
        } catch {
            await pool.close()
            throw error
        }
    }

    /// A secret's first line, from a file or from standard input (`-`): never from the arguments, which everyone on the machine can read.
    static func secret(from path: String) throws -> String {
        let line = try text(from: path).split(separator: "\n", omittingEmptySubsequences: false).first
        return line.map(String.init) ?? ""
    }

    /// The whole of a file, or of standard input.
    static func text(from path: String) throws -> String {
        let data = path == "-" ? FileHandle.standardInput.readDataToEndOfFile() : try Data(contentsOf: URL(fileURLWithPath: path))
        return String(decoding: data, as: UTF8.self)
    }
}
