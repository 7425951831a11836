import CareModels
import CareService
import FHIR
import HTTP
import Postgres
import Sealing
import Synchronization
import Telemetry

/// Indexes of persons who were searched lately, in this replica's memory: so many bytes of all of them. Each is brought up to date by every search, from what was
/// written since, in the database's order: whatever another replica writes is found.
final class PersonIndexes: Sendable {
    struct Person: Hashable, Sendable {
        var owner: UserID
        var release: FHIRRelease
    }

    private static let loads = Counter("care_records_search_loads_total", "searches that had to read all of a person's index, since it was not in memory")

    private struct Kept {
        var index: PersonIndex
        /// Of the key that its rows were opened with: what was stored under a destroyed one is not there any more.
        var key: String
        var used: UInt64
    }

    private struct State {
        var kept: [Person: Kept] = [:]
        var cost = 0
        var uses: UInt64 = 0
        /// Whose indexes are more than may be in memory.
        var large = BoundedCache<Person, Bool>(capacity: 10_000)
    }

    /// In bytes.
    private let capacity: Int
    private let state = Mutex(State())
    /// One search of a person reads all; the others wait for what it has read.
    private let turns: Turns<Person>

    /// Rows read in one statement.
    private static let rows = 2000

    init(capacity: Int) {
        self.capacity = capacity
        turns = Turns(atOnce: 1, waiting: 100, patience: .seconds(10))
    }

    /// Runs `search` when the person's index is in memory or it is this one's turn to read it. Holds no connection while it waits.
    func inTurn<R: Sendable>(_ person: Person, _ search: () async throws -> R) async throws -> R {
        let isKnown = state.withLock { $0.kept[person] != nil || $0.large[person] != nil }
        return isKnown ? try await search() : try await turns.take(person, search)
    }

    /// Whether it is in memory.
    func holds(_ person: Person) -> Bool { state.withLock { $0.kept[person] != nil } }

    func forget(_ owner: UserID) {
        for release in FHIRRelease.allCases { remove(Person(owner: owner, release: release)) }
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

    /// As it was read last; nil when it is too large.
    private func kept(_ person: Person, _ opening: SearchOpening) -> PersonIndex? {
        state.withLock { state in
            if state.large[person] != nil { return nil }
            state.uses += 1
            guard let kept = state.kept[person], kept.key == opening.key.fingerprint else { return PersonIndex() }
            state.kept[person]?.used = state.uses
            return kept.index
        }
    }

    private func read(on index: consuming PersonIndex?, _ opening: SearchOpening, _ runner: some PostgresRunner, _ person: Person) async throws -> PersonIndex? {
        guard var current = index else { return nil }
        index = nil
        let keeps = !(runner is Transaction)
        let before = current.change
        if before < 0 { Self.loads.add() }
        while true {
            try Task.checkCancellation()
            let rows = try await runner.changed(after: current.change, of: person, most: Self.rows)
            current.take(try await opening.records(rows, runner), upTo: rows.last?.change)
            if current.cost > capacity {
                if keeps { outgrow(person) }
                return nil
            }
            if rows.count < Self.rows { break }
        }
        if keeps, current.change != before { keep(current, opening.key.fingerprint, person) }
        return current
    }

    private func outgrow(_ person: Person) {
        remove(person)
        state.withLock { $0.large[person] = true }
    }

    private func remove(_ person: Person) {
        state.withLock { state in
            if let kept = state.kept.removeValue(forKey: person) { state.cost -= kept.index.cost }
        }
    }

    private func keep(_ index: PersonIndex, _ key: String, _ person: Person) {
        state.withLock { state in
            // Another search may have read on meanwhile.
            if let kept = state.kept[person], kept.key == key, kept.index.change >= index.change { return }
            state.cost += index.cost - (state.kept[person]?.index.cost ?? 0)
            state.uses += 1
            state.kept[person] = Kept(index: index, key: key, used: state.uses)
            while state.cost > capacity, let oldest = state.kept.min(by: { $0.value.used < $1.value.used }), oldest.key != person {
                state.cost -= oldest.value.index.cost
                state.kept[oldest.key] = nil
            }
        }
    }
}
