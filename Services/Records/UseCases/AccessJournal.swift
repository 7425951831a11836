import CareModels
import Foundation
import Postgres
import Sealing
import Synchronization

/// Too many wait to be noted, or they could not be: nobody is answered unnoted.
struct NotNoted: Error {}

/// What is to be noted of one person.
struct AccessNote: Sendable {
    var owner: UserID
    var event: AccessEvent
    /// How often their consents had been changed when it was decided; nil for whom nothing has to be given.
    var changes: Int?
}

/// Notes who used whose record before they are answered. Those of many requests at once go to the database in one statement, the next ones gather while it is
/// under way: one writer in each replica, which waits for nobody when there is little to do. Whose chain somebody else has locked waits alone, for so long at most, and
/// is tried again.
final class AccessJournal: Sendable {
    enum Outcome: Sendable {
        case noted
        /// The person's consents were changed since it was decided.
        case outdated
    }

    private typealias Waiter = CheckedContinuation<Outcome, any Error>

    private struct Entry: Sendable {
        var owner: UserID
        var event: AccessEvent
        var changes: Int?
        var waiter: Waiter
        /// So often their chain was locked by somebody else.
        var tries = 0
        var until: ContinuousClock.Instant
    }

    private struct State {
        var waiting: [Entry] = []
        var isWriting = false
        /// Between two tries.
        var pausing = 0
    }

    /// Of persons in one statement.
    private static let mostPersons = 256
    /// Of events in one row.
    private static let mostEvents = 50

    /// For a chain that somebody else has locked.
    private static let patience: Duration = .seconds(5)

    private let pool: PostgresPool
    private let keys: PersonKeys
    private let mostWaiting: Int
    private let now: @Sendable () -> Date
    private let newID: @Sendable () -> UUID
    private let state = Mutex(State())

    init(_ pool: PostgresPool, _ keys: PersonKeys, mostWaiting: Int = 10_000, now: @escaping @Sendable () -> Date, newID: @escaping @Sendable () -> UUID) {
        self.pool = pool
        self.keys = keys
        self.mostWaiting = mostWaiting
        self.now = now
        self.newID = newID
    }

    /// Returns when it is in the database. Of whom nothing was ever stored nothing is noted, nor of who was erased.
    func note(_ event: AccessEvent, of owner: UserID, changes: Int?) async throws -> Outcome {
        try await withCheckedThrowingContinuation { (waiter: Waiter) in
            let place = state.withLock { state -> Place in
                guard state.waiting.count + state.pausing < mostWaiting else { return .none }
                state.waiting.append(Entry(owner: owner, event: event, changes: changes, waiter: waiter, until: .now + Self.patience))
                RecordsMetrics.notesWaiting.set(Double(state.waiting.count))
                defer { state.isWriting = true }
                return state.isWriting ? .behind : .first
            }
            switch place {
            // Where its answers come in: nobody is woken for them.
            case .first: Task(executorPreference: pool.executor) { await self.write() }
            case .behind: break
            case .none:
                RecordsMetrics.noted("refused").add()
                waiter.resume(throwing: NotNoted())
            }
        }
    }

    /// Of many persons, some at a time. `outdated` when it is so of any of them.
    func note(_ notes: [AccessNote]) async throws -> Outcome {
        for start in stride(from: 0, to: notes.count, by: Self.mostPersons) {
            try Task.checkCancellation()
            let isOutdated = try await withThrowingTaskGroup(of: Outcome.self) { group in
                for note in notes[start..<min(start + Self.mostPersons, notes.count)] {
                    group.addTask { try await self.note(note.event, of: note.owner, changes: note.changes) }
                }
                return try await group.reduce(false) { $0 || $1 == .outdated }
            }
            if isOutdated { return .outdated }
        }
        return .noted
    }

    private enum Place { case first, behind, none }

    /// Until nobody waits.
    private func write() async {
        while let batch = next() {
            let began = ContinuousClock.now
            defer { RecordsMetrics.noting.observe(began.duration(to: .now).seconds) }
            do {
                try await write(batch)
                RecordsMetrics.noted("written").add(Double(batch.count))
            } catch {
                RecordsMetrics.noted("failed").add(Double(batch.count))
                for entry in batch { entry.waiter.resume(throwing: error) }
            }
        }
    }

