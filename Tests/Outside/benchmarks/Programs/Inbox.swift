import ArgumentParser
import Foundation
import Outbox
import Postgres

/// Does with the inbox what the kit's jobs do at an instant, until there is nothing left to do, and reports how long it took.
struct Inbox: AsyncParsableCommand {
    private static let retention = 30.0 * 86_400

    @Option var url: String
    /// Seconds since 1970.
    @Option var at: Double
    /// What lies row by row; else the tables of days are made and dropped.
    @Flag var rows = false
    /// Transactions at most.
    @Option var most = Int.max

    func run() async throws {
        let pool = PostgresPool(try PostgresConfiguration(url: url), size: 1)
        let now = Date(timeIntervalSince1970: at)
        let began = ContinuousClock.now
        var left = most
        while left > 0, try await step(now, pool) { left -= 1 }
        let took = ContinuousClock.now - began
        await pool.close()
        report("seconds", took / .seconds(1))
    }

    private func step(_ now: Date, _ pool: PostgresPool) async throws -> Bool {
        try await pool.transaction { tx in
            if rows { return try await tx.sweepInbox(before: now.addingTimeInterval(-Self.retention)) }
            return try await tx.keep(InboxDays(now: now, retention: Self.retention))
        }
    }
}
