import CareModels
import Foundation
import HTTP
import Kafka
import Postgres
import ServiceTestKit
import TestKit
import Testing

@testable import CareService
@testable import HealthMonitorService
@testable import Telemetry

/// The whole service in this process: from an observation on the broker to an alert that others hear, to the reminder.
@Suite struct ServiceTests {
    @Test(.timeLimit(.minutes(3))) func observationsComeInAndRemindersGoOut() async throws {
        Log.level = .error
        let kafka = try await TestBroker.platform()
        try await TestKit.withDatabase(migrations: World.schema) { url in
            var environment = Environment(["CARE_DATABASE_URL": url, "CARE_KAFKA_BOOTSTRAP": kafka.bootstrap, "CARE_HTTP_PORT": "0"])
            let configuration = ServiceConfiguration(name: "health-test-\(UUID().uuidString.prefix(8).lowercased())", &environment)
            try environment.done()
            let clock = TestClock(try instant(World.start))
            let pool = PostgresPool(configuration.database, size: 8)
            var dependencies = Dependencies(pool: pool, keys: World.keys(), now: { clock.now })
            // On a broker that others share there are measurements of people whom nobody here has heard of: erased, as far as this one is told.
            dependencies.measurements = MeasurementKeys { _ in nil }
            var service = app(configuration, dependencies, verifier: TestIssuer.verifier())
            service.eventVerifier = TestIssuer.eventVerifier()
            try await service.withRunning { port in try await story(port, kafka, clock) }
        }
    }

    private func story(_ port: Int, _ kafka: KafkaConfiguration, _ clock: TestClock) async throws {
        let patient = UserID(.v7())
        let token = try World.token(patient, .patient)
        let client = ServiceClient(port: port)
        func send(_ method: HTTPMethod, _ path: String, _ body: String = "") async throws -> Answer {
            try await client.send(method, path, token: token, body)
        }
        let producer = try KafkaProducer(kafka)
        let registered = UserRegistered(
            userId: patient, version: 1, username: "jo", role: .patient, fullName: nil, avatarUrl: nil, specialty: nil,
            timeZone: "America/Winnipeg", registeredAt: clock.now)
        _ = try await producer.send(KafkaRecord(registered))
        #expect(try await send(.PUT, "/health/settings", #"{"boundary": 75}"#).status == 200)
        while try await send(.GET, "/health/settings").settings.effectiveTimeZone != "America/Winnipeg" {
            try await Task.sleep(for: .milliseconds(50))
        }
        let observed = ObservationRecorded(
            observationId: RecordID(.v7()), version: 1, userId: patient, recordVersion: 1, system: ObservedCode.system,
            code: ObservedCode.restingHeartRate.rawValue, value: 81, unit: "/min", effectiveAt: clock.now)
        _ = try await producer.send(KafkaRecord(observed))
        var alert: AlertBody?
        while alert == nil {
            alert = try await send(.GET, "/health/alerts").decode(PageBody<AlertBody>.self).items.first
            try await Task.sleep(for: .milliseconds(50))
        }
        let id = try #require(alert).id
        #expect(try await TestBroker.events(about: id.uuid, on: .alerts, count: 1).map(\.type) == [AlertRaised.type])
        #expect(try await TestBroker.events(about: patient.uuid, on: .heartRates, count: 1).map(\.type) == [HeartRatesRecorded.type])

        let answered = try await send(.POST, "/health/alerts/\(id)/answer", #"{"taken": "no", "remindInHours": 1}"#)
        let reminder = try #require(try answered.alert.reminder)
        clock.advance(3600)
        #expect(try await TestBroker.events(about: reminder.id.uuid, on: .reminders, count: 2).map(\.type) == [ReminderScheduled.type, ReminderFired.type])
        await producer.close()
    }
}
