import ArgumentParser
import CareModels
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
            ReplaceEventKeyCommand.self, VerifyAuditCommand.self, ExportAuditCommand.self,
            FindUsersCommand.self, SuspendCommand.self, ResumeCommand.self,
            ListClientsCommand.self, ShowClientCommand.self, CreateClientCommand.self, ChangeClientCommand.self, RotateClientSecretCommand.self,
            DisableClientCommand.self, InviteClientsCommand.self, ResetFactorsCommand.self, ChangeRoleCommand.self,
            VerifyProviderCommand.self, CreateOrganisationCommand.self
        ])

    /// Runs `body` with a pool on the service's database.
    static func withPool<R: Sendable>(_ body: (PostgresPool, inout Environment) async throws -> R) async throws -> R {
        try await OperatorDatabase.withPool(named: "care_auth", body)
    }

    /// Runs `act`, in a transaction, for who has this name.
    static func forUser(_ username: String, _ pool: PostgresPool, _ act: @Sendable (UserID, Transaction) async throws -> Void) async throws -> UserID {
        let found = try await pool.withConnection { try await $0.user(named: Username.normalize(username)) }
        guard let found else { throw ValidationError("there is no such account") }
        do {
            try await pool.transaction { tx in try await act(found.id, tx) }
        } catch Refusal.noSuchUser {
            throw ValidationError("there is no such account")
        }
        return found.id
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
