import CareModels
import Foundation
import Kafka
import Postgres
import TestKit
import Testing

@testable import CareService
@testable import Outbox
@testable import Sealing

@Suite(.timeLimit(.minutes(5))) struct OutboxRelayTests {
    private let topic = Topic.availability.rawValue

    private func relay(_ database: PostgresConfiguration, _ producer: EventProducer, batch: Int = 2000) -> OutboxRelay {
        var settings = OutboxSettings()
        settings.batch = batch
        settings.takeover = .milliseconds(200)
        return OutboxRelay(database: database, producer: producer, service: "tests", settings: settings)
    }

    @Test func fiftyWritersLeaveEachAggregatesVersionsInOrderAndWithoutAHole() async throws {
        try await Kit.createTopics()
        try await Kit.withDatabase(size: 12) { pool, database in
            let aggregates = (0..<5).map { _ in UUID() }
            let reader = try await TopicReader(topic, about: aggregates)
            let producer = try Kit.producer()
            try await Kit.running([IdlePart("producer") { await producer.close(timeout: .seconds(10)) }, relay(database, producer, batch: 7)]) {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for writer in 0..<50 {
                        group.addTask {
                            for round in 0..<4 {
                                try await pool.transaction { _ = try await $0.step(aggregates[(writer + round) % 5]) }
                            }
                        }
                    }
                    try await group.waitForAll()
                }
                try await eventually("200 events") { reader.received.count >= 200 }
                try await eventually("an empty queue") { try await pool.unpublished == 0 }
            }
            await reader.close()
            for aggregate in aggregates { #expect(try reader.versions(of: aggregate) == Array(1...40)) }
        }
    }

    /// Behind all else of its key, once, and without a value: a compacted topic forgets the key.
    @Test func aTombstoneHasNoValue() async throws {
        try await Kit.createTopics()
        try await Kit.withDatabase { pool, database in
            let user = UserID(.v7())
            let reader = try await TopicReader(Topic.availability.rawValue, about: [user.uuid])
            try await pool.transaction { tx in
                try await tx.emit(AvailabilityChanged(providerId: user, version: 1, changedAt: Date()))
                for _ in 0..<2 { try await tx.emitTombstone(of: user.uuid, on: .availability, at: Date()) }
            }
            let producer = try Kit.producer()
            let relay = OutboxRelay(database: database, producer: producer, service: "tests")
            try await Kit.running([IdlePart("producer") { await producer.close(timeout: .seconds(10)) }, relay]) {
                try await eventually("an empty queue") { try await pool.unpublished == 0 }
                try await eventually("both") { reader.received.count == 2 }
            }
            await reader.close()
            #expect(reader.received.map(\.isTombstone) == [false, true])
            let types = reader.received.map { message in message.headers.first { $0.name == "ce_type" }.map { String(decoding: $0.value, as: UTF8.self) } }
            #expect(types == [AvailabilityChanged.type, "care.availability.tombstone.v1"])
        }
    }

    /// A damaged row, or one sealed with a master key that is not there, holds back its key alone.
    @Test func aSealedEventThatDoesNotOpenHoldsItsKeyOnly() async throws {
        try await Kit.createTopics()
        try await Kit.withDatabase { pool, database in
            let topic = Topic.observations.rawValue
            let (damaged, sound) = (UUID(), UUID())
            let seal = EventSeal(MasterKeys(current: [UInt8](repeating: 5, count: 32)))
            func observed(_ id: UUID, _ version: Int) -> ObservationRecorded {
                ObservationRecorded(
                    observationId: RecordID(id), version: version, userId: UserID(id), recordVersion: version, system: "http://loinc.org",
                    code: "40443-4", value: 60, unit: "/min", effectiveAt: Date(timeIntervalSince1970: 0))
            }
            for event in [observed(damaged, 1), observed(damaged, 2), observed(sound, 1), observed(sound, 2)] {
                try await pool.transaction { try await $0.emit([event], sealedBy: seal) }
            }
            @Sendable func flip() async throws {
                _ = try await pool.withConnection { connection in
                    try await connection.execute(
                        """
                        UPDATE outbox SET data = set_byte(data, 40, get_byte(data, 40) # 1) WHERE subject = \(damaged) AND version = 1
                        """)
                }
            }
            try await flip()
            let reader = try await TopicReader(topic, about: [damaged, sound])
            let producer = try Kit.producer()
            let relay = OutboxRelay(database: database, producer: producer, service: "tests", seal: seal)
            try await Kit.running([IdlePart("producer") { await producer.close(timeout: .seconds(10)) }, relay]) {
                try await eventually("the sound key") { reader.received.count == 2 }
                try await eventually("what is left") { try await pool.unpublished == 2 }
                #expect(try reader.versions(of: sound) == [1, 2])
                #expect(try reader.versions(of: damaged) == [])
                try await flip()
                try await eventually("the mended key") { reader.received.count == 4 }
            }
            await reader.close()
            #expect(try reader.versions(of: damaged) == [1, 2])
        }
    }

    @Test func anEarlierPositionThatCommitsLaterIsNotSkipped() async throws {
        try await Kit.createTopics()
        try await Kit.withDatabase { pool, database in
            let (early, late) = (UUID(), UUID())
            let reader = try await TopicReader(topic, about: [early, late])
            let producer = try Kit.producer()
            try await Kit.running([IdlePart("producer") { await producer.close(timeout: .seconds(10)) }, relay(database, producer)]) {
                try await pool.transaction { slow in
                    try await slow.step(late)
                    try await pool.transaction { _ = try await $0.step(early) }
                    try await eventually("the later position") { reader.received.count == 1 }
                }
                try await eventually("the earlier position") { reader.received.count == 2 }
            }
            await reader.close()
            #expect(try reader.heard.map(\.subject) == [early, late])
        }
    }

    @Test func aRelayThatDiesBetweenSendAndMarkLosesNothing() async throws {
        try await Kit.createTopics()
        try await Kit.withDatabase { pool, database in
            let aggregates = (0..<3).map { _ in UUID() }
            let reader = try await TopicReader(topic, about: aggregates)
            let producer = try Kit.producer()
            for _ in 0..<4 {
                for aggregate in aggregates { try await pool.transaction { _ = try await $0.step(aggregate) } }
            }
            let victim = relay(database, producer)
            // The server is shared with other tests.
            let waitingHere = "JOIN pg_stat_activity USING (pid) WHERE NOT granted AND datname = current_database()"
            try await Kit.running([IdlePart("producer") { await producer.close(timeout: .seconds(10)) }, victim]) {
                // The mark waits for these rows; meanwhile the relay's session is killed.
                try await pool.transaction { locker in
                    _ = try await locker.query("SELECT position FROM outbox_pending ORDER BY position FOR UPDATE")
                    try await eventually("all sent once") { reader.received.count >= 12 }
                    try await eventually("the mark waits") {
                        try await pool.count("SELECT count(*) FROM pg_locks \(unescaped: waitingHere)") > 0
                    }
                    let killed = try await pool.count(
                        """
                        SELECT count(pg_terminate_backend(pid)) FROM pg_locks \(unescaped: waitingHere)
                        """)
                    #expect(killed >= 1)
                }
                try await eventually("all marked") { try await pool.unpublished == 0 }
                // What was sent once more is marked before it has come here.
                try await eventually("some heard twice") { reader.received.count > 12 }
            }
            await reader.close()
            for aggregate in aggregates {
                var seen: Set<Int> = []
                let firsts = try reader.versions(of: aggregate).filter { seen.insert($0).inserted }
                #expect(firsts == [1, 2, 3, 4])
            }
            let ids = Set(try reader.heard.map(\.id))
            #expect(ids.count == 12)
        }
    }

    @Test func oneOfTwoRelaysWorksAndTheOtherTakesOver() async throws {
        try await Kit.createTopics()
        try await Kit.withDatabase { pool, database in
            let aggregate = UUID()
            let reader = try await TopicReader(topic, about: [aggregate])
            let producer = try Kit.producer()
            let (one, other) = (relay(database, producer), relay(database, producer))
            let second = Task { try await Kit.running([other]) { try await Task.sleep(for: .seconds(100)) } }
            try await Kit.running([IdlePart("producer") { await producer.close(timeout: .seconds(10)) }, one]) {
                try await eventually("a holder") { one.isHolder || other.isHolder }
                for _ in 0..<20 { try await pool.transaction { _ = try await $0.step(aggregate) } }
                try await eventually("20 events") { reader.received.count == 20 }
                #expect(one.isHolder != other.isHolder)
                // As kill -9 does: the session ends without a word.
                let killed = try await pool.count(
                    """
                    SELECT count(pg_terminate_backend(pid)) FROM pg_locks WHERE locktype = 'advisory' AND objid = 1
                    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
                    """)
                #expect(killed == 1)
                try await pool.transaction { _ = try await $0.step(aggregate) }
                try await eventually("the 21st") { try reader.versions(of: aggregate).contains(21) }
                try await eventually("one holder again") { one.isHolder != other.isHolder }
            }
            second.cancel()
            _ = await second.result
            await reader.close()
            // What the dead one had sent and not yet marked comes again; each first time is in order.
            var seen: Set<Int> = []
            #expect(try reader.versions(of: aggregate).filter { seen.insert($0).inserted } == Array(1...21))
        }
    }

    /// A failure that leaves the connection whole, such as a full disk: the lock must not stay with it in the pool.
    @Test func aFailedHolderLetsGoOfTheLock() async throws {
        try await Kit.createTopics()
        try await Kit.withDatabase { pool, database in
            let producer = try Kit.producer()
            let failing = relay(database, producer)
            try await pool.withConnection { connection in
                try await connection.script(
                    """
                    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE disk_full; END $$;
                    CREATE TRIGGER refuse BEFORE DELETE ON outbox_pending FOR EACH ROW EXECUTE FUNCTION refuse();
                    """)
            }
            try await pool.transaction { _ = try await $0.step(UUID()) }
            try await Kit.running([IdlePart("producer") { await producer.close(timeout: .seconds(10)) }, failing]) {
                try await eventually("a session that finds the lock free") {
                    try await pool.withConnection { connection in
                        guard try await connection.tryAdvisoryLock(OutboxRelay.lockKey) else { return false }
                        try await connection.releaseAdvisoryLock(OutboxRelay.lockKey)
                        return true
                    }
                }
                try await pool.withConnection { try await $0.execute("DROP TRIGGER refuse ON outbox_pending") }
                try await eventually("all sent") { try await pool.unpublished == 0 }
            }
        }
    }

    @Test func aStoppedHolderHandsOverAtOnceAndPublishesWhatIsLeft() async throws {
        try await Kit.createTopics()
        try await Kit.withDatabase { pool, database in
            let aggregate = UUID()
            let reader = try await TopicReader(topic, about: [aggregate])
            let producer = try Kit.producer()
            let first = relay(database, producer)
            try await Kit.running([first]) {
                try await eventually("a holder") { first.isHolder }
                for _ in 0..<50 { try await pool.transaction { _ = try await $0.step(aggregate) } }
            }
            #expect(!first.isHolder)
            #expect(try await pool.unpublished == 0)
            let second = relay(database, producer)
            try await Kit.running([IdlePart("producer") { await producer.close(timeout: .seconds(10)) }, second]) {
                try await eventually("the next holder") { second.isHolder }
                try await pool.transaction { _ = try await $0.step(aggregate) }
                try await eventually("51 events") { reader.received.count == 51 }
            }
            await reader.close()
            #expect(try reader.versions(of: aggregate) == Array(1...51))
        }
    }

    @Test func aRecordThatCannotBeSentHoldsBackItsKeyOnly() async throws {
        try await Kit.createTopics()
        try await Kit.withDatabase { pool, database in
            let (broken, sound) = (UUID(), UUID())
            let reader = try await TopicReader(topic, about: [broken, sound])
            let producer = try Kit.producer()
            for aggregate in [broken, broken, sound, broken, sound] { try await pool.transaction { _ = try await $0.step(aggregate) } }
            // Larger than any broker takes.
            let whole = try await pool.withConnection { connection in
                let row = try await connection.first("SELECT data FROM outbox WHERE subject = \(broken) AND version = 2")
                try await connection.execute("UPDATE outbox SET data = \([UInt8](repeating: 32, count: 3_000_000)) WHERE subject = \(broken) AND version = 2")
                let data: [UInt8] = try #require(try row?["data"])
                return data
            }
            try await Kit.running([IdlePart("producer") { await producer.close(timeout: .seconds(10)) }, relay(database, producer)]) {
                try await eventually("the others") { try await pool.unpublished == 2 }
                try await pool.transaction { _ = try await $0.step(sound) }
                try await eventually("a later one") { reader.received.count { $0.key == Array(sound.uuidString.lowercased().utf8) } == 3 }
                // A reader may hear of it before the relay does.
                try await eventually("only the held back are left") { try await pool.unpublished == 2 }
                try await pool.withConnection { try await $0.execute("UPDATE outbox SET data = \(whole) WHERE subject = \(broken) AND version = 2") }
                try await eventually("all") { try await pool.unpublished == 0 }
                try await eventually("all heard") { Set(try reader.heard.map(\.id)).count == 6 }
            }
            await reader.close()
            #expect(try reader.versions(of: sound) == [1, 2, 3])
            #expect(try reader.versions(of: broken) == [1, 2, 3])
        }
    }

    @Test(.enabled(if: !TestBroker.isReal, "stops and starts a broker of its own"))
    func eventsWaitForTheBroker() async throws {
        let broker = try EmbeddedBrokerProcess()
        let port = broker.port
        _ = broker.stop()
        try await Kit.withDatabase { pool, database in
            let aggregate = UUID()
            let producer = try Kit.producer("127.0.0.1:\(port)")
            try await Kit.running([IdlePart("producer") { await producer.close(timeout: .seconds(1)) }, relay(database, producer)]) {
                for _ in 0..<30 { try await pool.transaction { _ = try await $0.step(aggregate) } }
                let again = try EmbeddedBrokerProcess(port: port)
                try await eventually("all sent once the broker is back") { try await pool.unpublished == 0 }
                _ = again.stop()
                for _ in 0..<5 { try await pool.transaction { _ = try await $0.step(aggregate) } }
                let third = try EmbeddedBrokerProcess(port: port)
                try await eventually("all sent once it is back again") { try await pool.unpublished == 0 }
                _ = third.stop()
            }
        }
    }
}
