import CareModels
import Foundation
import Postgres
import TestKit
import Testing

@testable import Outbox
@testable import Sealing
@testable import Telemetry

@Suite struct OutboxTests {
    @Test func anEventIsStoredAsItWillBeSent() async throws {
        try await Kit.withDatabase { pool, _ in
            let provider = UserID(.v7())
            let event = AvailabilityChanged(providerId: provider, version: 1, changedAt: Date(timeIntervalSince1970: 1_772_980_200))
            let trace = TraceContext()
            try await TraceContext.$current.withValue(trace) {
                try await pool.transaction { try await $0.emit(event) }
            }
            let rows = try await pool.withConnection { try await $0.unpublished(limit: 10, beingSent: []) }
            #expect(rows.count == 1)
            let row = try #require(rows.first)
            #expect(row.topic == "care.availability.v1" && row.type == AvailabilityChanged.type && row.subject == provider.uuid)
            #expect(row.traceparent == trace.traceparent)
            let json = Array(try CareJSON.encode(event))
            #expect(row.data == json)
            let record = try row.record(source: Array("/careline/scheduling".utf8))
            #expect(record.key == Array(provider.description.utf8))
            let headers = Dictionary(uniqueKeysWithValues: record.headers.map { ($0.name, String(decoding: $0.value, as: UTF8.self)) })
            #expect(headers["ce_id"].flatMap { UUID(uuidString: $0) } == row.eventID)
            #expect(headers["ce_source"] == "/careline/scheduling" && headers["ce_type"] == AvailabilityChanged.type)
            #expect(headers["ce_subject"] == provider.description && headers["ce_specversion"] == "1.0")
            #expect(headers["content-type"] == "application/json" && headers["traceparent"] == trace.traceparent)
            #expect(headers["ce_time"].flatMap { RFC3339.parse($0) } != nil)
        }
    }

    /// Of many, in one statement for some of them.
    @Test func severalKeepTheirOrderAndTheirTraces() async throws {
        try await Kit.withDatabase { pool, _ in
            let provider = UserID(.v7())
            let (traces, instant) = ([TraceContext(), nil, TraceContext()], Date(timeIntervalSince1970: 1_772_980_200))
            let events = (1...120).map { AvailabilityChanged(providerId: provider, version: $0, changedAt: instant) }
            let seal = EventSeal(MasterKeys(current: [UInt8](repeating: 42, count: 32)))
            try await pool.transaction { tx in
                try await tx.emit(traced: zip([events[..<1], events[1..<60], events[60...]], traces).map { (Array($0), $1) }, sealedBy: seal)
            }
            let rows = try await pool.withConnection { try await $0.unpublished(limit: 200, beingSent: []) }
            #expect(rows.map(\.traceparent) == (1...120).map { traces[$0 == 1 ? 0 : $0 <= 60 ? 1 : 2]?.traceparent })
            #expect(rows.allSatisfy { $0.subject == provider.uuid && $0.type == AvailabilityChanged.type })
            let data = try events.map { Array(try CareJSON.encode($0)) }
            #expect(rows.map(\.data) == data)
            #expect(Set(rows.map(\.eventID)).count == 120)
        }
    }

