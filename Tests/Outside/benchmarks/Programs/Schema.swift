import ArgumentParser
import CareService
import Postgres

/// The kit's tables, in an empty database.
struct Schema: AsyncParsableCommand {
    @Option var url: String

    func run() async throws {
        let pool = PostgresPool(try PostgresConfiguration(url: url), size: 1)
        let applied = try await Migrator([]).run(pool)
        await pool.close()
        report("applied", Double(applied.count))
    }
}
