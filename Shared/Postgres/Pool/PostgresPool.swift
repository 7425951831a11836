import CareModels
import Foundation
import Synchronization

/// Connections to one database, opened when they are needed and kept.
///
/// Runs nothing by itself: leases are closures, so that no connection is ever forgotten. Connections that break are replaced, with
/// a growing wait while the server is away.
package final class PostgresPool: Sendable {
    package enum Isolation: String, Sendable {
        case readCommitted = "READ COMMITTED"
        case repeatableRead = "REPEATABLE READ"
        case serializable = "SERIALIZABLE"

        var begin: SQL {
            switch self {
            case .readCommitted: "BEGIN ISOLATION LEVEL READ COMMITTED"
            case .repeatableRead: "BEGIN ISOLATION LEVEL REPEATABLE READ"
            case .serializable: "BEGIN ISOLATION LEVEL SERIALIZABLE"
            }
        }
    }

    /// Who waits for a connection: a task, or reads that go together.
    enum Waiter: Sendable {
        case task(CheckedContinuation<Link, any Error>)
        case reads
    }

    typealias State = PoolState<Link, Waiter>

    let configuration: PostgresConfiguration
    let loop: EventLoop
    /// Where reads may go that need not be the primary's.
    let standbys: Standbys?
    private let state: Mutex<State>
    /// Taken alone, never under `state`'s lock or that above it.
    let sharing: Mutex<Sharing>
    /// Whether somebody looks just now who the primary is.
    let isLooking = Atomic<Bool>(false)
    private let closing = Mutex<[CheckedContinuation<Void, Never>]>([])
    private let lastFailure = Mutex<PostgresConnectFailure?>(nil)
    private let leaseIDs = Atomic<UInt64>(0)
    private let retryCount = Atomic<Int>(0)

    /// `size`: connections at most. `leaseDeadline`: how long a lease waits for one.
    package init(_ configuration: PostgresConfiguration, size: Int = 8, leaseDeadline: Duration = .seconds(2), standbys: StandbySettings? = nil) {
        precondition(size > 0, "a pool needs at least one connection")
        self.configuration = configuration
        self.standbys = standbys.map { Standbys($0, primary: configuration) }
        loop = EventLoop.next()
        // Where another host takes over it is asked soon whether it has.
        let longestBackoff = configuration.followsThePrimary ? Duration.milliseconds(500) : .seconds(2)
        state = Mutex(State(State.Limits(connections: size, leaseDeadline: leaseDeadline, longestBackoff: longestBackoff)))
        sharing = Mutex(Sharing(Sharing.Limits(leaseDeadline: leaseDeadline)))
        if configuration.followsThePrimary { watchThePrimary() }
    }

    deinit {
        for case .close(let link) in state.withLock({ $0.close() }) { link.close() }
    }

    /// The thread that the pool's connections live on. A task that prefers it (`withTaskExecutorPreference`) does its statements
    /// without switching threads: for loops that do little else, such as the outbox relay. It must never block.
    package var executor: any TaskExecutor { loop }

    /// Waits up to the lease deadline for a connection, then throws `PostgresPoolError.exhausted`; while the server cannot be
    /// reached, `.unavailable`.
    @discardableResult
    package func withConnection<R: Sendable>(_ body: (PostgresConnection) async throws -> R) async throws -> R {
        let link = try await lease()
        let connection = PostgresConnection(link)
        defer {
            connection.end()
            release(link)
        }
        return try await body(connection)
    }

    /// BEGIN, body, COMMIT. Rolls back on any throw and rethrows it unwrapped; runs the body again (a fresh transaction) after a
    /// serialization failure or a deadlock, `retries` times with a growing, jittered wait. A connection lost before COMMIT is
    /// `PostgresConnectionError.lost`, which is retryable; lost during COMMIT, `.commitUnknown`.
    @discardableResult
    package func transaction<R: Sendable>(
        _ isolation: Isolation = .readCommitted, retries: Int = 5, _ body: (Transaction) async throws -> R
    ) async throws -> R {
        var attempt = 0
        while true {
            switch try await attemptTransaction(isolation, body) {
            case .success(let value): return value
            case .failure(let failure):
                guard failure.mayRetry, attempt < retries, !Task.isCancelled else { throw failure.error }
            }
            attempt += 1
            retryCount.wrappingAdd(1, ordering: .relaxed)
            try await Task.sleep(for: Self.retries.jittered(after: attempt))
        }
    }

    private struct Failed: Error {
        let error: any Error
        let mayRetry: Bool
    }

    private func attemptTransaction<R: Sendable>(
        _ isolation: Isolation, _ body: (Transaction) async throws -> R
    ) async throws -> Result<R, Failed> {
        let link = try await lease()
        let transaction = Transaction(link, isolation)
        defer { release(link) }
        do {
            let value = try await body(transaction)
            try await transaction.commit()
            transaction.runHooks()
            return .success(value)
        } catch {
            let mayRetry = transaction.mayRetry()
            await transaction.rollback()
            return .failure(Failed(error: error, mayRetry: mayRetry))
        }
    }

    /// 4 ms and more, doubled each time up to 256 ms, from half to one and a half of it.
    private static let retries = Backoff(first: .milliseconds(4), most: .milliseconds(256), jitter: 0.5...1.5)

    // MARK: Leases

    private func lease() async throws -> Link {
        if let link = state.withLock({ $0.take() }) { return link }
        let id = newLeaseID()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let effects = state.withLock { state in
                    // Under the lock: whoever cancels later finds the waiter.
                    Task.isCancelled ? [.fail(.task(continuation), .cancelled)] : state.wait(.task(continuation), id: id, now: .now)
                }
                perform(effects)
            }
        } onCancel: {
            perform(state.withLock { $0.cancel(id) })
        }
    }

    func newLeaseID() -> UInt64 { leaseIDs.wrappingAdd(1, ordering: .relaxed).oldValue }

    /// For the reads that have gathered: as one lease, behind those who wait already.
    func leaseForReads() {
        if let link = state.withLock({ $0.take() }) { return readsGranted(link) }
        let effects = state.withLock { $0.wait(.reads, id: newLeaseID(), now: .now) }
        if case .fail(.reads, let failure)? = effects.first { return readsRefused(failure, all: true) }
        perform(effects)
    }

    func release(_ link: Link) {
        let usable = link.isReusable
        perform(state.withLock { $0.release(link, usable: usable, now: .now) })
    }

    private func perform(_ effects: [State.Effect]) {
        for effect in effects {
            switch effect {
            case .resume(.task(let continuation), let link): continuation.resume(returning: link)
            case .resume(.reads, let link): readsGranted(link)
            case .fail(.task(let continuation), let failure): continuation.resume(throwing: PostgresPool.error(failure))
            case .fail(.reads, let failure): readsRefused(failure, all: failure == .closed)
            case .connect: connect()
            case .retry(let instant):
                loop.schedule(at: instant) { [weak self] in
                    guard let self else { return }
                    perform(state.withLock { $0.retryDue(now: .now) })
                }
            case .wake(let instant):
                loop.schedule(at: instant) { [weak self] in
                    guard let self else { return }
                    perform(state.withLock { $0.expire(now: .now) })
                }
            case .close(let link): link.close()
            case .drained: resumeClosers()
            }
        }
    }

    static func error(_ failure: State.Failure) -> any Error {
        switch failure {
        case .exhausted: PostgresPoolError.exhausted
        case .unavailable: PostgresPoolError.unavailable
        case .closed: PostgresPoolError.closed
        case .cancelled: CancellationError()
        }
    }

    private func connect() {
        BlockingThread.run { [self] in
            do throws(PostgresConnectFailure) {
                let link = try Link.open(configuration, loop: loop) { [weak self] in self?.lost($0) }
                lastFailure.withLock { $0 = nil }
                perform(state.withLock { $0.connected(link, now: .now) })
                // It may have broken before the pool knew of it.
                if link.transactionStatus == .broken { lost(link) }
            } catch {
                lastFailure.withLock { $0 = error }
                perform(state.withLock { $0.connectFailed(now: .now, chance: .random(in: 0...1)) })
            }
        }
    }

    /// Those that are open, leased or not; nil once closed.
    var links: [Link]? { state.withLock { $0.isClosed ? nil : $0.connected } }

    private func lost(_ link: Link) {
        perform(state.withLock { $0.lost(link) })
    }

    // MARK: Life

    /// Refuses new leases at once, and waits up to `grace` for those under way; what is then still running fails as lost.
    package func close(grace: Duration) async {
        perform(state.withLock { $0.close() })
        let timer = loop.schedule(at: .now + grace) { [weak self] in
            guard let self else { return }
            for link in state.withLock({ $0.connected }) { link.close() }
            resumeClosers()
        }
        await withCheckedContinuation { closer in
            closing.withLock { $0.append(closer) }
            if state.withLock({ $0.isDrained }) { resumeClosers() }
        }
        loop.cancel(timer)
        await standbys?.close(grace: grace)
    }

    package func close() async { await close(grace: .seconds(10)) }

    private func resumeClosers() {
        let closers = closing.withLock { closers in
            defer { closers = [] }
            return closers
        }
        for closer in closers { closer.resume() }
    }

    // MARK: Watching

    /// What the pool has done and is doing, for metrics.
    package struct Statistics: Sendable, Equatable {
        /// Connections open now: idle and leased.
        package var size: Int
        package var idle: Int
        package var leased: Int
        /// Leases that wait now, and quick reads that wait for one.
        package var waiting: Int
        /// Since the start: leases granted (quick reads that went together have one); quick reads that were sent; leases and quick reads that found none
        /// in time; transactions run again; connections replaced.
        package var leases: Int
        package var quickReads: Int
        package var leaseTimeouts: Int
        package var retries: Int
        package var reconnects: Int
    }

    package var statistics: Statistics {
        let retries = retryCount.load(ordering: .relaxed)
        let sharing = sharing.withLock { $0 }
        return state.withLock { state in
            Statistics(
                size: state.size, idle: state.idle.count, leased: state.leased, waiting: max(0, state.waiting - sharing.asked) + sharing.leasing,
                leases: state.counts.leases, quickReads: sharing.counts.reads, leaseTimeouts: state.counts.leaseTimeouts + sharing.counts.refusals, retries: retries,
                reconnects: state.counts.reconnects)
        }
    }

    /// Why the last attempt to connect failed; nil after a success.
    package var connectFailure: PostgresConnectFailure? { lastFailure.withLock { $0 } }
}

extension Link: Equatable {
    static func == (one: Link, other: Link) -> Bool { one === other }
}
