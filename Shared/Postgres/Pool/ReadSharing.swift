import DequeModule

/// Which reads go out together, and when: decided here, under its lock, and done by the pool outside it. Pure: time comes from outside.
///
/// A read goes at once and alone while fewer than `Limits.groups` groups are under way. Who comes meanwhile is gathered, and goes with the next
/// connection that is free: the busier, the more go together. Nobody waits behind a group that is not as quick as it was said to be.
struct ReadSharing<Reader: Sendable, Connection: Sendable>: Sendable {
    typealias Instant = ContinuousClock.Instant

    struct Limits: Sendable {
        /// Reads that go together.
        var together = 16
        /// Groups under way that others wait for. A full group waits for none.
        var groups = 2
        /// A group that takes longer is waited for no more.
        var patience: Duration = .milliseconds(5)
        /// Reads that may wait; the next is refused at once.
        var gathered = 4096
        var leaseDeadline: Duration = .seconds(2)
    }

    /// What the pool has to do, in order.
    enum Effect: Sendable {
        /// Call `granted` with a connection, or `refused`.
        case lease
        /// Call `patrol` then.
        case patrol(at: Instant)
        /// There is no room for it.
        case refuse(Reader)
        /// Its task was cancelled.
        case drop(Reader)
        /// Nobody waits for that group's results any more.
        case stop(Connection, UInt64)
    }

    /// Readers that something happens to, and what there is to do besides.
    struct Step: Sendable {
        let readers: [Reader]
        let effects: [Effect]
    }

    /// The same where some were cancelled meanwhile: nil in their places.
    struct Ending: Sendable {
        let readers: [Reader?]
        let effects: [Effect]
    }

    struct Counts: Sendable, Equatable {
        var reads = 0
        var groups = 0
        var refusals = 0
    }

    private struct Gathered: Sendable {
        let id: UInt64
        let since: Instant
        let reader: Reader
    }

    private struct Group: Sendable {
        let ticket: UInt64
        let connection: Connection
        let began: Instant
        /// In the order of the statements; nil: cancelled.
        var reads: [Gathered?]
        var wanted: Int
        var isSlow = false
    }

    let limits: Limits
    private(set) var counts = Counts()
    private var waiting: Deque<Gathered> = []
    private var groups: [Group] = []
    /// Connections asked for that have not come yet.
    private(set) var asked = 0
    private var isPatrolled = false

    init(_ limits: Limits) { self.limits = limits }

    var gathered: Int { waiting.count }
    /// Those whom a connection is asked for.
    var leasing: Int { min(waiting.count, asked * limits.together) }
    var underWay: Int { groups.count }
    private var quick: Int { groups.reduce(0) { $1.isSlow ? $0 : $0 + 1 } }

    // MARK: Readers

    mutating func add(_ reader: Reader, id: UInt64, now: Instant) -> [Effect] {
        guard waiting.count < limits.gathered else {
            counts.refusals += 1
            return [.refuse(reader)]
        }
        waiting.append(Gathered(id: id, since: now, reader: reader))
        return goOn(now)
    }

    /// The reader's task was cancelled. What others wait for goes on, its own result is dropped.
    mutating func cancel(_ id: UInt64) -> [Effect] {
        if let index = waiting.firstIndex(where: { $0.id == id }) { return [.drop(waiting.remove(at: index).reader)] }
        for group in groups.indices {
            guard let index = groups[group].reads.firstIndex(where: { $0?.id == id }), let found = groups[group].reads[index] else { continue }
            groups[group].reads[index] = nil
            groups[group].wanted -= 1
            let isUnwanted = groups[group].wanted == 0
            return [.drop(found.reader)] + (isUnwanted ? [.stop(groups[group].connection, groups[group].ticket)] : [])
        }
        return []
    }

    // MARK: Groups

    /// Who goes with this connection, in the order of their statements; nobody: it is not needed any more.
    mutating func granted(_ connection: Connection, ticket: UInt64, now: Instant) -> Step {
        asked -= 1
        let reads = Array(waiting.prefix(limits.together))
        guard !reads.isEmpty else { return Step(readers: [], effects: []) }
        waiting.removeFirst(reads.count)
        groups.append(Group(ticket: ticket, connection: connection, began: now, reads: reads, wanted: reads.count))
        counts.reads += reads.count
        counts.groups += 1
        return Step(readers: reads.map(\.reader), effects: goOn(now))
    }

    /// No connection for those who have waited for as long as a lease may, or for all that are there. Who is left asks again.
    mutating func refused(all: Bool, now: Instant) -> Step {
        asked -= 1
        let count = all ? waiting.count : waiting.prefix { $0.since + limits.leaseDeadline <= now }.count
        let readers = waiting.prefix(count).map(\.reader)
        waiting.removeFirst(count)
        // The lease itself was counted by the pool.
        counts.refusals += max(0, count - 1)
        return Step(readers: readers, effects: all ? [] : goOn(now))
    }

    /// Its results have come: of the first `answered`. Whose turn came next has failed, and when the server is the one who `refused` it, those behind
    /// were not looked at: they go again. Else they have failed, too.
    mutating func ended(_ ticket: UInt64, answered: Int, refused: Bool, now: Instant) -> Ending {
        guard let index = groups.firstIndex(where: { $0.ticket == ticket }) else { return Ending(readers: [], effects: []) }
        let reads = groups.remove(at: index).reads
        guard refused, answered < reads.count else { return Ending(readers: reads.map { $0?.reader }, effects: goOn(now)) }
        for read in reads[(answered + 1)...].reversed() {
            if let read { waiting.prepend(read) }
        }
        return Ending(readers: reads[...answered].map { $0?.reader }, effects: goOn(now))
    }

    /// Looks for groups that take long.
    mutating func patrol(now: Instant) -> [Effect] {
        isPatrolled = false
        for index in groups.indices where groups[index].began + limits.patience <= now { groups[index].isSlow = true }
        let effects = goOn(now)
        // As long as there is something to look for: where it is called for anew, a thread is woken.
        guard !isPatrolled, quick > 0 else { return effects }
        isPatrolled = true
        return effects + [.patrol(at: now + limits.patience)]
    }

    private mutating func goOn(_ now: Instant) -> [Effect] {
        var effects: [Effect] = []
        while wantsConnection {
            asked += 1
            effects.append(.lease)
        }
        if unasked > 0, quick > 0, !isPatrolled {
            isPatrolled = true
            effects.append(.patrol(at: now + limits.patience))
        }
        return effects
    }

    /// Those whom no connection that is asked for will take.
    private var unasked: Int { waiting.count - asked * limits.together }
    private var wantsConnection: Bool { unasked > 0 && (quick + asked < limits.groups || unasked >= limits.together) }
}
