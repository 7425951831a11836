import Synchronization

/// Reads that a standby answers, as the primary would have: with all that was acknowledged before they were asked.
///
/// Where a standby cannot (it is away, or behind, or refuses), the caller asks the primary.
final class Standbys: Sendable {
    /// Why the primary was asked after all.
    enum Reason: String, Sendable {
        /// No connection, or it was lost.
        case unreachable
        /// It did not have all in time.
        case behind
        /// The primary did not say how far its log goes.
        case unconfirmed
        /// The standby ended the statement: it stood in the way of its log, or it writes.
        case refused
        /// One of these was lately.
        case resting
    }

    struct Statistics: Sendable, Equatable {
        var reads = 0
        var fallbacks: [Reason: Int] = [:]
    }

    private enum Answer<R: Sendable>: Sendable {
        case read(R), behind, promoted
    }

    private let pool: PostgresPool
    private let committed: CommittedPosition
    private let patience: Duration
    private let trust = Mutex(StandbyTrust())
    private let counts = Mutex(Statistics())

    /// `primary`: where the commits are.
    init(_ settings: StandbySettings, primary: PostgresConfiguration) {
        pool = PostgresPool(settings.database, size: settings.size, leaseDeadline: settings.patience)
        committed = CommittedPosition(primary, patience: settings.patience)
        patience = settings.patience
    }

    var statistics: Statistics { counts.withLock { $0 } }

    /// Nil: ask the primary. What `body` throws of its own is thrown.
    func read<R: Sendable>(_ body: (PostgresConnection) async throws -> R) async throws -> R? {
        guard trust.withLock({ $0.mayAsk(now: .now) }) else {
            count(.resting)
            return nil
        }
        switch try await attempt(body) {
        case .success(let value):
            counts.withLock { $0.reads += 1 }
            return value
        case .failure(let given):
            count(given.reason)
            return nil
        }
    }

    /// Whether a read would be answered now. It is found out, also while the standbys rest.
    func answers() async -> Bool {
        if case .success? = try? await attempt({ _ = try await $0.query("SELECT 1") }) { true } else { false }
    }

    private func count(_ reason: Reason) { counts.withLock { $0.fallbacks[reason, default: 0] += 1 } }

    private struct GivenUp: Error {
        let reason: Reason
    }

    private func attempt<R: Sendable>(_ body: (PostgresConnection) async throws -> R) async throws -> Result<R, GivenUp> {
        var verdict = StandbyTrust.Verdict.undecided
        defer { trust.withLock { [verdict] in $0.ended(verdict, now: .now) } }
        do {
            let value = try await readBehindAll(body)
            verdict = .fit
            return .success(value)
        } catch let given as GivenUp {
            verdict = given.reason == .refused ? .fit : .unfit
            return .failure(given)
        }
    }

    /// Throws `GivenUp`, or what `body` throws of its own.
    private func readBehindAll<R: Sendable>(_ body: (PostgresConnection) async throws -> R) async throws -> R {
        let position: Int64
        do { position = try await committed() } catch { throw GivenUp(reason: .unconfirmed) }
        try Task.checkCancellation()
        let deadline = ContinuousClock.now + patience
        var pause = Duration.milliseconds(1)
        while true {
            switch try await read(from: position, body) {
            case .read(let value): return value
            case .promoted: throw GivenUp(reason: .unreachable)
            case .behind where ContinuousClock.now + pause < deadline:
                // Without a connection: others may have what they need already.
                try await Task.sleep(for: pause)
                pause = min(pause * 2, .milliseconds(16))
            case .behind: throw GivenUp(reason: .behind)
            }
        }
    }

    private func read<R: Sendable>(from position: Int64, _ body: (PostgresConnection) async throws -> R) async throws -> Answer<R> {
        do {
            return try await pool.withConnection { connection in
                guard let replayed = try await connection.givenUp(after: patience, { try await connection.replayed() }) else {
                    // It takes writes now. The next connection finds another standby.
                    connection.giveUp()
                    return .promoted
                }
                guard replayed >= position else { return .behind }
                return .read(try await body(connection))
            }
        } catch {
            guard let reason = Self.reason(error) else { throw error }
            throw GivenUp(reason: reason)
        }
    }

    /// Nil: the error is the reader's own, and would be the primary's, too.
    private static func reason(_ error: any Error) -> Reason? {
        switch error {
        case is PostgresPoolError, PostgresConnectionError.lost: .unreachable
        // The server is stopping.
        case let error as PostgresError where error.sqlState.hasPrefix("57P"): .unreachable
        case let error as PostgresError where !error.isCancellation: .refused
        default: nil
        }
    }

    func close(grace: Duration) async {
        await pool.close(grace: grace)
        await committed.close(grace: grace)
    }
}
