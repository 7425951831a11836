import ArgumentParser
import Postgres

/// Primary-key SELECTs of pgbench's accounts, as `pgbench -M prepared -S` does them: statements a second.
struct Select: AsyncParsableCommand {
    @Option var url: String
    @Option var tasks = 16
    @Option var seconds = 8
    @Option var accounts = 100_000
    /// As reads that go together, on as many connections as a service has.
    @Flag var quick = false

    func run() async throws {
        let pool = PostgresPool(try PostgresConfiguration(url: url), size: quick ? 8 : tasks)
        let clock = ContinuousClock()
        let end = clock.now + .seconds(seconds)
        let began = clock.now
        let total = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<tasks {
                group.addTask {
                    if quick { return try await Self.work(pool.quickReads, accounts: accounts, until: end) }
                    return try await pool.withConnection { try await Self.work($0, accounts: accounts, until: end) }
                }
            }
            return try await group.reduce(0, +)
        }
        let elapsed = (clock.now - began) / .seconds(1)
        await pool.close()
        report("rate", Double(total) / elapsed)
    }

    private static func work(_ reader: some PostgresReader, accounts: Int, until end: ContinuousClock.Instant) async throws -> Int {
        var count = 0
        // As cheap as pgbench's own: the system's generator costs a system call each.
        var random = LinearCongruence()
        while ContinuousClock.now < end {
            let account = Int32.random(in: 1...Int32(accounts), using: &random)
            let row = try await reader.first("SELECT abalance FROM pgbench_accounts WHERE aid = \(account)")
            let _: Int32? = try row?["abalance"]
            count += 1
        }
        return count
    }
}

/// Knuth's MMIX.
private struct LinearCongruence: RandomNumberGenerator {
    private var state = UInt64.random(in: .min ... .max)

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 33)
    }
}
