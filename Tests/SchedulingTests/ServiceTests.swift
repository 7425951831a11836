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

@testable import SchedulingService

/// The whole service in this process: from an event on the broker to a booking to the events that others hear.
@Suite struct ServiceTests {
    @Test(.timeLimit(.minutes(3))) func peopleComeInAndAppointmentsGoOut() async throws {
        Log.level = .error
        let kafka = try await TestBroker.platform()
        try await TestKit.withDatabase(migrations: World.schema) { url in
            var environment = Environment(["CARE_DATABASE_URL": url, "CARE_KAFKA_BOOTSTRAP": kafka.bootstrap, "CARE_HTTP_PORT": "0"])
            let configuration = ServiceConfiguration(name: "scheduling-test-\(UUID().uuidString.prefix(8).lowercased())", &environment)
            let settings = SchedulingSettings(&environment)
            try environment.done()
            let pool = PostgresPool(configuration.database, size: 8)
            var service = app(configuration, Dependencies(pool: pool, keys: World.keys(), settings: settings, now: configuration.now), verifier: TestIssuer.verifier())
            service.eventVerifier = TestIssuer.eventVerifier()
            try await service.withRunning { port in try await story(port, kafka) }
        }
    }

    private func story(_ port: Int, _ kafka: KafkaConfiguration) async throws {
        let provider = UserID(.v7())
        let patient = UserID(.v7())
        let producer = try KafkaProducer(kafka)
        let heard = UserRegistered(
            userId: provider, version: 1, username: "dr", role: .provider, fullName: "Dr. Heard", avatarUrl: nil,
            specialty: "cardiology", timeZone: "America/Winnipeg", registeredAt: Date())
        _ = try await producer.send(KafkaRecord(heard))
        let client = ServiceClient(port: port)
        func send(_ method: HTTPMethod, _ path: String, _ id: UserID, _ role: Role, _ body: String = "") async throws -> Answer {
            try await client.send(method, path, token: World.token(id, role), body)
        }
        while try await send(.GET, "/providers/\(provider)", patient, .patient).status != 200 {
            try await Task.sleep(for: .milliseconds(50))
        }
        let days = Weekday.allCases.map { #"{"weekday": "\#($0.rawValue)", "start": "00:00", "end": "24:00"}"# }
        let published = try await send(.POST, "/providers/availability", provider, .provider, #"{"weekly": [\#(days.joined(separator: ","))]}"#)
        #expect(published.status == 201)
        let found = try await send(.GET, "/providers/\(provider)/slots", patient, .patient)
        let slots = try found.decode(PageBody<SlotItem>.self).items
        let slot = try #require(slots.last)
        let wish = #"{"providerId": "\#(provider)", "title": "Check-up", "startTime": "\#(slot.startTime)", "endTime": "\#(slot.endTime)"}"#
        let booked = try await send(.POST, "/appointments", patient, .patient, wish)
        #expect(booked.status == 201)
        let id = try booked.appointment.id

        #expect(try await TestBroker.events(about: provider.uuid, on: .availability).map(\.type) == [AvailabilityChanged.type])
        #expect(try await TestBroker.events(about: id.uuid, on: .appointments).map(\.type) == [AppointmentBooked.type])
        await producer.close()
    }
}
