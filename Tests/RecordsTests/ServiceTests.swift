import CareModels
import CareService
import Foundation
import Kafka
import NIOHTTP1
import Postgres
import Testing
import TestKit

@testable import RecordsService

/// The whole service in this process: from a request to the events that others hear, and from a user's erasure to nothing.
@Suite struct ServiceTests {
    @Test(.timeLimit(.minutes(1))) func recordsAreToldAndTheErasedForgotten() async throws {
        Log.level = .error
        let kafka = try TestBroker.configuration()
        try await KafkaAdmin(kafka).create(Topic.allCases.map { KafkaTopic($0.rawValue, partitions: Topic.partitions) })
        try await TestKit.withDatabase(migrations: World.schema) { url in
            let key = Data(repeating: 9, count: 32).base64EncodedString()
            var environment = Environment([
                "CARE_DATABASE_URL": url, "CARE_KAFKA_BOOTSTRAP": kafka.bootstrap, "CARE_HTTP_PORT": "0", "CARE_MASTER_KEY": key,
            ])
            let configuration = ServiceConfiguration(name: "records-test-\(UUID().uuidString.prefix(8).lowercased())", &environment)
            let settings = RecordsSettings(&environment)
            try environment.done()
            let pool = PostgresPool(configuration.database, size: 8)
            let dependencies = Dependencies(pool: pool, keys: settings.keys, eventSeal: EventSeal(settings.masters), base: configuration.issuer)
            let service = app(configuration, dependencies, verifier: World.verifier())
            try await service.withRunning { port in try await story(port, kafka, pool) }
        }
    }

    private func story(_ port: Int, _ kafka: KafkaConfiguration, _ pool: PostgresPool) async throws {
        let patient = UserID(.v7())
        let client = HTTPClient()
        let headers: HTTPHeaders = ["Authorization": "Bearer \(try World.token(patient, .patient))", "Content-Type": "application/fhir+json"]
        let url = "http://127.0.0.1:\(port)/fhir/r4/Observation"
        let created = try await client.send(.POST, url, headers: headers, body: Array(Examples.heartRate().utf8))
        #expect(created.status == .created)
        let id = try #require(UUID(uuidString: try JSONDocument(created.body).root["id"]?.string ?? ""))
        #expect(try await types(of: id, on: .records, kafka) == [RecordCreated.type])
        #expect(try await types(of: id, on: .observations, kafka) == [ObservationRecorded.type])

        let producer = try KafkaProducer(kafka)
        _ = try await producer.send(try record(UserDeleted(userId: patient, version: 2, deletedAt: Date())))
        while try await client.send(.GET, url, headers: headers).status != .forbidden { try await Task.sleep(for: .milliseconds(50)) }
        let left = try await pool.withConnection { try await $0.first("SELECT count(*) FROM record_versions") }
        let count: Int? = try left?[0]
        #expect(count == 0)
        await producer.close()
    }

    private func record(_ event: some CareEvent) throws -> KafkaRecord {
        let type = Swift.type(of: event)
        let headers = [
            ("ce_specversion", "1.0"), ("ce_id", UUID.v7().uuidString.lowercased()), ("ce_source", "/auth"), ("ce_type", type.type),
            ("ce_subject", event.subject.uuidString.lowercased()), ("ce_time", RFC3339.format(Date())), ("content-type", "application/json"),
        ]
        return KafkaRecord(
            topic: type.topic.rawValue, key: Array(event.subject.uuidString.lowercased().utf8), value: [UInt8](try CareJSON.encode(event)),
            headers: headers.map { (name: $0.0, value: Array($0.1.utf8)) })
    }

    /// The types of the first events of this key, as another program reads them.
    private func types(of subject: UUID, on topic: Topic, _ kafka: KafkaConfiguration) async throws -> [String] {
        let consumer = try KafkaConsumer(kafka, .group("test-\(UUID().uuidString)"), topics: [topic.rawValue])
        let key = Array(subject.uuidString.lowercased().utf8)
        var found: [String] = []
        while found.isEmpty, let messages = try await consumer.next() {
            for message in messages where message.key == key {
                let type = message.headers.first { $0.name == "ce_type" }?.value ?? []
                found.append(String(decoding: type, as: UTF8.self))
            }
        }
        await consumer.close()
        return found
    }
}
