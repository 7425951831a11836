import CareModels
import CareService
import Foundation
import HTTP
import Kafka
import Postgres
import ServiceTestKit
import Telemetry
import TestKit
import Testing

@testable import ERDirectoryService

/// The whole service: from a request to what another program reads from the broker.
@Suite struct ServiceTests {
    @Test(.timeLimit(.minutes(3))) func changesGoOut() async throws {
        Log.level = .error
        let kafka = try await TestBroker.platform()
        try await TestKit.withDatabase(migrations: World.schema) { url in
            var environment = Environment(["CARE_DATABASE_URL": url, "CARE_KAFKA_BOOTSTRAP": kafka.bootstrap, "CARE_HTTP_PORT": "0"])
            let configuration = ServiceConfiguration(name: "er-directory-test-\(UUID().uuidString.prefix(8).lowercased())", &environment)
            let settings = ERDirectorySettings(&environment)
            try environment.done()
            let pool = PostgresPool(configuration.database, size: 8)
            let service = app(configuration, Dependencies(pool: pool, settings: settings, now: configuration.now), verifier: TestIssuer.verifier())
            try await service.withRunning { port in try await story(port) }
        }
    }

    private func story(_ port: Int) async throws {
        let client = ServiceClient(port: port)
        let scheduler = try World.caller(.scheduler)
        func send(_ method: HTTPMethod, _ path: String, _ body: String, _ match: String = "*") async throws -> Answer {
            try await client.send(method, path, token: scheduler.token, body, headers: ["If-Match": match])
        }
        let er = try await send(.POST, "/ers", #"{"name": "Central", "latitude": 49.8951, "longitude": -97.1384, "country": "CA"}"#).er.id
        let today = LocalDate(localSeconds: Date().epochSeconds)
        #expect(try await send(.PUT, "/ers/\(er)/schedule/\(today)", open24).status == 200)
        #expect(try await send(.PUT, "/ers/\(er)/schedule/\(today)", closed).status == 200)
        #expect(try await send(.PATCH, "/ers/\(er)", #"{"phone": "(204) 555-0123"}"#).status == 200)

        #expect(try await told(of: er, on: .ers) == ["care.ers.created.v1 1", "care.ers.updated.v1 2"])
        #expect(try await told(of: er, on: .erSchedules) == ["care.er-schedules.changed.v1 1", "care.er-schedules.changed.v1 2"])
    }

    /// Types and versions of its first two events, as another program reads them.
    private func told(of er: ERID, on topic: Topic) async throws -> [String] {
        try await TestBroker.events(about: er.uuid, on: topic, count: 2).map { "\($0.type) \($0.version)" }
    }
}
