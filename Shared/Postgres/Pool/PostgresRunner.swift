/// What runs statements: a lease outside a transaction, or a transaction.
///
/// Every method throws `PostgresError` when the server refuses, `PostgresConnectionError.lost` when the connection breaks,
/// `PostgresEncodingError` for a parameter that PostgreSQL cannot hold, and CancellationError when its task was cancelled (the
/// statement is then cancelled on the server too).
package protocol PostgresRunner: PostgresReader {
    /// Rows affected.
    @discardableResult func execute(_ sql: SQL) async throws -> Int
    /// Sends all in one round trip (pipeline mode); rows affected by each. The first error fails the whole: outside a transaction
    /// nothing of the batch is applied.
    @discardableResult func batch(_ statements: [SQL]) async throws -> [Int]
}
