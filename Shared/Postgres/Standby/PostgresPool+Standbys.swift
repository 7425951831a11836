extension PostgresPool {
    /// The same as `withConnection` for a `body` that only reads: a standby answers where the pool knows any that has all that was acknowledged before, else the
    /// primary. `body` may run twice.
    @discardableResult
    package func withStandby<R: Sendable>(_ body: (PostgresConnection) async throws -> R) async throws -> R {
        if let standbys, let value = try await standbys.read(body) { return value }
        return try await withConnection(body)
    }

    package var hasStandbys: Bool { standbys != nil }

    /// Whether a standby answers reads now, be the primary there or not.
    package func standbyAnswers() async -> Bool { await standbys?.answers() ?? false }

    /// What became of the reads for standbys, for metrics: those that one answered, and the primary's by why it had to; nil where there are none.
    package var standbyStatistics: (reads: Int, fallbacks: [String: Int])? {
        guard let found = standbys?.statistics else { return nil }
        return (found.reads, Dictionary(uniqueKeysWithValues: found.fallbacks.map { ($0.key.rawValue, $0.value) }))
    }
}
