import Postgres

extension PostgresPool {
    /// How many rows `rows` counts after each batch of a sweep, until that says that there is no more to do. The planner may take no
    /// other join than the one that asks its inner side again for each row: a batch that is bounded by the grace of a plan alone is
    /// found by it.
    package func left(_ rows: SQL, after sweep: (Transaction) async throws -> Bool) async throws -> [Int] {
        var left: [Int] = []
        var hasMore = true
        // One that never comes to an end is seen, too.
        while hasMore && left.count < 20 {
            hasMore = try await transaction { tx in
                try await tx.batch(Self.otherJoins.map { "SET LOCAL \(unescaped: $0) = off" })
                return try await sweep(tx)
            }
            left.append(try await withConnection { try await $0.first(rows)?[0] ?? 0 })
        }
        return left
    }

    private static let otherJoins = [
        "enable_hashjoin", "enable_mergejoin", "enable_hashagg", "enable_sort", "enable_material", "enable_memoize", "enable_indexscan", "enable_bitmapscan"
    ]
}
