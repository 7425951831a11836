import CareModels
import Crypto
import Foundation
import HTTP
import Postgres
import Synchronization
import Telemetry

/// The person was erased: nothing is stored or read of them any more.
package struct PersonErased: ProblemConvertible, Sendable, Equatable {
    package init() {}
    package var problem: Problem { Problem.forbidden("This account was erased.") }
}

/// Something is sealed with a master key that this service was not given.
package struct MasterKeyMissing: Error, Sendable, CustomStringConvertible {
    package var id: String

    package init(id: String) { self.id = id }

    package var description: String {
        "what is to be opened was sealed with the master key \(id), which is not among those of CARE_MASTER_KEY"
    }
}

/// The data keys of persons: in the table `person_keys`, wrapped by a master key (DESIGN, decision 9).
///
/// | to | call |
/// |---|---|
/// | write something of a person | `forWriting(person, tx)`, in the transaction of the write |
/// | write by a statement that checks itself that the person lives (`liveness`) | `forStatement(person, tx)` |
/// | read something of a person, or of several | `forReading(person, connection)` |
/// | erase a person | `erase(person, tx)`, before deleting their rows in the same transaction |
///
/// An unwrapped key is kept in memory for `lifetime` from when it was asked for, however late it comes there, of at most `capacity` persons.
package final class PersonKeys: Sendable {
    private static let unwrappedKeys = Counter(
        "care_person_keys_unwrapped_total", "data keys of persons that were opened because they were not in memory")
    private static let rewrapped = Counter("care_person_keys_rewrapped_total", "data keys wrapped anew after a master key was replaced")
    private static let failures = Counter.labelled(
        "care_person_key_failures_total", "data keys that could not be opened: master key missing, cannot open", by: "reason")

    package let masters: MasterKeys
    private let lifetime: Duration
    private let cache: Mutex<BoundedCache<UserID, Kept>>

    private struct Kept: Sendable {
        var key: PersonKey
        var until: ContinuousClock.Instant
    }

    package init(_ masters: MasterKeys, capacity: Int = 10_000, lifetime: Duration = .seconds(300)) {
        // Shown from the start: the first failure is a rise from 0.
        for reason in ["master key missing", "cannot open"] { Self.failures(reason).add(0) }
        ResealMetrics.failures("person key").add(0)
        self.masters = masters
        self.lifetime = lifetime
        cache = Mutex(BoundedCache(capacity: capacity))
    }

    // MARK: Use

    /// The person's key, made when there is none. Their row stays locked against erasure until the transaction ends, so that what
    /// it writes is either seen by the erasure or not written at all. `alone`: locked against other writers who ask for it alone, too, so
    /// that the person's writes are one after the other. Throws `PersonErased`.
    package func forWriting(_ person: UserID, alone: Bool = false, _ tx: Transaction) async throws -> PersonKey {
        if let key = try await locked(person, alone, tx) { return key }
        let bytes = SymmetricKey(size: .bits256)
        let master = masters.current
        try await tx.execute(
            """
            INSERT INTO person_keys (person_id, master_key_id, wrapped_key)
            VALUES (\(person), \(master.id), \(try Self.wrap(bytes, of: person, with: master))) ON CONFLICT DO NOTHING
            """)
        // Another may have been first.
        guard let key = try await locked(person, alone, tx) else { throw PersonErased() }
        return key
    }

    private func locked(_ person: UserID, _ alone: Bool, _ tx: Transaction) async throws -> PersonKey? {
        let asked = ContinuousClock.now
        let row = try await tx.first("SELECT master_key_id, wrapped_key FROM person_keys WHERE person_id = \(person) \(Self.lock(alone))")
        guard let row else { return nil }
        let wrapped: [UInt8]? = try row["wrapped_key"]
        guard wrapped != nil else { throw PersonErased() }
        if let key = cached(person) { return key }
        let key = try unwrap(row, of: person)
        keep(key, asked, of: tx)
        return key
    }

    /// The person's key, or nil when there is none (nothing was ever stored under it). Throws `PersonErased`.
    package func forReading(_ person: UserID, _ runner: some PostgresReader) async throws -> PersonKey? {
        if let key = cached(person) { return key }
        let asked = ContinuousClock.now
        let row = try await runner.first("SELECT master_key_id, wrapped_key FROM person_keys WHERE person_id = \(person)")
        guard let row else { return nil }
        let key = try unwrap(row, of: person)
        keep(key, asked, of: runner)
        return key
    }

    /// The keys of these persons, asked for at once: of those who have one that was not destroyed.
    package func forReading(_ persons: Set<UserID>, _ runner: some PostgresReader) async throws -> [UserID: PersonKey] {
        var keys: [UserID: PersonKey] = [:]
        for person in persons { keys[person] = cached(person) }
        let others = persons.filter { keys[$0] == nil }
        guard !others.isEmpty else { return keys }
        let asked = ContinuousClock.now
        let rows = try await runner.query(
            """
            SELECT person_id, master_key_id, wrapped_key FROM person_keys
            WHERE person_id IN (SELECT unnest(\(others.map(\.uuid))::uuid[])) AND wrapped_key IS NOT NULL
            """)
        for row in rows {
            let key = try unwrap(row, of: row["person_id"])
            keys[key.person] = key
            keep(key, asked, of: runner)
        }
        return keys
    }

    /// The person's key for a statement that itself checks that they are not erased, by `liveness`: when it is in memory the database is not asked for
    /// it. Else, and for what `alone` says, as `forWriting`; the lock against other writers is then taken on the way of the next statement.
    package func forStatement(_ person: UserID, alone: Bool = false, _ tx: Transaction) async throws -> PersonKey {
        guard let key = cached(person) else { return try await forWriting(person, alone: alone, tx) }
        if alone { try await tx.executeLater(Self.liveness(person, alone: true)) }
        return key
    }

    /// The key when it is in memory.
    package func cached(_ person: UserID) -> PersonKey? {
        cache.withLock { cache in
            guard let kept = cache[person] else { return nil }
            if kept.until > .now { return kept.key }
            cache[person] = nil
            return nil
        }
    }

    /// `SELECT 1 …`: a row while the person has a key, locked against erasure until the transaction ends, and against others who ask for
    /// it `alone`. For a WITH that makes a write and this check one statement.
    package static func liveness(_ person: UserID, alone: Bool = false) -> SQL {
        "SELECT 1 AS live FROM person_keys WHERE person_id = \(person) AND wrapped_key IS NOT NULL \(lock(alone))"
    }

    /// The first lets other writers in; the second does not. Both make the erasure wait, and neither a foreign key's check.
    private static func lock(_ alone: Bool) -> SQL { alone ? "FOR NO KEY UPDATE" : "FOR KEY SHARE" }

    /// Destroys the key: what was sealed under it can never be read again. Waits for writers that are under way, then runs what else
    /// is to be erased with it, in the same round trip. False when it was done before.
    package func erase(_ person: UserID, with more: [SQL], _ tx: Transaction) async throws -> Bool {
        let statements: [SQL] = [
            "INSERT INTO person_keys (person_id, erased_at) VALUES (\(person), now()) ON CONFLICT DO NOTHING",
            // FOR UPDATE, which waits for FOR KEY SHARE; a plain UPDATE would not.
            "SELECT 1 FROM person_keys WHERE person_id = \(person) FOR UPDATE",
            // An insertion again, since `reopen` may have taken the row away while this waited for it.
            """
            INSERT INTO person_keys AS k (person_id, erased_at) VALUES (\(person), now())
            ON CONFLICT (person_id) DO UPDATE SET wrapped_key = NULL, master_key_id = NULL, erased_at = excluded.erased_at
            WHERE k.wrapped_key IS NOT NULL
            """
        ]
        let changes = try await tx.batch(statements + more)
        let forget = { @Sendable [self] in cache.withLock { $0[person] = nil } }
        forget()
        tx.afterCommit(forget)
        return changes[0] == 1 || changes[2] == 1
    }

    /// Nobody writes by the person's key, erases or reopens it meanwhile.
    package func hold(_ person: UserID, _ tx: Transaction) async throws {
        try await tx.execute("SELECT 1 FROM person_keys WHERE person_id = \(person) FOR UPDATE")
    }

    /// After the key was destroyed: from here on a new one is made for what is stored next. Only once every replica has forgotten the one before, which it may have in
    /// memory for as long as its `lifetime` says.
    package func reopen(_ person: UserID, _ tx: Transaction) async throws {
        try await tx.execute("DELETE FROM person_keys WHERE person_id = \(person) AND wrapped_key IS NULL")
    }

    /// Wraps up to `limit` data keys anew that an earlier master key wraps, from a person on, and gives the one to go on after; nil
    /// when there are no more. The data keys stay, so nothing else is written again. One that cannot be opened is left as it is and
    /// counted: those behind it have their turn.
    package func rewrap(after person: UserID?, limit: Int, _ tx: Transaction) async throws -> UserID? {
        let master = masters.current
        let earlier = masters.earlier.map(\.id)
        guard !earlier.isEmpty else { return nil }
        let place: SQL = person.map { "AND person_id > \($0)" } ?? ""
        let rows = try await tx.query(
            """
            SELECT person_id, master_key_id, wrapped_key FROM person_keys
            WHERE wrapped_key IS NOT NULL AND master_key_id IN (SELECT unnest(\(earlier)::text[])) \(place)
            ORDER BY person_id LIMIT \(limit) FOR NO KEY UPDATE SKIP LOCKED
            """)
        var updates: [SQL] = []
        for row in rows {
            let person: UserID = try row["person_id"]
            guard let dataKey = try? unwrapped(row, of: person) else {
                ResealMetrics.failures("person key").add()
                continue
            }
            let wrapped = try Self.wrap(dataKey, of: person, with: master)
            updates.append("UPDATE person_keys SET master_key_id = \(master.id), wrapped_key = \(wrapped) WHERE person_id = \(person)")
        }
        try await tx.batch(updates)
        if !updates.isEmpty {
            let count = Double(updates.count)
            tx.afterCommit { Self.rewrapped.add(count) }
        }
        return rows.count == limit ? try rows.last?["person_id"] : nil
    }

    // MARK: Wrapping

    private func keep(_ kept: Kept) { cache.withLock { $0[kept.key.person] = kept } }

    /// What a transaction has read may have been made by it, and may yet be rolled back. From when it was `asked` for: since then the key may have been destroyed, and
    /// who makes a new one (`reopen`) counts on it that the one before is forgotten by then.
    private func keep(_ key: PersonKey, _ asked: ContinuousClock.Instant, of runner: some PostgresReader) {
        let kept = Kept(key: key, until: asked + lifetime)
        if let tx = runner as? Transaction { tx.afterCommit { self.keep(kept) } } else { keep(kept) }
    }

    private func unwrap(_ row: Row, of person: UserID) throws -> PersonKey {
        PersonKey(person: person, dataKey: try unwrapped(row, of: person))
    }

    private func unwrapped(_ row: Row, of person: UserID) throws -> SymmetricKey {
        let id: String? = try row["master_key_id"]
        let wrapped: [UInt8]? = try row["wrapped_key"]
        guard let id, let wrapped else { throw PersonErased() }
        guard let master = masters.key(id) else {
            Self.failures("master key missing").add()
            throw MasterKeyMissing(id: id)
        }
        do {
            let key = SymmetricKey(data: try master.wrapping.open(wrapped, at: Self.place(person)))
            Self.unwrappedKeys.add()
            return key
        } catch {
            Self.failures("cannot open").add()
            throw error
        }
    }

    private static func wrap(_ key: SymmetricKey, of person: UserID, with master: MasterKey) throws -> [UInt8] {
        Array(try master.wrapping.seal(key.withUnsafeBytes(Array.init), at: place(person)))
    }

    /// Bound to the person, so that a row's key does not open in another row.
    private static func place(_ person: UserID) -> String { "person_keys \(person)" }
}
