/// A leased connection outside a transaction. Not Sendable: it cannot leave the closure that leased it.
package final class PostgresConnection: PostgresRunner {
    private let link: Link
    private var isEnded = false

    init(_ link: Link) { self.link = link }

    func end() { isEnded = true }

    private func leased() throws -> Link {
        guard !isEnded else { throw PostgresConnectionError.misused }
        return link
    }

    package func query(_ sql: SQL) async throws -> [Row] {
        try await leased().run([sql])[0].rows
    }

    @discardableResult
    package func execute(_ sql: SQL) async throws -> Int {
        try await leased().run([sql])[0].affected
    }

    @discardableResult
    package func batch(_ statements: [SQL]) async throws -> [Int] {
        if statements.isEmpty { return [] }
        return try await leased().run(statements).map(\.affected)
    }

    /// COPY table (columns) FROM STDIN; rows copied. All of it is in memory at once: split what is larger than some 100 MB.
    @discardableResult
    package func copy(into table: String, columns: [String], rows: [[PostgresValue?]]) async throws -> Int {
        try await leased().copy(into: table, columns: columns, rows: rows)
    }

    /// Ends the connection: what waits on it fails as lost, and the pool makes another.
    func giveUp() { link.abandon() }

    /// Runs `body`, and ends the connection when it is still under way after `limit`: a server that stands still says nothing.
    func givenUp<R>(after limit: Duration, _ body: () async throws -> R) async throws -> R {
        let link = try leased()
        let timer = link.loop.schedule(at: .now + limit) { link.abandon() }
        defer { link.loop.cancel(timer) }
        return try await body()
    }

    /// Several statements in the simple protocol, applied whole or not at all unless they say otherwise: migrations only.
    package func script(_ text: String) async throws {
        _ = try await leased().script(text)
    }
}
