import ArgumentParser
import Postgres

/// Publishes what waits in the outbox and reports how many rows a second that were.
struct Relay: AsyncParsableCommand {
    private struct Nothing: Error, CustomStringConvertible { var description: String { "nothing waits in the outbox" } }

    @Option var url: String
    @Option var bootstrap: String

    func run() async throws {
        let app = try BenchService.app(url: url, bootstrap: bootstrap)
        let pool = PostgresPool(try PostgresConfiguration(url: url), size: 1)
        let row = try await pool.withConnection {
            try await $0.first("SELECT min(position) AS first, max(position) AS last FROM outbox_pending HAVING count(*) > 0")
        }
        guard let row else { throw Nothing() }
        let first: Int = try row["first"], last: Int = try row["last"]
        let rate = try await app.withRunning { _ in
            // From the first batch that is marked: taking the lock and meeting the broker are not the rate.
            while try await Self.isWaiting(first, pool) { try await Task.sleep(for: .milliseconds(1)) }
            let began = ContinuousClock.now
            let left = try await Self.waiting(pool)
            while try await Self.isWaiting(last, pool) { try await Task.sleep(for: .milliseconds(5)) }
            return Double(left) / ((ContinuousClock.now - began) / .seconds(1))
        }
        await pool.close()
        report("rate", rate)
    }

    /// By its key, so that watching costs nothing.
    private static func isWaiting(_ position: Int, _ pool: PostgresPool) async throws -> Bool {
        try await pool.withConnection {
            try await $0.first("SELECT 1 FROM outbox_pending WHERE position = \(position)") != nil
        }
    }

    private static func waiting(_ pool: PostgresPool) async throws -> Int {
        try await pool.withConnection { connection in
            let row = try await connection.first("SELECT count(*) AS waiting FROM outbox_pending")
            return try row?["waiting"] ?? 0
        }
    }
}
