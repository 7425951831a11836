/// An open transaction. Not Sendable: it cannot leave the closure.
///
/// BEGIN goes out together with the first statement, so a transaction costs one round trip more than its statements: COMMIT.
/// Those of `executeLater` cost none.
package final class Transaction: PostgresRunner {
    private let link: Link
    private let begin: SQL
    private var hasBegun = false
    /// What `executeLater` has put off.
    private var later: [SQL] = []
    private var isEnded = false
    /// The error that put the transaction into its failed state, in case the body swallows it.
    private(set) var failure: PostgresError?
    private var hooks: [@Sendable () -> Void] = []
    /// Attempts that are under way, one within the other.
    private var attempts = 0

    init(_ link: Link, _ isolation: PostgresPool.Isolation) {
        self.link = link
        begin = isolation.begin
    }

    package func query(_ sql: SQL) async throws -> [Row] {
        try await run([sql])[0].rows
    }

    @discardableResult
    package func execute(_ sql: SQL) async throws -> Int {
        try await run([sql])[0].affected
    }

    @discardableResult
    package func batch(_ statements: [SQL]) async throws -> [Int] {
        if statements.isEmpty { return [] }
        return try await run(statements).map(\.affected)
    }

    /// Sends the statement together with the next one, or with COMMIT: for a write whose result nobody looks at. What the server
    /// has against it is thrown there, so it comes too late for a body that wants to catch it.
    package func executeLater(_ sql: SQL) async throws {
        guard !isEnded else { throw PostgresConnectionError.misused }
        later.append(sql)
        if later.count == Transaction.mostLater { try await sendAhead() }
    }

    /// The events of a hundred records fit, so that those of a long bundle go out with its next hundred.
    private static let mostLater = 500

    /// COPY table (columns) FROM STDIN; rows copied. See `PostgresConnection.copy`.
    @discardableResult
    package func copy(into table: String, columns: [String], rows: [[PostgresValue?]]) async throws -> Int {
        try await sendAhead()
        return try await remembering { try await link.copy(into: table, columns: columns, rows: rows) }
    }

    /// Several statements in the simple protocol, inside this transaction: migrations only.
    package func script(_ text: String) async throws {
        try await sendAhead()
        _ = try await remembering { try await link.script(text) }
    }

    /// Runs `body` behind a savepoint. If it throws, what it did is undone (its `afterCommit` hooks too), the error is the result and
    /// the transaction goes on. Throws when there is nothing to go on with: the connection is lost, or the whole transaction must run
    /// again (a serialization failure, a deadlock). An attempt may hold others.
    package func attempt<R>(_ body: () async throws -> R) async throws -> Result<R, any Error> {
        // Each has a name of its own: of two savepoints with one name PostgreSQL takes the newer, and that is there still after
        // a rollback to it. What was done between the two would stay when the outer attempt fails.
        let savepoint = "attempt_\(attempts)"
        try await execute("SAVEPOINT \(unescaped: savepoint)")
        attempts += 1
        defer { attempts -= 1 }
        let hooksBefore = hooks.count
        do {
            let value = try await body()
            try await execute("RELEASE SAVEPOINT \(unescaped: savepoint)")
            return .success(value)
        } catch {
            later.removeAll()
            if mayRetry() { throw error }
            switch link.transactionStatus {
            case .open, .failed:
                try await batch(["ROLLBACK TO SAVEPOINT \(unescaped: savepoint)", "RELEASE SAVEPOINT \(unescaped: savepoint)"])
            case .none, .broken: throw error
            }
            failure = nil
            hooks.removeSubrange(hooksBefore...)
            return .failure(error)
        }
    }

    /// Runs after the commit is known (a NOTIFY's in-process twin, a cache's eviction). Not after a rollback.
    package func afterCommit(_ body: @escaping @Sendable () -> Void) { hooks.append(body) }

    // MARK: Inside

    private func run(_ statements: [SQL]) async throws -> ArraySlice<ResultSet> {
        guard !isEnded else { throw PostgresConnectionError.misused }
        return try await send(statements)
    }

    private func send(_ statements: [SQL]) async throws -> ArraySlice<ResultSet> {
        let before = (hasBegun, later)
        let ahead = takeAhead()
        let results: [ResultSet]
        do {
            results = try await remembering { try await link.run(ahead + statements) }
        } catch {
            // A body that goes on is still in the transaction, and what it put off still has to go out.
            if wasNotSent(error, hadBegun: before.0) { (hasBegun, later) = before }
            throw error
        }
        return ArraySlice(Array(results.dropFirst(ahead.count)))
    }

    /// What cannot be sent, or is of a task that was cancelled before: the transaction stands where it stood. A statement that is cancelled on the server fails it.
    private func wasNotSent(_ error: any Error, hadBegun: Bool) -> Bool {
        switch error {
        case is PostgresEncodingError: true
        case is CancellationError:
            switch link.transactionStatus {
            case .none: !hadBegun
            case .open: hadBegun
            case .failed, .broken: false
            }
        default: false
        }
    }

    /// What has to be sent before anything else: BEGIN, if it was not, and what was put off.
    private func takeAhead() -> [SQL] {
        let ahead = hasBegun ? later : [begin] + later
        hasBegun = true
        later.removeAll()
        return ahead
    }

    private func sendAhead() async throws {
        guard !isEnded else { throw PostgresConnectionError.misused }
        if !hasBegun || !later.isEmpty { _ = try await send([]) }
    }

    private func remembering<R>(_ work: () async throws -> R) async throws -> R {
        do {
            return try await work()
        } catch let error as PostgresError {
            failure = error
            throw error
        }
    }

    /// Throws what made it impossible; the server has then rolled back, or `rollback` will.
    func commit() async throws {
        isEnded = true
        guard hasBegun || !later.isEmpty else { return }
        if hasBegun {
            switch link.transactionStatus {
            case .open: break
            case .failed: throw failure ?? PostgresError(sqlState: "25P02")
            case .none: return  // the body has ended it by itself
            case .broken: throw PostgresConnectionError.lost(sqlState: nil)
            }
        }
        do {
            // Not cancellable: a COMMIT cut short has an unknown outcome.
            _ = try await link.run(takeAhead() + ["COMMIT"], cancellable: false)
        } catch let error as PostgresError {
            failure = error
            throw error
        } catch is PostgresConnectionError {
            throw PostgresConnectionError.commitUnknown
        }
    }

    func rollback() async {
        isEnded = true
        guard hasBegun else { return }
        switch link.transactionStatus {
        case .open, .failed: _ = try? await link.run(["ROLLBACK"], cancellable: false)  // if it fails the connection is not reusable
        case .none, .broken: break
        }
    }

    /// The server asks for another try: it ended the transaction by a serialization failure or a deadlock, even if the body made
    /// another error of it.
    func mayRetry() -> Bool {
        guard let failure, failure.isRetryable else { return false }
        return link.transactionStatus != .open
    }

    func runHooks() {
        for hook in hooks { hook() }
    }
}
