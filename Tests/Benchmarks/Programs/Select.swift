import ArgumentParser
import Postgres

/// Primary-key SELECTs of pgbench's accounts, as `pgbench -M prepared -S` does them: statements a second.
struct Select: AsyncParsableCommand {
    @Option var url: String
    @Option var tasks = 16
    @Option var seconds = 8
    @Option var accounts = 100_000

    func run() async throws {
        let pool = PostgresPool(try PostgresConfiguration(url: url), size: tasks)
        let clock = ContinuousClock()
        let end = clock.now + .seconds(seconds)
        let began = clock.now
        let total = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<tasks {
                group.addTask { try await pool.withConnection { try await Self.work($0, accounts: accounts, until: end) } }
            }
            return try await group.reduce(0, +)
        }
        let elapsed = (clock.now - began) / .seconds(1)
        await pool.close()
        report("rate", Double(total) / elapsed)
    }

    private static func work(_ connection: PostgresConnection, accounts: Int, until end: ContinuousClock.Instant) async throws -> Int {
        var count = 0
        while ContinuousClock.now < end {
            let account = Int32.random(in: 1...Int32(accounts))
            let row = try await connection.first("SELECT abalance FROM pgbench_accounts WHERE aid = \(account)")
            let _: Int32? = try row?["abalance"]
            count += 1
        }
        return count
    }
}
