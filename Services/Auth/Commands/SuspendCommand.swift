import ArgumentParser
import CareModels
import Foundation
import Postgres

/// `auth-service suspend --username ada --reason security`
struct SuspendCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "suspend", abstract: "Keep somebody from logging in, and end their sessions at once.")

    @Option(help: "Whose.") var username: String
    @Option(help: "Why: security, abuse, request (their own) or legal.") var reason: String

    func run() async throws {
        guard let why = Suspension.Reason(rawValue: reason) else { throw ValidationError("--reason takes security, abuse, request or legal") }
        let id = try await OperatorCommand.withPool { pool, _ in try await Self.suspend(username, for: why, pool: pool, now: Date()) }
        print("\(Username.normalize(username)) (\(id)) is suspended; every session has ended")
    }

    /// What the command does; tests call it too.
    static func suspend(_ username: String, for reason: Suspension.Reason, pool: PostgresPool, now: Date) async throws -> UserID {
        let suspend = SuspendPerson(now: { now })
        return try await OperatorCommand.forUser(username, pool) { id, tx in try await suspend(id, for: reason, from: .platform, tx) }
    }
}
