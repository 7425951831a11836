import CareModels
import Foundation
import Kafka
import Postgres
import Synchronization
import TestKit
import Testing

@testable import Outbox
@testable import Telemetry

@Suite(.timeLimit(.minutes(5))) struct ConsumerRunnerTests {
    private struct Refused: Error {}

    private let settings: ConsumerSettings = {
        var settings = ConsumerSettings()
        settings.tries = 3
        settings.firstWait = .milliseconds(20)
        settings.mostWait = .milliseconds(100)
        return settings
    }()

    private func runner(_ consumer: Consumer, _ pool: PostgresPool, _ producer: EventProducer, service: String) throws -> ConsumerRunner {
        let kafka = KafkaConfiguration(bootstrap: try TestBroker.bootstrap(), clientID: service)
        return try #require(
            ConsumerRunner(consumer, service: service, pool: pool, producer: producer, kafka: kafka, settings: settings))
    }

    private static func record(_ subject: UUID, _ version: Int, id: UUID = .v7(), headers change: (inout [String: String]) -> Void = { _ in }) throws -> KafkaRecord {
        let event = AvailabilityChanged(providerId: UserID(subject), version: version, changedAt: Date(timeIntervalSince1970: 0))
        let key = subject.uuidString.lowercased()
        var headers = [
            "ce_id": id.uuidString.lowercased(), "ce_source": "/careline/tests", "ce_type": AvailabilityChanged.type, "ce_subject": key,
            "ce_time": "2026-03-08T14:30:00Z", "ce_specversion": "1.0", "content-type": "application/json"
        ]
        change(&headers)
        return KafkaRecord(
            topic: Topic.availability.rawValue, key: Array(key.utf8), value: Array(try CareJSON.encode(event)),
            headers: headers.map { ($0.key, Array($0.value.utf8)) })
    }

    /// Writes one row for each event about `subjects`; the topic has other tests' events too.
    private static func effects(_ subjects: Set<UUID>, refuse: @escaping @Sendable (AvailabilityChanged) throws -> Void = { _ in }) -> Consumer {
        Consumer(
            "effects", topic: .availability,
            [
                .on(AvailabilityChanged.self) { event, _, transaction in
                    guard subjects.contains(event.subject) else { return }
                    try await transaction.execute("INSERT INTO effects (subject, version) VALUES (\(event.subject), \(event.version))")
                    try refuse(event)
                }
            ])
    }

    private static func versions(_ pool: PostgresPool, _ subject: UUID) async throws -> [Int] {
        let rows = try await pool.withConnection { try await $0.query("SELECT version FROM effects WHERE subject = \(subject) ORDER BY number") }
        return try rows.map { try $0["version"] }
    }

    private func send(_ records: [KafkaRecord], _ producer: EventProducer) async throws {
        for result in await producer.send(records) { _ = try result.get() }
    }

    @Test func aSecondDeliveryIsANoOpAndARestartGoesOnWhereItWas() async throws {
        try await Kit.createTopics()
        try await Kit.withDatabase { pool, _ in
            let service = "tests-\(UUID().uuidString.lowercased())"
            let subject = UUID()
            let producer = try Kit.producer()
            let first = try Self.record(subject, 1)
            let second = try Self.record(subject, 2)
            try await send([first, first, second, first, second], producer)
            try await Kit.running([try runner(Self.effects([subject]), pool, producer, service: service)]) {
                try await eventually("both effects") { try await Self.versions(pool, subject).count >= 2 }
                try await send([try Self.record(subject, 3)], producer)
                try await eventually("the third") { try await Self.versions(pool, subject).last == 3 }
            }
            try await send([second, try Self.record(subject, 4)], producer)
            let heard = Mutex<[Int]>([])
            let again = Self.effects([subject]) { event in heard.withLock { $0.append(event.version) } }
            try await Kit.running([try runner(again, pool, producer, service: service)]) {
                try await eventually("the fourth") { try await Self.versions(pool, subject).last == 4 }
            }
            await producer.close(timeout: .seconds(10))
            #expect(try await Self.versions(pool, subject) == [1, 2, 3, 4])
            // The offsets were committed at the stop: nothing before them was even tried.
            #expect(heard.withLock { $0 } == [4])
        }
    }

    @Test func aPoisonEventIsParkedAndStopsNobody() async throws {
        try await Kit.createTopics()
        try await Kit.withDatabase { pool, _ in
            let service = "tests-\(UUID().uuidString.lowercased())"
            let (subject, other) = (UUID(), UUID())
            let producer = try Kit.producer()
            let dead = try await TopicReader(Topic.availability.deadLetter, about: [subject, other])
            let tries = Mutex(0)
            let consumer = Self.effects([subject, other]) { event in
                guard event.subject == subject, event.version == 2 else { return }
                tries.withLock { $0 += 1 }
                throw Refused()
            }
            let malformed = try Self.record(other, 2) { $0["ce_type"] = nil }
            let records = try [Self.record(subject, 1), Self.record(subject, 2), Self.record(subject, 3), Self.record(other, 1), malformed]
            try await Kit.running([try runner(consumer, pool, producer, service: service)]) {
                try await send(records, producer)
                try await eventually("the rest") { try await Self.versions(pool, subject) == [1, 3] }
                try await eventually("the other key") { try await Self.versions(pool, other) == [1] }
                try await eventually("two dead letters of this service") { Self.parked(dead, service).count == 2 }
            }
            await dead.close()
            await producer.close(timeout: .seconds(10))
            #expect(tries.withLock { $0 } == 3)
            let letters = Self.parked(dead, service)
            let poison = try #require(letters.first { Self.header($0, "ce_type") != nil })
            #expect(poison.value == records[1].value && poison.key == records[1].key)
            #expect(Self.header(poison, DeadLetterHeader.tries) == "3")
            #expect(Self.header(poison, DeadLetterHeader.error)?.hasSuffix("Refused") == true)
            #expect(Self.header(poison, DeadLetterHeader.topic) == Topic.availability.rawValue)
            let noEvent = try #require(letters.first { Self.header($0, "ce_type") == nil })
            #expect(Self.header(noEvent, DeadLetterHeader.tries) == "1")
            #expect(Self.header(noEvent, DeadLetterHeader.error) == "Outbox.MalformedEvent")
            let kept = try await pool.count("SELECT count(*) FROM effects WHERE subject = \(subject)")
            #expect(kept == 2)
        }
    }

    /// With the headers of a dead letter it is longer than what a producer sends.
    @Test func anEventThatNoDeadLetterHasRoomForStopsNobody() async throws {
        try await Kit.createTopics()
        try await Kit.withDatabase { pool, _ in
            let service = "tests-\(UUID().uuidString.lowercased())"
            let subject = UUID()
            let producer = try Kit.producer()
            var kafka = KafkaConfiguration(bootstrap: try TestBroker.bootstrap(), clientID: "stranger")
            kafka.settings["message.max.bytes"] = "3000000"
            let stranger = try KafkaProducer(kafka)
            let dead = try await TopicReader(Topic.availability.deadLetter, about: [subject])
            var large = try Self.record(subject, 2) { $0["ce_type"] = nil }
            large.value = [UInt8](repeating: 0x20, count: 1_000_000)
            let records = [try Self.record(subject, 1), large, try Self.record(subject, 3)]
            try await Kit.running([try runner(Self.effects([subject]), pool, producer, service: service)]) {
                for result in await stranger.send(records) { _ = try result.get() }
                try await eventually("what came behind it") { try await Self.versions(pool, subject) == [1, 3] }
                try await eventually("its letter") { Self.parked(dead, service).count == 1 }
            }
            await dead.close()
            await stranger.close()
            await producer.close(timeout: .seconds(10))
            let letter = try #require(Self.parked(dead, service).first)
            #expect(letter.value == nil && letter.key == large.key)
            #expect(Self.header(letter, DeadLetterHeader.leftOut) == "1000000")
            #expect(Self.header(letter, DeadLetterHeader.error) == "Outbox.MalformedEvent")
        }
    }

    private static func parked(_ reader: TopicReader, _ service: String) -> [KafkaMessage] {
        reader.received.filter { header($0, DeadLetterHeader.consumer) == "\(service).effects" }
    }

    private static func header(_ message: KafkaMessage, _ name: String) -> String? {
        message.headers.first { $0.name == name }.map { String(decoding: $0.value, as: UTF8.self) }
    }

    @Test func theDatabasesAbsenceIsNotTheEventsFault() async throws {
        try await Kit.createTopics()
        try await TestKit.withServerPool { server, pool in
            for migration in Kit.migrations { try await pool.withConnection { try await $0.script(migration.sql) } }
            let service = "tests-\(UUID().uuidString.lowercased())"
            let subject = UUID()
            let producer = try Kit.producer()
            let dead = try await TopicReader(Topic.availability.deadLetter, about: [subject])
            let consumer = Self.effects([subject])
            try await send([try Self.record(subject, 1)], producer)
            // It hears of the server's absence soon.
            let impatient = PostgresPool(
                try PostgresConfiguration(url: server.url(database: "postgres")), size: 4, leaseDeadline: .milliseconds(100))
            let running = try runner(consumer, impatient, producer, service: service)
            let work = Task { try await running.run() }
            try await eventually("the first") { try await Self.versions(pool, subject) == [1] }
            try await server.stop()
            try await send([try Self.record(subject, 2), try Self.record(subject, 3)], producer)
            let before = Metrics.render()
            try await eventually("more failures than an event has tries") {
                Self.retries(Metrics.render()) > Self.retries(before) + 4
            }
            try await server.start()
            try await eventually("the rest") { (try? await Self.versions(pool, subject)) == [1, 2, 3] }
            await running.stop()
            try await work.value
            await impatient.close()
            await dead.close()
            await producer.close(timeout: .seconds(10))
            #expect(dead.received.isEmpty)
        }
    }

    private static func retries(_ metrics: String) -> Double {
        let lines = metrics.split(separator: "\n").filter { $0.hasPrefix("care_consumer_retries_total") && $0.contains("surroundings") }
        return lines.compactMap { $0.split(separator: " ").last.flatMap { Double($0) } }.reduce(0, +)
    }

    @Test func aBroadcastConsumerLooksBack() async throws {
        try await Kit.createTopics()
        let producer = try Kit.producer()
        let session = UUID()
        let event = SessionRevoked(
            sessionId: SessionID(session), userId: UserID(.v7()), version: 1, reason: .logout, revokedAt: Date())
        let key = session.uuidString.lowercased()
        let headers = [
            "ce_id": UUID.v7().uuidString, "ce_source": "/careline/auth", "ce_type": SessionRevoked.type, "ce_subject": key,
            "ce_time": RFC3339.format(Date()), "ce_specversion": "1.0"
        ]
        let record = KafkaRecord(
            topic: Topic.sessions.rawValue, key: Array(key.utf8), value: Array(try CareJSON.encode(event)),
            headers: headers.map { ($0.key, Array($0.value.utf8)) })
        try await send([record], producer)
        await producer.close(timeout: .seconds(10))
        let heard = Mutex<[UUID]>([])
        let consumer = Consumer.broadcast("test", topic: .sessions, lookback: .seconds(600)) { event in
            heard.withLock { $0.append(event.subject) }
        }
        let kafka = KafkaConfiguration(bootstrap: try TestBroker.bootstrap(), clientID: "tests")
        let runner = try #require(BroadcastRunner(consumer, kafka: kafka))
        try await Kit.running([runner]) {
            try await eventually("the earlier revocation") { heard.withLock { $0.contains(session) } }
        }
    }
}
