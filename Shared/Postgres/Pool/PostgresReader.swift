/// What answers questions: a lease, a transaction, or reads that go together with others' (`PostgresPool.quickReads`).
package protocol PostgresReader {
    func query(_ sql: SQL) async throws -> [Row]
}

extension PostgresReader {
    /// The first row, if there is one. Say LIMIT 1 in the statement when there may be many.
    package func first(_ sql: SQL) async throws -> Row? { try await query(sql).first }
}
