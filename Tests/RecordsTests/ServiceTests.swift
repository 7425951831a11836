import CareModels
import CareService
import Foundation
import Kafka
import Outbox
import Postgres
import ServiceTestKit
import Telemetry
import TestKit
import Testing

@testable import RecordsService

/// The whole service in this process: from a request to the events that others hear, and from a user's erasure to nothing.
@Suite struct ServiceTests {
    @Test(.timeLimit(.minutes(3))) func recordsAreToldAndTheErasedForgotten() async throws {
        Log.level = .error
        let kafka = try await TestBroker.platform()
        try await TestKit.withDatabase(migrations: World.schema) { url in
            let key = Data(repeating: 9, count: 32).base64EncodedString()
            var environment = Environment([
                "CARE_DATABASE_URL": url, "CARE_KAFKA_BOOTSTRAP": kafka.bootstrap, "CARE_HTTP_PORT": "0", "CARE_MASTER_KEY": key
            ])
            let configuration = ServiceConfiguration(name: "records-test-\(UUID().uuidString.prefix(8).lowercased())", &environment)
            let settings = RecordsSettings(&environment)
            try environment.done()
            let pool = PostgresPool(configuration.database, size: 8)
            let dependencies = Dependencies(
                pool: pool, keys: settings.keys, eventSeal: EventSeal(settings.masters), base: configuration.issuer, now: configuration.now)
            var service = app(configuration, dependencies, verifier: TestIssuer.verifier())
            service.eventVerifier = TestIssuer.eventVerifier()
            try await service.withRunning { port in try await story(port, kafka, pool) }
        }
    }

    private func story(_ port: Int, _ kafka: KafkaConfiguration, _ pool: PostgresPool) async throws {
        let patient = UserID(.v7())
        let client = ServiceClient(port: port)
        let token = try World.token(patient, .patient)
        let path = "/fhir/r4/Observation"
        let created = try await client.send(.POST, path, token: token, Array(Examples.heartRate().utf8), type: "application/fhir+json")
        #expect(created.status == 201)
        let id = try #require(UUID(uuidString: created.id))
        #expect(try await TestBroker.events(about: id, on: .records).map(\.type) == [RecordCreated.type])
        #expect(try await TestBroker.events(about: id, on: .observations).map(\.type) == [ObservationMeasured.type])

        let producer = try KafkaProducer(kafka)
        _ = try await producer.send(KafkaRecord(UserDeleted(userId: patient, version: 2, deletedAt: Date())))
        while try await client.send(.GET, path, token: token).status != 403 { try await Task.sleep(for: .milliseconds(50)) }
        #expect(try await pool.count("SELECT count(*) FROM record_versions") == 0)
        await producer.close()
    }
}
