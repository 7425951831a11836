import ArgumentParser
import CareModels
import Foundation
import Postgres

/// `auth-service resume --username ada`
struct ResumeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "resume", abstract: "Let somebody log in again who was suspended.")

    @Option(help: "Whose.") var username: String

    func run() async throws {
        let id = try await OperatorCommand.withPool { pool, _ in try await Self.resume(username, pool: pool, now: Date()) }
        print("\(Username.normalize(username)) (\(id)) may log in")
    }

    /// What the command does; tests call it too.
    static func resume(_ username: String, pool: PostgresPool, now: Date) async throws -> UserID {
        let resume = ResumePerson(now: { now })
        return try await OperatorCommand.forUser(username, pool) { id, tx in try await resume(id, from: .platform, tx) }
    }
}
