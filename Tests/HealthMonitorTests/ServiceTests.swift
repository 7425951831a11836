import CareModels
import Foundation
import Kafka
import NIOHTTP1
import Postgres
import Synchronization
import Testing
import TestKit

@testable import CareService
@testable import HealthMonitorService

/// The whole service in this process: from an observation on the broker to an alert that others hear, to the reminder.
@Suite struct ServiceTests {
    private final class Clock: Sendable {
        private let now: Mutex<Date>
        init(_ now: Date) { self.now = Mutex(now) }
        func advance(by seconds: Double) { now.withLock { $0 += seconds } }
        var reading: Date { now.withLock { $0 } }
    }

    @Test(.timeLimit(.minutes(1))) func observationsComeInAndRemindersGoOut() async throws {
        Log.level = .error
        let kafka = try TestBroker.configuration()
        try await KafkaAdmin(kafka).create(Topic.allCases.map { KafkaTopic($0.rawValue, partitions: Topic.partitions) })
        try await TestKit.withDatabase(migrations: World.schema) { url in
            var environment = Environment(["CARE_DATABASE_URL": url, "CARE_KAFKA_BOOTSTRAP": kafka.bootstrap, "CARE_HTTP_PORT": "0"])
            let configuration = ServiceConfiguration(name: "health-test-\(UUID().uuidString.prefix(8).lowercased())", &environment)
            try environment.done()
            let clock = Clock(try instant(World.start))
            let pool = PostgresPool(configuration.database, size: 8)
            let dependencies = Dependencies(pool: pool, keys: World.keys(), now: { clock.reading })
            let service = app(configuration, HealthSettings(), dependencies, verifier: World.verifier())
            try await service.withRunning { port in try await story(port, kafka, clock) }
        }
    }

    private func story(_ port: Int, _ kafka: KafkaConfiguration, _ clock: Clock) async throws {
        let patient = UserID(.v7())
        let token = try World.token(patient, .patient)
        let client = HTTPClient()
        func send(_ method: HTTPMethod, _ path: String, _ body: String = "") async throws -> World.Answer {
            let headers: HTTPHeaders = ["Authorization": "Bearer \(token)", "Content-Type": "application/json"]
            let answer = try await client.send(method, "http://127.0.0.1:\(port)\(path)", headers: headers, body: Array(body.utf8))
            return World.Answer(status: Int(answer.status.code), headers: answer.headers, body: answer.body)
        }
        let producer = try KafkaProducer(kafka)
        let registered = UserRegistered(
            userId: patient, version: 1, username: "jo", role: .patient, fullName: nil, avatarUrl: nil, providerSpecialty: nil,
            timeZone: "America/Winnipeg", registeredAt: clock.reading)
        _ = try await producer.send(record(registered))
        #expect(try await send(.PUT, "/health/settings", #"{"boundary": 75}"#).status == 200)
        while try await send(.GET, "/health/settings").settings.effectiveTimeZone != "America/Winnipeg" {
            try await Task.sleep(for: .milliseconds(50))
        }
        let observed = ObservationRecorded(
            observationId: RecordID(.v7()), version: 1, userId: patient, recordVersion: 1, system: ObservedCode.system,
            code: ObservedCode.restingHeartRate.rawValue, value: 81, unit: "/min", effectiveAt: clock.reading)
        _ = try await producer.send(record(observed))
        var alert: AlertBody?
        while alert == nil {
            alert = try await send(.GET, "/health/alerts").decode(PageBody<AlertBody>.self).items.first
            try await Task.sleep(for: .milliseconds(50))
        }
        let id = try #require(alert).id
        #expect(try await types(of: id.uuid, on: .alerts, kafka, 1) == [AlertRaised.type])
        #expect(try await types(of: patient.uuid, on: .heartRates, kafka, 1) == [HeartRatesRecorded.type])

        let answered = try await send(.POST, "/health/alerts/\(id)/answer", #"{"taken": "no", "remindInHours": 1}"#)
        let reminder = try #require(try answered.alert.reminder)
        clock.advance(by: 3600)
        #expect(try await types(of: reminder.id.uuid, on: .reminders, kafka, 2) == [ReminderScheduled.type, ReminderFired.type])
        await producer.close()
    }

    private func record(_ event: some CareEvent) throws -> KafkaRecord {
        let type = Swift.type(of: event)
        let headers = [
            ("ce_specversion", "1.0"), ("ce_id", UUID.v7().uuidString.lowercased()), ("ce_source", "/other"), ("ce_type", type.type),
            ("ce_subject", event.subject.uuidString.lowercased()), ("ce_time", RFC3339.format(Date())), ("content-type", "application/json"),
        ]
        return KafkaRecord(
            topic: type.topic.rawValue, key: Array(event.subject.uuidString.lowercased().utf8), value: [UInt8](try CareJSON.encode(event)),
            headers: headers.map { (name: $0.0, value: Array($0.1.utf8)) })
    }

    /// The types of the events of this key, as another program reads them, once there are so many.
    private func types(of subject: UUID, on topic: Topic, _ kafka: KafkaConfiguration, _ count: Int) async throws -> [String] {
        let consumer = try KafkaConsumer(kafka, .group("test-\(UUID().uuidString)"), topics: [topic.rawValue])
        let key = Array(subject.uuidString.lowercased().utf8)
        var found: [String] = []
        while found.count < count, let messages = try await consumer.next() {
            for message in messages where message.key == key {
                let type = message.headers.first { $0.name == "ce_type" }?.value ?? []
                found.append(String(decoding: type, as: UTF8.self))
            }
        }
        await consumer.close()
        return found
    }
}
