import ArgumentParser
import CareModels
import CareService
import Foundation
import Postgres
import Sealing

/// `auth-service unlock --username ada`
struct UnlockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unlock", abstract: "Let somebody log in again at once whose name was tried in vain too often.",
        discussion: "CARE_MASTER_KEY is that of the service: names that were tried are kept as hashes under it.")

    @Option(help: "Whose.") var username: String

    func run() async throws {
        let id = try await OperatorCommand.withPool { pool, environment in
            let masters = MasterKeys(&environment)
            try environment.done()
            return try await Self.unlock(username, masters: masters, pool: pool, now: Date())
        }
        print("\(Username.normalize(username)) (\(id)) may try again")
    }

    /// What the command does; tests call it too.
    static func unlock(_ username: String, masters: MasterKeys, pool: PostgresPool, now: Date) async throws -> UserID {
        let unlock = UnlockAccount(identifiers: IdentifierHash(masters: masters), now: { now })
        do {
            return try await pool.transaction { tx in try await unlock(username: username, tx) }
        } catch Refusal.noSuchUser {
            throw ValidationError("there is no such account")
        }
    }
}
