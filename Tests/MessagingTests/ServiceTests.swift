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

@testable import MessagingService

/// Two replicas of the whole service on one database and a real broker: what is done at the one is heard at the other.
@Suite struct ServiceTests {
    @Test(.timeLimit(.minutes(5))) func whatIsDoneAtOneReplicaIsHeardAtTheOther() async throws {
        Log.level = .error
        let kafka = try await TestBroker.platform()
        try await TestKit.withDatabase(migrations: World.schema) { url in
            let name = "messaging-test-\(UUID().uuidString.prefix(8).lowercased())"
            let first = try Self.replica(name, url, kafka)
            let second = try Self.replica(name, url, kafka)
            try await first.withRunning { one in
                try await second.withRunning { two in try await Self.story(one, two, kafka) }
            }
        }
    }

    private static func replica(_ name: String, _ url: String, _ kafka: KafkaConfiguration) throws -> ServiceApp {
        // What is refused while the people are not known yet counts, too.
        var environment = Environment([
            "CARE_DATABASE_URL": url, "CARE_KAFKA_BOOTSTRAP": kafka.bootstrap, "CARE_HTTP_PORT": "0", "CARE_MESSAGING_MESSAGES_A_MINUTE": "100000"
        ])
        let configuration = ServiceConfiguration(name: name, &environment)
        let settings = MessagingSettings(&environment)
        try environment.done()
        let pool = PostgresPool(configuration.database, size: 8)
        let dependencies = Dependencies(pool: pool, masterKeys: World.masterKeys, settings: settings, now: configuration.now)
        var service = app(configuration, dependencies, verifier: TestIssuer.verifier())
        // Others' deletions come by the same topic.
        service.eventVerifier = TestIssuer.eventVerifier()
        return service
    }

    private static func story(_ one: Int, _ two: Int, _ kafka: KafkaConfiguration) async throws {
        let provider = UserID(.v7())
        let patient = UserID(.v7())
        let producer = try KafkaProducer(kafka)
        for (id, role) in [(provider, Role.provider), (patient, .patient)] {
            let event = UserRegistered(
                userId: id, version: 1, username: "u-\(id)", role: role, fullName: "Heard \(role)", avatarUrl: nil, specialty: nil,
                timeZone: nil, registeredAt: Date())
            _ = try await producer.send(KafkaRecord(event))
        }
        let wish = #"{"participantIds":["\#(provider)"],"initialMessage":{"clientId":"hello","content":{"text":"Hello"}}}"#
        var begun = try await send(.POST, two, "/conversations", patient, .patient, wish)
        while begun.status != 201 {
            try await Task.sleep(for: .milliseconds(50))
            begun = try await send(.POST, two, "/conversations", patient, .patient, wish)
        }
        let conversation = try begun.conversation

        let token = try World.token(provider, .provider)
        let socket = try await RawWebSocket.connect(port: one, path: "/stream", headers: ["Authorization": "Bearer \(token)"])
        _ = try await FrameBody.read("hello", socket)
        try await socket.send(#"{"type":"resume","since":0}"#)
        #expect(try await entries(2, socket).map(\.sequence) == [1, 2])

        // Sent to the one replica, pushed by the other.
        for index in 0..<20 {
            let body = #"{"clientId":"\#(index)","content":{"text":"message \#(index)"}}"#
            let sent = try await send(.POST, two, "/conversations/\(conversation.id)/messages", patient, .patient, body)
            #expect(sent.status == 201, "\(sent.text)")
        }
        let pushed = try await entries(20, socket)
        #expect(pushed.map(\.sequence) == Array(3...22))
        #expect(pushed.compactMap(\.item?.content?.text) == (0..<20).map { "message \($0)" })

        #expect(try await send(.PUT, two, "/conversations/\(conversation.id)/typing", patient, .patient).status == 204)
        #expect(try await FrameBody.read("typing", socket).userId == patient)

        let appointment = AppointmentBooked(
            appointmentId: AppointmentID(.v7()), version: 1, patientId: patient, providerId: provider, startTime: Date(),
            endTime: Date().addingTimeInterval(1800))
        _ = try await producer.send(KafkaRecord(appointment))
        let told = try await entries(2, socket)
        #expect(told.map(\.kind) == ["item", "notification"])
        #expect(told[0].conversationId == conversation.id)
        #expect(told[0].item?.details?.event == "appointment.booked")
        #expect(told[1].notification?.details.appointmentId == appointment.appointmentId)

        let alert = AlertRaised(alertId: AlertID(.v7()), version: 1, patientId: patient, raisedAt: Date())
        let reminder = ReminderFired(
            reminderId: ReminderID(.v7()), version: 2, patientId: patient, alertId: alert.alertId, dueAt: Date(), firedAt: Date())
        _ = try await producer.send(KafkaRecord(alert))
        _ = try await producer.send(KafkaRecord(AlertAnswered(alertId: alert.alertId, version: 2, patientId: patient, answeredAt: Date())))
        // A second delivery changes nothing.
        let delivered = UUID.v7()
        _ = try await producer.send(KafkaRecord(reminder, id: delivered))
        _ = try await producer.send(KafkaRecord(reminder, id: delivered))
        var page: PageBody<NotificationBody>
        repeat {
            try await Task.sleep(for: .milliseconds(50))
            page = try await send(.GET, one, "/notifications", patient, .patient).decode()
        } while page.items.count < 3 || page.items.contains { $0.kind == "alert" && $0.answeredAt == nil }
        #expect(page.items.map(\.kind).sorted() == ["alert", "appointment.booked", "reminder"])

        try await revocationEndsAStream(of: patient, in: two, by: producer)
        await socket.cut()
        await producer.close(timeout: .seconds(5))
    }

    private static func send(_ method: HTTPMethod, _ port: Int, _ path: String, _ id: UserID, _ role: Role, _ body: String = "") async throws -> Answer {
        try await ServiceClient(port: port).send(method, path, token: World.token(id, role), body)
    }

    /// Of the session that is revoked, in whichever replica it is.
    private static func revocationEndsAStream(of patient: UserID, in port: Int, by producer: KafkaProducer) async throws {
        let session = SessionID(.v7())
        let bound = try World.token(patient, .patient, session: session)
        let other = try await RawWebSocket.connect(port: port, path: "/stream", headers: ["Authorization": "Bearer \(bound)"])
        _ = try await FrameBody.read("hello", other)
        _ = try await producer.send(KafkaRecord(SessionRevoked(sessionId: session, userId: patient, version: 1, reason: .logout, revokedAt: Date())))
        #expect(try await other.closeCode() == 4401)
    }
}
