import ArgumentParser
import CareModels
import Foundation
import Postgres

/// `auth-service find-users ada`
struct FindUsersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "find-users", abstract: "Find accounts by the beginning of the username, a part of the full name, the e-mail address or the id.")

    @Argument(help: "What to look for.") var text: String
    @Option(help: "At most so many.") var limit = 50

    func run() async throws {
        guard (1...1000).contains(limit) else { throw ValidationError("--limit takes a number from 1 to 1000") }
        let users = try await OperatorCommand.withPool { pool, _ in try await pool.withConnection { try await $0.users(like: text, after: nil, limit: limit) } }
        print(users.isEmpty ? "nobody" : users.map(Self.line).joined(separator: "\n"))
    }

    static func line(_ user: UserRecord) -> String {
        let suspended = user.suspension.map { "suspended for \($0.reason.rawValue) since \(RFC3339.format($0.since))" }
        let unverified = user.verified == false ? "not verified" : nil
        let ending = user.eraseAt.map { "to be erased on \(RFC3339.format($0))" }
        let known = [user.id.description, user.username, user.role.rawValue, user.fullName, user.email, unverified, suspended, ending]
        return known.compactMap { $0 }.joined(separator: "  ")
    }
}
