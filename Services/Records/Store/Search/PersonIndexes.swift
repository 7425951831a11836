import CareModels
import CareService
import FHIR
import Postgres
import Sealing
import Synchronization
import Telemetry

/// Indexes of persons who were searched lately, in this replica's memory: so many bytes of all of them, and as much again while they are read. Each is brought up to
/// date by every search, from what was written since, in the database's order: whatever another replica writes is found. They are the open contents of records, so
/// one that nobody asks for is forgotten as the person's key is, whoever has destroyed that, and in whichever replica.
final class PersonIndexes: Sendable {
    struct Person: Hashable, Sendable {
        var owner: UserID
        var release: FHIRRelease
    }

    private static let loads = Counter("care_records_search_loads_total", "searches that had to read all of a person's index, since it was not in memory")

    fileprivate struct Kept {
        var index: PersonIndex
        /// Of the key that its rows were opened with: what was stored under a destroyed one is not there any more.
        var key: String
        var used: ContinuousClock.Instant

        /// In bytes of memory, about.
        var cost: Int { index.cost + 500 }
    }

    fileprivate struct State {
        var kept: [Person: Kept] = [:]
        var cost = 0
        /// Of those that are being read.
        var reading = 0
        /// When it is looked again which of them nobody asks for any more.
        var review = ContinuousClock.now
        /// Whose indexes are more than may be in memory.
        var large = BoundedCache<Person, Bool>(capacity: 10_000)
    }

    /// In bytes.
    private let capacity: Int
    private let lifetime: Duration
    /// Of what is read in one statement.
    let portion: Budget.Portion
    private let state = Mutex(State())
    /// One search of a person reads all; the others wait for what it has read.
    private let turns: KeyedTurns<Person>

    /// `lifetime`: of one that nobody asks for.
    init(capacity: Int, lifetime: Duration = .seconds(300), portion: Budget.Portion = Budget.Portion()) {
        self.capacity = capacity
        self.lifetime = lifetime
        self.portion = portion
        turns = KeyedTurns(atOnce: 1, waiting: 100, patience: .seconds(10))
    }

    /// Runs `search` when the person's index is in memory or it is this one's turn to read it. Holds no connection while it waits.
    func inTurn<R: Sendable>(_ person: Person, _ search: () async throws -> R) async throws -> R {
        let isKnown = state.withLock { $0.kept[person] != nil || $0.large[person] != nil }
        return isKnown ? try await search() : try await turns.take(person, search)
    }

    /// Whether it is in memory.
    func holds(_ person: Person) -> Bool { state.withLock { $0.kept[person] != nil } }

    func forget(_ owner: UserID) {
        for release in FHIRRelease.allCases {
            let person = Person(owner: owner, release: release)
            remove(person)
            state.withLock { $0.large[person] = nil }
        }
    }

    /// As it is now; nil when it is more than may be in memory. What a transaction reads of its own writes is not kept, since they may be undone: `overlay` has it
    /// for the transaction's next condition.
    func index(_ opening: SearchOpening, _ runner: some PostgresRunner, _ overlay: IndexOverlay? = nil) async throws -> PersonIndex? {
        let person = Person(owner: opening.key.person, release: opening.release)
        guard let overlay else { return try await read(on: kept(person, opening), opening, runner, person) }
        let index = try await read(on: overlay.take(opening.release) { kept(person, opening) }, opening, runner, person)
        overlay.keep(index, opening.release)
        return index
    }

    /// Records of an index that is searched before it is known to be the newest: of more, to search it twice costs more than to ask first.
    private static let few = 4096

    /// As it was read last, where it is in memory and of few records.
    func known(_ opening: SearchOpening) -> (index: PersonIndex, known: KnownIndex)? {
        let person = Person(owner: opening.key.person, release: opening.release)
        guard let index = kept(person, opening), index.change >= 0, index.records.count <= Self.few else { return nil }
        return (index, KnownIndex(person: person, change: index.change))
    }

