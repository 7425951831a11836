/// The servers of a cluster, asked each by itself while its primary gives no answer. With a synchronous standby whatever was acknowledged is on two disks at least,
/// so all of them but one know of it together, whichever that one is.
final class Witnesses: Sendable {
    private let pools: [PostgresPool]
    private let patience: Duration

    /// Nil: the URL names one host, of which nothing can be said without it.
    init?(_ database: PostgresConfiguration, patience: Duration) {
        let each = database.eachHost
        guard each.count > 1 else { return nil }
        pools = each.map { PostgresPool($0, size: 1, leaseDeadline: patience) }
        self.patience = patience
    }

    /// Throws `PostgresPoolError.unavailable` where more than one of them says nothing.
    func position() async throws -> Int64 {
        let (most, patience) = (pools.count - 1, patience)
        let found = await withTaskGroup(of: Int64?.self) { group in
            for pool in pools {
                group.addTask {
                    try? await pool.withConnection { connection in try await connection.givenUp(after: patience) { try await connection.kept() } }
                }
            }
            var found: [Int64] = []
            for await position in group {
                if let position { found.append(position) }
                if found.count == most { group.cancelAll() }
            }
            return found
        }
        guard found.count >= most, let furthest = found.max() else { throw PostgresPoolError.unavailable }
        return furthest
    }

    func close(grace: Duration) async {
        for pool in pools { await pool.close(grace: grace) }
    }
}