    @Test func aVersionCannotBeEmittedTwice() async throws {
        try await Kit.withDatabase { pool, _ in
            let event = AvailabilityChanged(providerId: UserID(.v7()), version: 3, changedAt: Date())
            try await pool.transaction { try await $0.emit(event) }
            await #expect {
                try await pool.transaction { try await $0.emit(event) }
            } throws: { error in
                (error as? PostgresError)?.constraint == "outbox_one_event_per_version"
            }
            #expect(try await pool.unpublished == 1)
        }
    }

    @Test func whatIsRolledBackIsNotPublished() async throws {
        struct Refused: Error {}
        try await Kit.withDatabase { pool, _ in
            await #expect(throws: Refused.self) {
                try await pool.transaction { transaction in
                    try await transaction.step(UUID())
                    throw Refused()
                }
            }
            let left = try await pool.count("SELECT (SELECT count(*) FROM outbox) + (SELECT count(*) FROM outbox_pending)")
            #expect(left == 0)
        }
    }

    @Test func aNewBatchLeavesOutWhatIsBeingSentAndWhatIsHeld() async throws {
        try await Kit.withDatabase { pool, _ in
            let aggregates = (0..<6).map { _ in UUID() }
            for aggregate in aggregates { try await pool.transaction { _ = try await $0.step(aggregate) } }
            try await pool.withConnection { connection in
                try await connection.prepareForRelay()
                let all = try await connection.unpublished(limit: 10, beingSent: [])
                #expect(all.map(\.subject) == aggregates)
                let first = try await connection.unpublished(limit: 2, beingSent: [])
                let second = try await connection.unpublished(limit: 2, beingSent: first.map(\.position))
                #expect(second.map(\.subject) == Array(aggregates[2..<4]))
                // Of large ones fewer come at once, and one at least.
                let large = 2 * all[0].data.count
                #expect(try await connection.unpublished(limit: 10, bytes: large, beingSent: []).map(\.subject) == Array(aggregates[..<3]))
                #expect(try await connection.unpublished(limit: 10, bytes: 0, beingSent: []).map(\.subject) == [aggregates[0]])
                var holds = RelayHolds(backoff: Backoff(first: .seconds(1), most: .seconds(1)))
                for row in all.prefix(3) { holds.hold(row.key, .key, now: .now) }
                let free = try await connection.unpublished(limit: 2, beingSent: [all[3].position], without: holds)
                #expect(free.map(\.subject) == Array(aggregates[4...]))
                #expect(try await connection.unpublished(limit: 2, bytes: 0, beingSent: [all[3].position], without: holds).map(\.subject) == [aggregates[4]])
                holds.hold(all[0].key, .topic, now: .now)
                #expect(try await connection.unpublished(limit: 2, beingSent: [], without: holds).isEmpty)
            }
        }
    }

    @Test func publishedEventsAreSweptAfterTheirTimeAndUnpublishedNever() async throws {
        try await Kit.withDatabase { pool, _ in
            let (published, waiting) = (UUID(), UUID())
            for _ in 0..<5 { try await pool.transaction { _ = try await $0.step(published) } }
            try await pool.withConnection { connection in
                try await connection.markPublished(try await connection.unpublished(limit: 10, beingSent: []).map(\.position))
            }
            try await pool.transaction { _ = try await $0.step(waiting) }
            let past = Date().addingTimeInterval(-60)
            let future = Date().addingTimeInterval(60)
            func sweep(_ cutoff: Date) async throws -> Bool {
                try await pool.transaction { try await $0.sweepOutbox(before: cutoff, batch: 2) }
            }
            let early = try await sweep(past)
            #expect(try await pool.count("SELECT count(*) FROM outbox") == 6)
            let portions = [try await sweep(future), try await sweep(future), try await sweep(future)]
            #expect([early] + portions == [false, true, true, false])
            #expect(try await pool.count("SELECT count(*) FROM outbox") == 1)
            #expect(try await pool.count("SELECT count(*) FROM outbox WHERE subject = \(waiting)") == 1)
        }
    }

    /// What waits for the broker at the head of the table does not keep what was published behind it.
    @Test func theSweepPassesOverWhatWaits() async throws {
        try await Kit.withDatabase { pool, _ in
            let (waiting, published) = (UUID(), UUID())
            for subject in [waiting, waiting, waiting, published, published] { try await pool.transaction { _ = try await $0.step(subject) } }
            try await pool.withConnection { connection in
                let rows = try await connection.unpublished(limit: 10, beingSent: [])
                try await connection.markPublished(rows.filter { $0.subject == published }.map(\.position))
            }
            let cutoff = Date().addingTimeInterval(60)
            #expect(try await pool.transaction { try await $0.sweepOutbox(before: cutoff, batch: 2) })
            #expect(try await pool.count("SELECT count(*) FROM outbox WHERE subject = \(published)") == 0)
            #expect(try await pool.count("SELECT count(*) FROM outbox WHERE subject = \(waiting)") == 3)
        }
    }

    /// What is deleted while a replay puts it back is not left in the queue alone, where nothing would ever take it away.
    @Test func whatGoesDuringAReplayLeavesTheQueue() async throws {
        try await Kit.withDatabase { pool, _ in
            let subject = UUID()
            let cutoff = Date().addingTimeInterval(60)
            let removals: [@Sendable (Transaction) async throws -> Void] = [
                { _ = try await $0.sweepOutbox(before: cutoff) },
                { try await $0.withdrawEvents(of: "SELECT \(subject)::uuid", publishedIn: [.availability]) }
            ]
            for removal in removals {
                func publish() async throws {
                    for _ in 0..<3 { try await pool.transaction { _ = try await $0.step(subject) } }
                    try await pool.withConnection { try await $0.execute("DELETE FROM outbox_pending") }
                }
                func queued() async throws -> Int { try await pool.withConnection { try await $0.replayOutbox(ReplayFilter(subject: subject)).count } }
                func alone() async throws -> Int {
                    try await pool.count("SELECT count(*) FROM outbox_pending p WHERE NOT EXISTS (SELECT FROM outbox o WHERE o.position = p.position)")
                }

                // The replay is first, and commits once the other has begun to delete.
                try await publish()
                let ended = StopFlag()
                let removing = try await pool.transaction { tx in
                    let replayed = try await tx.replayOutbox(ReplayFilter(subject: subject)).count
                    #expect(replayed == 3)
                    let task = Task {
                        defer { ended.set() }
                        try await pool.transaction { try await removal($0) }
                    }
                    try await eventually("it waits for the replay, or has not waited") {
                        if ended.isSet { return true }
                        return try await pool.count("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'") > 0
                    }
                    return task
                }
                try await removing.value
                #expect(try await alone() == 0)
                #expect(try await pool.count("SELECT count(*) FROM outbox") == 0)

                // The replay comes while they are being deleted.
                try await publish()
                try await pool.transaction { tx in
                    try await removal(tx)
                    let replayed = try await queued()
                    #expect(replayed == 0)
                }
                #expect(try await alone() == 0)
            }
        }
    }

    @Test func aReplayQueuesByFilterInPortions() async throws {
        try await Kit.withDatabase { pool, _ in
            let (chosen, other) = (UUID(), UUID())
            for _ in 0..<5 {
                try await pool.transaction { transaction in
                    try await transaction.step(chosen)
                    try await transaction.step(other)
                }
            }
            try await pool.withConnection { try await $0.execute("DELETE FROM outbox_pending") }
            try await pool.withConnection { connection in
                let filter = ReplayFilter(topic: .availability, subject: chosen)
                #expect(try await connection.replayable(filter) == 5)
                #expect(try await connection.replayable(ReplayFilter()) == 10)
                #expect(try await connection.unpublished(limit: 10, beingSent: []).isEmpty)
                let first = try await connection.replayOutbox(filter, limit: 3)
                #expect(first.count == 3)
                let position = try #require(first.next)
                let second = try await connection.replayOutbox(filter, after: position, limit: 3)
                #expect(second.count == 2 && second.next == nil)
                let rows = try await connection.unpublished(limit: 10, beingSent: [])
                #expect(rows.count == 5 && rows.allSatisfy { $0.subject == chosen })
                #expect(try await connection.replayOutbox(ReplayFilter(until: Date(timeIntervalSince1970: 0))).count == 0)
            }
        }
    }
}
