import CareModels
import CareService
import Foundation
import Kafka
import NIOHTTP1
import Postgres
import Testing
import TestKit

@testable import SchedulingService

/// The whole service in this process: from an event on the broker to a booking to the events that others hear.
@Suite struct ServiceTests {
    @Test(.timeLimit(.minutes(1))) func peopleComeInAndAppointmentsGoOut() async throws {
        Log.level = .error
        let kafka = try TestBroker.configuration()
        try await KafkaAdmin(kafka).create(Topic.allCases.map { KafkaTopic($0.rawValue, partitions: Topic.partitions) })
        try await TestKit.withDatabase(migrations: World.schema) { url in
            var environment = Environment(["CARE_DATABASE_URL": url, "CARE_KAFKA_BOOTSTRAP": kafka.bootstrap, "CARE_HTTP_PORT": "0"])
            let configuration = ServiceConfiguration(name: "scheduling-test-\(UUID().uuidString.prefix(8).lowercased())", &environment)
            let settings = SchedulingSettings(&environment)
            try environment.done()
            let pool = PostgresPool(configuration.database, size: 8)
            let service = app(configuration, settings, Dependencies(pool: pool), verifier: World.verifier())
            try await service.withRunning { port in try await story(port, kafka) }
        }
    }

    private func story(_ port: Int, _ kafka: KafkaConfiguration) async throws {
        let provider = UserID(.v7())
        let patient = UserID(.v7())
        let producer = try KafkaProducer(kafka)
        let heard = UserRegistered(
            userId: provider, version: 1, username: "dr", role: .provider, fullName: "Dr. Heard", avatarUrl: nil,
            providerSpecialty: "cardiology", timeZone: "America/Winnipeg", registeredAt: Date())
        _ = try await producer.send(record(heard))
        let client = HTTPClient()
        func send(_ method: HTTPMethod, _ path: String, _ id: UserID, _ role: Role, _ body: String = "") async throws -> HTTPClient.Response {
            let headers: HTTPHeaders = ["Authorization": "Bearer \(try World.token(id, role))", "Content-Type": "application/json"]
            return try await client.send(method, "http://127.0.0.1:\(port)\(path)", headers: headers, body: Array(body.utf8))
        }
        while try await send(.GET, "/providers/\(provider)", patient, .patient).status != .ok {
            try await Task.sleep(for: .milliseconds(50))
        }
        let days = Weekday.allCases.map { #"{"weekday": "\#($0.rawValue)", "start": "00:00", "end": "24:00"}"# }
        let published = try await send(.POST, "/providers/availability", provider, .provider, #"{"weekly": [\#(days.joined(separator: ","))]}"#)
        #expect(published.status == .created)
        let found = try await send(.GET, "/providers/\(provider)/slots", patient, .patient)
        let slots = try CareJSON.decode(PageBody<SlotItem>.self, from: Data(found.body)).items
        let slot = try #require(slots.last)
        let wish = #"{"providerId": "\#(provider)", "title": "Check-up", "startTime": "\#(slot.startTime)", "endTime": "\#(slot.endTime)"}"#
        let booked = try await send(.POST, "/appointments", patient, .patient, wish)
        #expect(booked.status == .created)
        let id = try CareJSON.decode(AppointmentBody.self, from: Data(booked.body)).id

        #expect(try await types(of: provider.uuid, on: .availability, kafka) == [AvailabilityChanged.type])
        #expect(try await types(of: id.uuid, on: .appointments, kafka) == [AppointmentBooked.type])
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
