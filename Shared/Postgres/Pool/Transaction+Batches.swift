extension Transaction {
    /// Deletes so many rows of a table, at most; how many they were, so that whoever sweeps knows whether there may be more. Those that others hold are
    /// skipped: another replica's sweep has them, or they are found the next time.
    ///
    /// The rows are chosen and locked once, in an array, and deleted where they lie: `WHERE key IN (SELECT … LIMIT … SKIP LOCKED)` may be asked again for each row, and
    /// then takes more than its limit; a join may read the whole table for one batch.
    ///
    /// - Parameter order: the column by which the first ones go; nil: any.
    package func deleteBatch(from table: String, where condition: SQL, by order: String? = nil, most: Int) async throws -> Int {
        let ordered: SQL = order.map { " ORDER BY \(unescaped: $0)" } ?? ""
        return try await execute(
            """
            DELETE FROM \(unescaped: table) WHERE ctid = ANY(ARRAY(
                SELECT ctid FROM \(unescaped: table) WHERE \(condition)\(ordered) LIMIT \(most) FOR UPDATE SKIP LOCKED
            ))
            """)
    }
}
