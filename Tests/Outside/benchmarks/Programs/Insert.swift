import ArgumentParser
import Postgres

/// Inserts in pipelines of 100 on one connection, each pipeline one transaction: rows a second.
struct Insert: AsyncParsableCommand {
    @Option var url: String
    @Option var seconds = 8

    func run() async throws {
        let pool = PostgresPool(try PostgresConfiguration(url: url), size: 1)
        let seconds = seconds
        let rate = try await pool.withConnection { connection in
            let clock = ContinuousClock()
            let began = clock.now
            let end = began + .seconds(seconds)
            var rows = 0
            while clock.now < end {
                let statements = (0..<100).map { index -> SQL in
                    let key = rows + index
                    return "INSERT INTO bench_rows (key, value) VALUES (\(key), \("the same value every time"))"
                }
                rows += try await connection.batch(statements).reduce(0, +)
            }
            return Double(rows) / ((clock.now - began) / .seconds(1))
        }
        await pool.close()
        report("rate", rate)
    }
}
