import CareModels
import Foundation
import Postgres
import Testing

@testable import CareService
@testable import Outbox

@Suite(.timeLimit(.minutes(5))) struct SnapshotTests {
    struct BrokenOff: Error {}

    /// Of the aggregates; it breaks off once it is asked for what comes after `limit`.
    static func snapshot(upTo limit: UUID? = nil) -> Snapshot {
        Snapshot(.availability) { after, most, tx in
            if let limit, after >= limit { throw BrokenOff() }
            let rows = try await tx.query("SELECT id, version FROM aggregates WHERE id > \(after) ORDER BY id LIMIT \(most) FOR NO KEY UPDATE")
            return try rows.map { AvailabilitySnapshot(providerId: try $0["id"], version: try $0["version"]) }
        }
    }

    /// So many, each with a fact of its version in the outbox.
    private static func fill(_ count: Int, _ pool: PostgresPool) async throws -> [UUID] {
        let ids = (0..<count).map { _ in UUID.v7() }.sorted()
        for (index, id) in ids.enumerated() {
            try await pool.transaction { tx in
                try await tx.execute("INSERT INTO aggregates (id, version) VALUES (\(id), \(index + 1))")
                try await tx.emit(AvailabilityChanged(providerId: UserID(id), version: index + 1, changedAt: Date()))
            }
        }
        return ids
    }

    private static func told(_ pool: PostgresPool) async throws -> [UUID] {
        try await pool.withConnection { connection in
            try await connection.query("SELECT subject FROM outbox WHERE type = \(AvailabilitySnapshot.type) ORDER BY position").map { try $0["subject"] as UUID }
        }
    }

    @Test func eachIsToldOnceARunBesideTheFactOfItsVersion() async throws {
        try await Kit.withDatabase { pool, _ in
            let ids = try await Self.fill(5, pool)
            #expect(try await pool.tell(Self.snapshot(), now: Date(), batch: 2) == 5)
            #expect(try await Self.told(pool) == ids)
            #expect(try await pool.tell(Self.snapshot(), now: Date(), batch: 2) == 5)
            #expect(try await Self.told(pool) == ids + ids)
            #expect(try await pool.count("SELECT count(*) FROM snapshots") == 0)
            #expect(try await pool.count("SELECT count(*) FROM outbox_pending") == 15)
        }
    }

    @Test func whatWasBrokenOffGoesOnWhereItWas() async throws {
        try await Kit.withDatabase { pool, _ in
            let ids = try await Self.fill(5, pool)
            await #expect(throws: BrokenOff.self) { _ = try await pool.tell(Self.snapshot(upTo: ids[3]), now: Date(), batch: 2) }
            #expect(try await Self.told(pool) == Array(ids[..<4]))
            #expect(try await pool.tell(Self.snapshot(), now: Date(), batch: 2) == 5)
            #expect(try await Self.told(pool) == ids)
        }
    }

    @Test func whoComesToTheEndBehindAnotherDoesNotBeginAnew() async throws {
        try await Kit.withDatabase { pool, _ in
            let ids = try await Self.fill(3, pool)
            let gate = Gate()
            let slow = Snapshot(.availability) { after, most, tx in
                let events = try await Self.snapshot().page(after, most, Date(), tx)
                if events.isEmpty { await gate.wait() }
                return events
            }
            async let first = pool.tell(slow, now: Date(), batch: 2)
            await gate.entered()
            async let second = pool.tell(Self.snapshot(), now: Date(), batch: 2)
            try await eventually("the second waits for the first") {
                try await pool.count("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'") == 1
            }
            gate.open()
            let counts = [try await first, try await second]
            #expect(counts == [3, 0])
            #expect(try await Self.told(pool) == ids)
            #expect(try await pool.count("SELECT count(*) FROM snapshots") == 0)
        }
    }

    /// Whatever changes an aggregate waits until its state is told, and stands behind it.
    @Test func aChangeMeanwhileComesAfterTheState() async throws {
        try await Kit.withDatabase { pool, _ in
            let id = try await Self.fill(1, pool)[0]
            let gate = Gate()
            let slow = Snapshot(.availability) { after, most, tx in
                let events = try await Self.snapshot().page(after, most, Date(), tx)
                if !events.isEmpty { await gate.wait() }
                return events
            }
            async let told = pool.tell(slow, now: Date())
            await gate.entered()
            async let change: Void = pool.transaction { tx in
                try await tx.execute("UPDATE aggregates SET version = 2 WHERE id = \(id)")
                try await tx.emit(AvailabilityChanged(providerId: UserID(id), version: 2, changedAt: Date()))
            }
            try await eventually("the change waits") {
                try await pool.count("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'") == 1
            }
            gate.open()
            #expect(try await told == 1)
            try await change
            let versions = try await pool.withConnection { connection in
                try await connection.query("SELECT version FROM outbox WHERE subject = \(id) ORDER BY position").map { try $0["version"] as Int }
            }
            #expect(versions == [1, 1, 2])
        }
    }
}
