import CareModels
import Foundation
import Postgres
import TestKit
import Testing

@testable import CareService
@testable import Outbox
@testable import Sealing
@testable import Telemetry

@Suite struct PersonKeysTests {
    private static let schema = Migration.kit.map { (name: $0.name, sql: String(decoding: $0.sql, as: UTF8.self)) }
    private static let masters = MasterKeys(current: [UInt8](repeating: 7, count: 32))

    private static func withPool(_ body: (PostgresPool) async throws -> Void) async throws {
        try await TestKit.withPool(migrations: schema, size: 10, leaseDeadline: .seconds(30), body)
    }

    private static func erase(_ person: UserID, _ keys: PersonKeys, _ pool: PostgresPool) async throws -> Bool {
        try await pool.transaction { try await keys.erase(person, $0) }
    }

    private static func rewrap(_ keys: PersonKeys, after person: UserID? = nil, limit: Int = 3, _ pool: PostgresPool) async throws -> UserID? {
        try await pool.transaction { try await keys.rewrap(after: person, limit: limit, $0) }
    }

    /// In the order in which the sweep comes to them.
    private static func people(_ count: Int) -> [UserID] { (0..<count).map { _ in UserID(.v7()) }.sorted { "\($0)" < "\($1)" } }

    @Test func oneKeyAPersonWhoeverAsksFirst() async throws {
        try await Self.withPool { pool in
            let person = UserID(.v7())
            // As many replicas, with caches of their own.
            let indexes = try await withThrowingTaskGroup(of: [UInt8].self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        try await pool.transaction { try await PersonKeys(Self.masters).forWriting(person, $0).blindIndex("a", of: "b") }
                    }
                }
                return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
            }
            #expect(indexes.count == 1)
            let key = try await pool.withConnection { try await PersonKeys(Self.masters).forReading(person, $0) }
            let index = try #require(key).blindIndex("a", of: "b")
            #expect(index == indexes.first)
        }
    }

    @Test func aKeyThatWasRolledBackIsForgotten() async throws {
        struct Stop: Error {}
        try await Self.withPool { pool in
            let keys = PersonKeys(Self.masters)
            let person = UserID(.v7())
            await #expect(throws: Stop.self) {
                try await pool.transaction { tx in
                    _ = try await keys.forWriting(person, tx)
                    _ = try await keys.forReading(person, tx)
                    throw Stop()
                }
            }
            #expect(keys.cached(person) == nil)
            let key = try await pool.withConnection { try await keys.forReading(person, $0) }
            #expect(key == nil)
        }
    }

    /// A long transaction brings a key late, which may have been destroyed since: it is not kept for longer than had it come at once.
    @Test func aKeyIsKeptFromWhenItWasAskedFor() async throws {
        try await Self.withPool { pool in
            let lifetime = Duration.milliseconds(50)
            let keys = PersonKeys(Self.masters, lifetime: lifetime)
            let person = UserID(.v7())
            _ = try await pool.transaction { try await PersonKeys(Self.masters).forWriting(person, $0) }
            try await pool.transaction { tx in
                _ = try await keys.forReading(person, tx)
                try await Task.sleep(for: lifetime)
            }
            #expect(keys.cached(person) == nil)
        }
    }

    @Test func erasureDestroysTheKeyForEver() async throws {
        try await Self.withPool { pool in
            let (here, elsewhere) = (PersonKeys(Self.masters), PersonKeys(Self.masters))
            let person = UserID(.v7())
            _ = try await pool.transaction { try await elsewhere.forWriting(person, $0) }
            _ = try await pool.transaction { try await here.forWriting(person, $0) }
            for caller in ["user \(person)", "user \(UserID(.v7()))"] {
                try await pool.withConnection { connection in
                    _ = try await connection.execute(
                        """
                        INSERT INTO idempotency_keys (caller, route, key_hash, fingerprint, response) VALUES (\(caller), 'POST /x', 'a', 'b', 'c')
                        """)
                }
            }
            let (first, second) = (try await Self.erase(person, here, pool), try await Self.erase(person, here, pool))
            #expect(first && !second)
            #expect(here.cached(person) == nil)
            await #expect(throws: PersonErased.self) { try await pool.withConnection { _ = try await here.forReading(person, $0) } }
            // Another replica may still have it in memory: it writes nothing with it.
            await #expect(throws: PersonErased.self) { try await pool.transaction { _ = try await elsewhere.forWriting(person, $0) } }
            let live = try await pool.withConnection { try await $0.query(PersonKeys.liveness(person)) }
            #expect(live.isEmpty)
            let left = try await pool.withConnection { try await $0.first("SELECT wrapped_key FROM person_keys WHERE person_id = \(person)") }
            let wrapped: [UInt8]? = try #require(left)["wrapped_key"]
            #expect(wrapped == nil)
            // Nor do the answers to their requests stay.
            let kept: Int? = try await pool.withConnection { try await $0.first("SELECT count(*) FROM idempotency_keys")?["count"] }
            #expect(kept == 1)
        }
    }

    /// A key in memory is given out unasked: that its person was erased meanwhile the statement sees.
    @Test func aStatementThatChecksItselfTakesTheKeyInMemory() async throws {
        try await Self.withPool { pool in
            let (here, elsewhere) = (PersonKeys(Self.masters), PersonKeys(Self.masters))
            let person = UserID(.v7())
            let made = try await pool.transaction { try await here.forStatement(person, $0) }.blindIndex("a", of: "b")
            func live() async throws -> Int {
                try await pool.transaction { tx in
                    let key = try await here.forStatement(person, tx)
                    #expect(key.blindIndex("a", of: "b") == made)
                    return try await tx.query(PersonKeys.liveness(person)).count
                }
            }
            let before = try await live()
            _ = try await Self.erase(person, elsewhere, pool)
            let after = try await live()
            #expect(before == 1 && after == 0)
            // Without it in memory the row is asked.
            await #expect(throws: PersonErased.self) { try await pool.transaction { _ = try await elsewhere.forStatement(person, $0) } }
        }
    }

    @Test(arguments: [true, false]) func aStatementOfItsOwnWaitsForOthers(alone: Bool) async throws {
        try await Self.withPool { pool in
            let keys = PersonKeys(Self.masters)
            let person = UserID(.v7())
            _ = try await pool.transaction { try await keys.forWriting(person, $0) }
            let free = try await pool.transaction { tx in
                _ = try await keys.forStatement(person, alone: alone, tx)
                _ = try await tx.query("SELECT 1")
                return try await pool.withConnection { other in
                    try await other.query("SELECT 1 FROM person_keys WHERE person_id = \(person) FOR NO KEY UPDATE SKIP LOCKED").count
                }
            }
            #expect(free == (alone ? 0 : 1))
        }
    }

    @Test func aPersonErasedBeforeTheyWroteGetsNoKey() async throws {
        try await Self.withPool { pool in
            let keys = PersonKeys(Self.masters)
            let person = UserID(.v7())
            let isErased = try await Self.erase(person, keys, pool)
            #expect(isErased)
            await #expect(throws: PersonErased.self) { try await pool.transaction { _ = try await keys.forWriting(person, $0) } }
        }
    }

    @Test func erasureWaitsForAWriterUnderWay() async throws {
        try await Self.withPool { pool in
            let keys = PersonKeys(Self.masters)
            let person = UserID(.v7())
            _ = try await pool.transaction { try await keys.forWriting(person, $0) }
            let (begun, began) = AsyncStream.makeStream(of: Void.self)
            let (wanted, want) = AsyncStream.makeStream(of: Void.self)
            let writer = Task {
                try await pool.transaction { tx in
                    _ = try await keys.forWriting(person, tx)
                    began.finish()
                    for await _ in wanted {}
                    try await tx.execute("INSERT INTO inbox_days (consumer, event_id) VALUES ('writer', \(person))")
                }
            }
            for await _ in begun {}
            let eraser = Task {
                try await pool.transaction { tx in
                    try await keys.erase(person, tx)
                    return try await tx.execute("DELETE FROM inbox_days WHERE event_id = \(person)")
                }
            }
            // Until the server says that the erasure waits for a lock.
            while try await pool.withConnection({ connection in
                try await connection.first("SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'") == nil
            }) { try await Task.sleep(for: .milliseconds(5)) }
            want.finish()
            try await writer.value
            #expect(try await eraser.value == 1)
        }
    }

    /// Whoever had all of theirs destroyed, and then the account: the key that was to be made anew is not.
    @Test func erasureBehindAReopeningUnderWayStays() async throws {
        try await Self.withPool { pool in
            let keys = PersonKeys(Self.masters)
            let person = UserID(.v7())
            _ = try await Self.erase(person, keys, pool)
            let (begun, began) = AsyncStream.makeStream(of: Void.self)
            let (wanted, want) = AsyncStream.makeStream(of: Void.self)
            let reopening = Task {
                try await pool.transaction { tx in
                    try await keys.hold(person, tx)
                    began.finish()
                    for await _ in wanted {}
                    try await keys.reopen(person, tx)
                }
            }
            for await _ in begun {}
            let eraser = Task { try await Self.erase(person, keys, pool) }
            // Until the server says that the erasure waits for a lock.
            while try await pool.withConnection({ connection in
                try await connection.first("SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'") == nil
            }) { try await Task.sleep(for: .milliseconds(5)) }
            want.finish()
            try await reopening.value
            _ = try await eraser.value
            await #expect(throws: PersonErased.self) { try await pool.transaction { _ = try await keys.forWriting(person, $0) } }
        }
    }

    @Test func aNewMasterKeyTakesOver() async throws {
        try await Self.withPool { pool in
            let old = PersonKeys(Self.masters)
            let people = Self.people(5)
            var sealed: [UserID: [UInt8]] = [:]
            for person in people {
                sealed[person] = try await pool.transaction { try await old.forWriting(person, $0).seal("x", at: "here") }
            }
            try await pool.transaction { _ = try await old.erase(people[4], $0) }
            let next = [UInt8](repeating: 8, count: 32)
            let both = PersonKeys(MasterKeys(current: next, earlier: [[UInt8](repeating: 7, count: 32)]))
            let third = try await Self.rewrap(both, pool)
            #expect(third == people[2])
            let last = try await Self.rewrap(both, after: third, pool)
            #expect(last == nil)
            let rows = try await pool.withConnection { try await $0.sealedRows() }
            #expect(rows == [SealedRows(table: "person_keys", masterKey: both.masters.current.id, count: 4)])
            let alone = PersonKeys(MasterKeys(current: next))
            for person in people.prefix(4) {
                let key = try await pool.withConnection { try await alone.forReading(person, $0) }
                let text = try #require(key).openText(try #require(sealed[person]), at: "here")
                #expect(text == "x")
            }
            await #expect(throws: MasterKeyMissing.self) {
                try await pool.withConnection { _ = try await PersonKeys(Self.masters).forReading(people[0], $0) }
            }
        }
    }

    @Test func oneThatDoesNotOpenHoldsUpNobody() async throws {
        try await Self.withPool { pool in
            let old = PersonKeys(Self.masters)
            let people = Self.people(6)
            for person in people { _ = try await pool.transaction { try await old.forWriting(person, $0) } }
            let spoilt = people.prefix(3)
            try await pool.withConnection { connection in
                for person in spoilt { try await connection.execute("UPDATE person_keys SET wrapped_key = '\\x00' WHERE person_id = \(person)") }
            }
            let both = PersonKeys(MasterKeys(current: [UInt8](repeating: 8, count: 32), earlier: [[UInt8](repeating: 7, count: 32)]))
            // As the sweep does it: a whole batch of them in front of the others.
            var rounds = 0
            var place: UserID?
            repeat {
                place = try await Self.rewrap(both, after: place, limit: 2, pool)
                rounds += 1
            } while place != nil && rounds < 10
            #expect(rounds == 4)
            let rows = try await pool.withConnection { try await $0.sealedRows() }
            #expect(Set(rows.map { "\($0.masterKey ?? "") \($0.count)" }) == ["\(both.masters.current.id) 3", "\(Self.masters.current.id) 3"])
            #expect(Metrics.render().contains(#"care_reseal_failures_total{what="person key"}"#))
            for person in people.dropFirst(3) {
                let key = try await pool.withConnection { try await both.forReading(person, $0) }
                #expect(key != nil)
            }
        }
    }

    @Test func aKeyCopiedToAnotherPersonDoesNotOpen() async throws {
        try await Self.withPool { pool in
            let keys = PersonKeys(Self.masters)
            let (one, other) = (UserID(.v7()), UserID(.v7()))
            _ = try await pool.transaction { try await keys.forWriting(one, $0) }
            try await pool.withConnection { connection in
                _ = try await connection.execute(
                    """
                    INSERT INTO person_keys (person_id, master_key_id, wrapped_key)
                    SELECT \(other)::uuid, master_key_id, wrapped_key FROM person_keys WHERE person_id = \(one)
                    """)
            }
            await #expect(throws: CannotOpen.self) { try await pool.withConnection { _ = try await keys.forReading(other, $0) } }
        }
    }

    @Test func aKeyIsForgottenInTime() async throws {
        try await Self.withPool { pool in
            let keys = PersonKeys(Self.masters, lifetime: .zero)
            let person = UserID(.v7())
            _ = try await pool.transaction { try await keys.forWriting(person, $0) }
            #expect(keys.cached(person) == nil)
        }
    }
}