    /// As it was read last; nil when it is too large.
    private func kept(_ person: Person, _ opening: SearchOpening) -> PersonIndex? {
        state.withLock { state in
            if state.large[person] != nil { return nil }
            guard let kept = state.kept[person], kept.key == opening.key.fingerprint else { return PersonIndex() }
            state.kept[person]?.used = .now
            return kept.index
        }
    }

    private func read(on index: consuming PersonIndex?, _ opening: SearchOpening, _ runner: some PostgresRunner, _ person: Person) async throws -> PersonIndex? {
        guard var current = index else { return nil }
        index = nil
        let keeps = !(runner is Transaction)
        let (before, cost) = (current.change, current.cost)
        if before < 0 {
            Self.loads.add()
        } else if try await runner.newestChange(of: person) ?? before <= before {
            // Mostly so. To ask for what is newer is planned anew each time.
            return current
        }
        var reserved = 0
        defer { release(reserved) }
        // Mostly a few: of them the plain statement is enough.
        var most = min(portion.rows, Budget.Portion.few)
        while true {
            try Task.checkCancellation()
            let changed = try await runner.changed(after: current.change, of: person, most: most, bytes: most == portion.rows ? portion.bytes : nil)
            for piece in opening.pieces(changed) {
                current.take(try await opening.records(piece, runner), upTo: piece.endIndex == changed.endIndex ? changed.last?.change : nil)
                if current.cost > capacity {
                    if keeps { outgrow(person) }
                    return nil
                }
            }
            // While others read much, this one searches the rows themselves.
            let more = current.cost - cost - reserved
            if more > 0 {
                guard reserve(more) else { return nil }
                reserved += more
            }
            guard Budget.Portion(rows: most, bytes: portion.bytes).isCut(changed) else { break }
            most = portion.rows
        }
        if keeps, current.change != before { keep(current, opening.key.fingerprint, person) }
        return current
    }

    private func reserve(_ bytes: Int) -> Bool {
        state.withLock { state in
            guard state.reading + bytes <= capacity else { return false }
            state.reading += bytes
            return true
        }
    }

    private func release(_ bytes: Int) {
        state.withLock { $0.reading -= bytes }
    }

    private func outgrow(_ person: Person) {
        remove(person)
        state.withLock { $0.large[person] = true }
    }

    private func remove(_ person: Person) {
        state.withLock { state in
            if let kept = state.kept.removeValue(forKey: person) { state.cost -= kept.cost }
        }
    }

    private func keep(_ index: PersonIndex, _ key: String, _ person: Person) {
        state.withLock { state in
            // Another search may have read on meanwhile.
            if let kept = state.kept[person], kept.key == key, kept.index.change >= index.change { return }
            let now = ContinuousClock.now
            let kept = Kept(index: index, key: key, used: now)
            state.cost += kept.cost - (state.kept[person]?.cost ?? 0)
            state.kept[person] = kept
            state.forget(unusedFor: lifetime, at: now)
            if state.cost > capacity { state.forget(downTo: capacity / 8 * 7, but: person) }
        }
    }
}

extension PersonIndexes.State {
    /// Not at each search, since all are looked at.
    fileprivate mutating func forget(unusedFor lifetime: Duration, at now: ContinuousClock.Instant) {
        guard now >= review else { return }
        review = now + lifetime / 10
        forget(kept.filter { $0.value.used <= now - lifetime }.map(\.key))
    }

    /// The longest unused first, some at once: whoever comes next finds room.
    fileprivate mutating func forget(downTo wanted: Int, but person: PersonIndexes.Person) {
        var (left, gone): (Int, [PersonIndexes.Person]) = (cost, [])
        for (other, kept) in kept.sorted(by: { $0.value.used < $1.value.used }) where left > wanted && other != person {
            left -= kept.cost
            gone.append(other)
        }
        forget(gone)
    }

    private mutating func forget(_ persons: [PersonIndexes.Person]) {
        for person in persons { cost -= kept.removeValue(forKey: person)?.cost ?? 0 }
    }
}
