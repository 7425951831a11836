import ArgumentParser
import CareService
import Foundation
import Postgres
import Sealing

/// `auth-service replace-event-key`
struct ReplaceEventKeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replace-event-key", abstract: "Make another key that signs events, from now on.",
        discussion: """
            The public half of the one before stays published, so that what it signed is still believed. With --withdraw it does not: when somebody \
            else has its private half. Services forget it within five minutes; deletions that are still in the outbox are signed anew and sent again \
            within the hour. Needs CARE_MASTER_KEY besides.
            """)

    @Flag(help: "Believe nothing any more that the key before has signed.") var withdraw = false

    func run() async throws {
        let withdraw = withdraw
        let kid = try await OperatorCommand.withPool { pool, environment in
            let masters = MasterKeys(&environment)
            try environment.done()
            let replace = ReplaceEventKey(masters: masters, now: { Date() })
            return try await pool.transaction { tx in try await replace(withdrawn: withdraw, tx) }
        }
        print("\(kid) signs events from now on; the one before is \(withdraw ? "withdrawn" : "published still")")
    }
}
