import ArgumentParser
import CareModels
import Foundation
import Postgres

/// `auth-service change-role --username theo --role admin`
struct ChangeRoleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "change-role", abstract: "Make a scheduler an admin, or an admin a scheduler, and end their sessions at once.",
        discussion: "Patients and providers stay what they are: services keep what they have been.")

    @Option(help: "Whose.") var username: String
    @Option(help: "Which they have from now on: scheduler or admin.") var role: String

    func run() async throws {
        guard let wished = Role(rawValue: role), RoleChange.roles.contains(wished) else { throw ValidationError("--role takes scheduler or admin") }
        let id = try await OperatorCommand.withPool { pool, _ in try await Self.change(username, to: wished, pool: pool, now: Date()) }
        print("\(Username.normalize(username)) (\(id)) is \(role); every session has ended")
    }

    /// What the command does; tests call it too.
    static func change(_ username: String, to role: Role, pool: PostgresPool, now: Date) async throws -> UserID {
        let change = ChangeRole(now: { now })
        do {
            return try await OperatorCommand.forUser(username, pool) { id, tx in try await change(id, to: role, from: .platform, tx) }
        } catch RoleChange.Refusal.isForLife {
            throw ValidationError("the account is a patient's or a provider's, which it stays: make another one")
        }
    }
}
