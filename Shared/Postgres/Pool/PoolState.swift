import CareModels
import DequeModule

/// Who gets which connection, when to connect and when to give up: decided here, under the pool's lock, and done by the pool outside
/// it. Pure: time and chance come from outside.
struct PoolState<Connection: Equatable & Sendable, Waiter: Sendable>: Sendable {
    typealias Instant = ContinuousClock.Instant

    struct Limits: Sendable {
        /// Connections at most.
        var connections: Int
        /// Leases that may wait; the next is refused at once.
        var waiters = 4096
        var leaseDeadline: Duration = .seconds(2)
        /// Between attempts to reach a server that is away: the first wait, and the longest.
        var firstBackoff: Duration = .milliseconds(50)
        var longestBackoff: Duration = .seconds(2)
    }

    enum Failure: Error, Equatable {
        case exhausted, unavailable, closed, cancelled
    }

    /// What the pool has to do, in order.
    enum Effect: Sendable {
        case resume(Waiter, Connection)
        case fail(Waiter, Failure)
        case connect
        /// Call `retryDue` then.
        case retry(at: Instant)
        /// Call `expire` then.
        case wake(at: Instant)
        case close(Connection)
        /// After `close`: the last connection is gone.
        case drained
    }

    struct Counts: Sendable, Equatable {
        var leases = 0
        var leaseTimeouts = 0
        var reconnects = 0
    }

    private struct Waiting: Sendable {
        let id: UInt64
        let deadline: Instant
        let waiter: Waiter
    }

    let limits: Limits
    private(set) var counts = Counts()
    /// The most recently used last: its caches are warm.
    private(set) var idle: [Connection] = []
    private(set) var leased = 0
    private(set) var connecting = 0
    private(set) var isClosed = false
    private var waiters: Deque<Waiting> = []
    /// All that are connected, leased or not.
    private(set) var connected: [Connection] = []
    private var failures = 0
    private var losses = 0
    private var notBefore: Instant?
    private var retryScheduled = false
    private var wakeScheduled = false

    init(_ limits: Limits) { self.limits = limits }

    var waiting: Int { waiters.count }
    var size: Int { idle.count + leased }
    var isDrained: Bool { isClosed && leased == 0 && connecting == 0 }

    // MARK: Leases

    /// The usual case: a connection is there.
    mutating func take() -> Connection? {
        guard !isClosed, let connection = idle.popLast() else { return nil }
        leased += 1
        counts.leases += 1
        return connection
    }

    mutating func wait(_ waiter: Waiter, id: UInt64, now: Instant) -> [Effect] {
        if isClosed { return [.fail(waiter, .closed)] }
        if let connection = take() { return [.resume(waiter, connection)] }
        guard waiters.count < limits.waiters else {
            counts.leaseTimeouts += 1
            return [.fail(waiter, reason)]
        }
        waiters.append(Waiting(id: id, deadline: now + limits.leaseDeadline, waiter: waiter))
        return connectAsNeeded(now) + wakeAsNeeded()
    }

    /// The lease's task was cancelled.
    mutating func cancel(_ id: UInt64) -> [Effect] {
        guard let index = waiters.firstIndex(where: { $0.id == id }) else { return [] }
        return [.fail(waiters.remove(at: index).waiter, .cancelled)]
    }

    /// A lease ends. `usable`: nothing is left open on the connection and it is not broken.
    mutating func release(_ connection: Connection, usable: Bool, now: Instant) -> [Effect] {
        leased -= 1
        guard usable, !isClosed else {
            if !usable, !isClosed { losses += 1 }
            connected.removeAll { $0 == connection }
            return [.close(connection)] + (isDrained ? [.drained] : []) + connectAsNeeded(now)
        }
        return hand(connection)
    }

    /// The lease deadline of the first waiter has come.
    mutating func expire(now: Instant) -> [Effect] {
        wakeScheduled = false
        var effects: [Effect] = []
        while let first = waiters.first, first.deadline <= now {
            waiters.removeFirst()
            counts.leaseTimeouts += 1
            effects.append(.fail(first.waiter, reason))
        }
        return effects + wakeAsNeeded()
    }

    /// Nobody holds a connection, or the last attempt failed: it is the server, not the load.
    private var reason: Failure { failures > 0 || leased == 0 ? .unavailable : .exhausted }

    // MARK: Connections

    mutating func connected(_ connection: Connection, now: Instant) -> [Effect] {
        connecting -= 1
        failures = 0
        notBefore = nil
        if isClosed { return [.close(connection)] + (isDrained ? [.drained] : []) }
        if losses > 0 {
            losses -= 1
            counts.reconnects += 1
        }
        connected.append(connection)
        return hand(connection) + connectAsNeeded(now)
    }

    /// `chance` from 0 to 1 spreads the attempts of many processes.
    mutating func connectFailed(now: Instant, chance: Double) -> [Effect] {
        connecting -= 1
        if isClosed { return isDrained ? [.drained] : [] }
        failures += 1
        notBefore = now + Backoff(first: limits.firstBackoff, most: limits.longestBackoff).wait(after: failures) * (0.5 + chance / 2)
        return connectAsNeeded(now)
    }

    mutating func retryDue(now: Instant) -> [Effect] {
        retryScheduled = false
        return connectAsNeeded(now)
    }

    /// The connection broke. While it is leased its release says so.
    mutating func lost(_ connection: Connection) -> [Effect] {
        guard let index = idle.firstIndex(of: connection) else { return [] }
        idle.remove(at: index)
        connected.removeAll { $0 == connection }
        losses += 1
        return [.close(connection)]
    }

    mutating func close() -> [Effect] {
        guard !isClosed else { return [] }
        isClosed = true
        var effects = waiters.map { Effect.fail($0.waiter, .closed) }
        waiters.removeAll()
        effects += idle.map { .close($0) }
        connected.removeAll { idle.contains($0) }
        idle.removeAll()
        if isDrained { effects.append(.drained) }
        return effects
    }

    private mutating func hand(_ connection: Connection) -> [Effect] {
        guard let next = waiters.popFirst() else {
            idle.append(connection)
            return []
        }
        leased += 1
        counts.leases += 1
        return [.resume(next.waiter, connection)]
    }

    /// As many as wait and as fit; one at a time while the server is away.
    private mutating func connectAsNeeded(_ now: Instant) -> [Effect] {
        guard !isClosed else { return [] }
        let wanted = min(waiters.count - connecting, limits.connections - size - connecting)
        guard wanted > 0 else { return [] }
        guard let notBefore else {
            connecting += wanted
            return Array(repeating: .connect, count: wanted)
        }
        guard connecting == 0, !retryScheduled else { return [] }
        if now >= notBefore {
            connecting = 1
            return [.connect]
        }
        retryScheduled = true
        return [.retry(at: notBefore)]
    }

    private mutating func wakeAsNeeded() -> [Effect] {
        guard !wakeScheduled, let first = waiters.first else { return [] }
        wakeScheduled = true
        return [.wake(at: first.deadline)]
    }
}
