import Postgres

extension PostgresRunner {
    /// The position of the newest change.
    func lastPosition() async throws -> Int {
        guard let row = try await first("SELECT last FROM feed") else { return 0 }
        return try row["last"]
    }
}

extension Transaction {
    /// Draws so many positions of the feed: the first of them. From here on until the commit nobody else draws any, which is what makes them
    /// visible in their order; so draw last, after every lock, and be quick.
    func drawPositions(_ count: Int) async throws -> Int {
        guard let row = try await first("UPDATE feed SET last = last + \(count) RETURNING last") else { preconditionFailure("feed has one row") }
        let last: Int = try row["last"]
        return last - count + 1
    }
}