    /// As many as fit in one statement, each person's in one row; the others keep their order.
    private func next() -> [Entry]? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isWriting = false
                return nil
            }
            var counts: [UserID: Int] = [:]
            var (batch, rest): ([Entry], [Entry]) = ([], [])
            for entry in state.waiting {
                let count = counts[entry.owner, default: 0]
                if count >= Self.mostEvents || count == 0 && counts.count >= Self.mostPersons {
                    rest.append(entry)
                } else {
                    counts[entry.owner] = count + 1
                    batch.append(entry)
                }
            }
            state.waiting = rest
            RecordsMetrics.notesWaiting.set(Double(rest.count))
            return batch
        }
    }

    private struct Group: Hashable {
        var owner: UserID
        var changes: Int?

        var place: NotedGroup { NotedGroup(owner: owner, isBound: changes != nil) }
    }

    /// A little later they wait with the others again.
    private static let pauses = Backoff(first: .milliseconds(2), most: .milliseconds(256))

    private func putBack(_ entries: [Entry]) {
        let now = ContinuousClock.now
        for entry in entries where entry.until <= now { entry.waiter.resume(throwing: NotNoted()) }
        var rest = entries.filter { $0.until > now }
        guard let tries = rest.map(\.tries).max() else { return }
        for index in rest.indices { rest[index].tries += 1 }
        let again = rest
        state.withLock { $0.pausing += again.count }
        Task {
            // Whoever had the lock has mostly let go of it by then; the last pauses are a quarter of a second.
            try? await Task.sleep(for: Self.pauses.wait(after: tries))
            let isFirst = state.withLock { state in
                state.pausing -= again.count
                state.waiting += again
                defer { state.isWriting = true }
                return !state.isWriting
            }
            if isFirst { await write() }
        }
    }

    private func write(_ batch: [Entry]) async throws {
        let now = now()
        var groups = Dictionary(grouping: batch) { Group(owner: $0.owner, changes: $0.changes) }
        var outdated: [Entry] = []
        // Who decided by an earlier state of the consents than another did it too early.
        for (group, entries) in groups {
            guard let changes = group.changes, groups.keys.contains(where: { $0.owner == group.owner && ($0.changes ?? 0) > changes }) else { continue }
            outdated += entries
            groups[group] = nil
        }
        let (kept, wanted) = (groups, Set(groups.keys))
        let (noted, locked) = try await pool.withConnection { connection -> (noted: Set<Group>, locked: Set<Group>) in
            let keys = try await self.opened(Set(wanted.map(\.owner)), connection)
            var new: [NewAccess] = []
            for group in wanted {
                guard let key = keys[group.owner] else { continue }
                let events = (kept[group] ?? []).map(\.event)
                let row = try AccessRow.sealed(events, of: group.owner, id: newID(), at: now, key)
                new.append(NewAccess(row: row, changes: group.changes))
            }
            let groups = new.isEmpty ? NotedGroups() : try await connection.note(new)
            // Of whom there is no key there is nothing that was seen.
            let noted = wanted.filter { keys[$0.owner] == nil || groups.noted.contains($0.place) }
            return (noted: noted, locked: wanted.filter { keys[$0.owner] != nil && groups.locked.contains($0.place) })
        }
        for entry in outdated { entry.waiter.resume(returning: .outdated) }
        for (group, entries) in groups {
            if locked.contains(group) {
                putBack(entries)
                continue
            }
            let outcome: Outcome = noted.contains(group) || group.changes == nil ? .noted : .outdated
            for entry in entries { entry.waiter.resume(returning: outcome) }
        }
    }

    /// One that cannot be opened keeps nobody else waiting: what is sealed under it nobody reads.
    private func opened(_ owners: Set<UserID>, _ connection: PostgresConnection) async throws -> [UserID: PersonKey] {
        do {
            return try await keys.forReading(owners, connection)
        } catch  where error is MasterKeyMissing || error is CannotOpen {
            var opened: [UserID: PersonKey] = [:]
            for owner in owners {
                do {
                    opened[owner] = try await keys.forReading(owner, connection)
                } catch  where error is MasterKeyMissing || error is CannotOpen || error is PersonErased {
                    continue
                }
            }
            return opened
        }
    }
}
