import CareModels
import CareService
import Foundation
import Kafka
import NIOHTTP1
import Postgres
import TestKit
import Testing

@testable import ERDirectoryService

/// The whole service: from a request to what another program reads from the broker.
@Suite struct ServiceTests {
    @Test(.timeLimit(.minutes(1))) func changesGoOut() async throws {
        Log.level = .error
        let kafka = try TestBroker.configuration()
        try await KafkaAdmin(kafka).create(Topic.allCases.map { KafkaTopic($0.rawValue, partitions: Topic.partitions) })
        try await TestKit.withDatabase(migrations: World.schema) { url in
            var environment = Environment(["CARE_DATABASE_URL": url, "CARE_KAFKA_BOOTSTRAP": kafka.bootstrap, "CARE_HTTP_PORT": "0"])
            let configuration = ServiceConfiguration(name: "er-directory-test-\(UUID().uuidString.prefix(8).lowercased())", &environment)
            let settings = ERDirectorySettings(&environment)
            try environment.done()
            let pool = PostgresPool(configuration.database, size: 8)
            let service = app(configuration, Dependencies(pool: pool, settings: settings), verifier: World.verifier())
            try await service.withRunning { port in try await story(port, kafka) }
        }
    }

    private func story(_ port: Int, _ kafka: KafkaConfiguration) async throws {
        let client = HTTPClient()
        let scheduler = try World.caller(.scheduler)
        func send(_ method: HTTPMethod, _ path: String, _ body: String, _ match: String = "*") async throws -> HTTPClient.Response {
            let headers: HTTPHeaders = ["Authorization": "Bearer \(scheduler.token)", "Content-Type": "application/json", "If-Match": match]
            return try await client.send(method, "http://127.0.0.1:\(port)\(path)", headers: headers, body: Array(body.utf8))
        }
        let made = try await send(.POST, "/ers", #"{"name": "Central", "latitude": 49.8951, "longitude": -97.1384, "country": "CA"}"#)
        let er = try CareJSON.decode(ERBody.self, from: Data(made.body)).id
        let today = LocalDate(localSeconds: Date().epochSeconds)
        #expect(try await send(.PUT, "/ers/\(er)/schedule/\(today)", open24).status == .ok)
        #expect(try await send(.PUT, "/ers/\(er)/schedule/\(today)", closed).status == .ok)
        #expect(try await send(.PATCH, "/ers/\(er)", #"{"phone": "(204) 555-0123"}"#).status == .ok)

        #expect(try await told(of: er, on: .ers, kafka, count: 2) == ["care.ers.created.v1 1", "care.ers.updated.v1 2"])
        #expect(try await told(of: er, on: .erSchedules, kafka, count: 2) == ["care.er-schedules.changed.v1 1", "care.er-schedules.changed.v1 2"])
    }

    /// Types and versions of the first events of this key, as another program reads them.
    private func told(of er: ERID, on topic: Topic, _ kafka: KafkaConfiguration, count: Int) async throws -> [String] {
        struct Versioned: Decodable { var version: Int }
        let consumer = try KafkaConsumer(kafka, .group("test-\(UUID().uuidString)"), topics: [topic.rawValue])
        let key = Array(er.description.utf8)
        var found: [String] = []
        while found.count < count, let messages = try await consumer.next() {
            for message in messages where message.key == key {
                let type = message.headers.first { $0.name == "ce_type" }?.value ?? []
                let version = try CareJSON.decode(Versioned.self, from: Data(message.value ?? [])).version
                found.append("\(String(decoding: type, as: UTF8.self)) \(version)")
            }
        }
        await consumer.close()
        return found
    }
}
