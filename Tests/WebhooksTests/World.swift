import CareModels
import CareService
import Fetch
import Foundation
import HTTP
import Outbox
import Postgres
import Sealing
import ServiceTestKit
import TestKit
import Testing

@testable import WebhooksService

typealias World = ServiceWorld<Dependencies>

extension World {
    static var start: String { "2026-07-02T20:00:00Z" }
    static var schema: [TestKit.Migration] { TestKit.schema(migrations) }
    static var masters: MasterKeys { MasterKeys(current: [UInt8](repeating: 7, count: 32)) }

    /// Receivers of tests are on this machine.
    static func settings(_ networks: [String] = ["127.0.0.0/8"]) -> WebhooksSettings {
        var settings = WebhooksSettings()
        settings.networks = networks.compactMap { IPNetwork($0) }
        settings.deadline = .seconds(5)
        return settings
    }

    static func run(
        settings: WebhooksSettings = settings(), masters: MasterKeys = masters, size: Int = 10, writesAtOnce: Int = 1000, _ body: (World) async throws -> Void
    ) async throws {
        let clock = try TestClock(at: start)
        try await run(
            schema, clock, size: size, writesAtOnce: writesAtOnce,
            dependencies: {
                Dependencies(pool: $0, seals: Seals(masters: masters), settings: settings, fetcher: Fetcher(), now: { clock.now })
            }, routes: routes, body)
    }

    // MARK: Clients

    /// A machine with the scope; `types` are granted.
    func client(_ id: String = "crm", types: [String] = [AppointmentBooked.type, AppointmentCancelled.type, UserDeleted.type]) async throws -> Person {
        try await pool.transaction { try await GrantTypes(now: dependencies.now)(types, to: id, $0) }
        return Person(id: UserID(.v7()), token: try TestIssuer.token(nil, .service, scope: "webhooks", client: id))
    }

    func subscribe(_ client: Person, to receiver: Receiver, path: String = "/hook", types: [String] = [AppointmentBooked.type]) async throws -> WebhookBody {
        let names = types.map { "\"\($0)\"" }.joined(separator: ", ")
        let answer = try await send(.POST, "/webhooks", client, #"{"url": "\#(receiver.url(path))", "types": [\#(names)]}"#)
        try #require(answer.status == 201, "\(answer.text)")
        return try answer.decode()
    }

    // MARK: Events

    /// As they come from Kafka, in their order.
    func hear(_ events: [any CareEvent]) async throws {
        let all = consumers(dependencies)
        for event in events {
            let received = try ReceivedEvent(event)
            for consumer in all where consumer.types?.contains(received.type) == true {
                guard try await consumer.wants(received.type, arrived: .now) else { continue }
                _ = try await consumer.apply(received, on: pool)
            }
        }
    }

    func booked(_ appointment: AppointmentID = AppointmentID(.v7()), version: Int = 1, patient: UserID = UserID(.v7())) -> AppointmentBooked {
        AppointmentBooked(
            appointmentId: appointment, version: version, patientId: patient, providerId: UserID(.v7()), startTime: clock.now, endTime: clock.now + 1800)
    }

    // MARK: Deliveries

    /// A courier works as long as `body` does.
    func delivering<R: Sendable>(_ body: () async throws -> R) async throws -> R {
        // Each is a replica's of its own: what wakes a courier wakes one.
        var replica = dependencies
        replica.wake = Wake()
        let courier = Courier(replica, poll: .milliseconds(10))
        let work = Task { try await courier.run() }
        let result = await Result<R, any Error>.capture { try await body() }
        await courier.stop()
        try await work.value
        return try result.get()
    }

    /// What is due is sent, and what becomes due by that, without waiting for anything else.
    func deliverDue() async throws {
        try await delivering {
            try await settled {
                let due = try await count(
                    "SELECT count(*) FROM lanes JOIN webhooks ON webhooks.id = webhook_id WHERE state = 'active' AND (next_at <= \(clock.now) OR lease IS NOT NULL)")
                return due == 0
            }
        }
    }

    /// What a courier has under way, of what is due: one.
    func lease() async throws -> LeasedDelivery {
        let lease = LeaseDeliveries(seals: dependencies.seals, leaseTime: 40, now: dependencies.now, newID: dependencies.newID)
        let room = LaneRoom(total: 10, busy: UnderWay(), perWebhook: 4)
        let leased = try await pool.transaction { try await lease(room, $0) }
        try #require(leased.deliveries.count == 1)
        return leased.deliveries[0]
    }

    /// Its receiver has answered.
    func finish(_ delivery: LeasedDelivery, _ status: Int) async throws -> Verdict? {
        let finish = FinishDelivery(now: dependencies.now, newID: dependencies.newID, jitter: { 0 })
        return try await pool.transaction { try await finish(delivery, .status(status, retryAfter: nil), took: .zero, $0) }
    }

    func leased() async throws -> Int { try await count("SELECT count(*) FROM lanes WHERE lease IS NOT NULL") }

    func settled(_ condition: () async throws -> Bool) async throws {
        while try await !condition() { try await Task.sleep(for: .milliseconds(10)) }
    }

    func log(of webhook: WebhookBody, _ client: Person) async throws -> [AttemptBody] {
        try await get("/webhooks/\(webhook.id)/deliveries", client).decode(PageBody<AttemptBody>.self).items
    }

    func webhook(_ id: String, _ client: Person) async throws -> WebhookBody { try await get("/webhooks/\(id)", client).decode() }
}

struct WebhookBody: Decodable, Sendable {
    var id: String
    var url: String
    var types: [String]
    var description: String?
    var status: String
    /// The former name of `status`.
    var state: String
    var reason: String?
    var secret: String?
    var version: Int
    var firstFailedAt: Date?
    var deliveredAt: Date?
}

struct AttemptBody: Decodable, Sendable {
    var eventId: String
    var type: String
    var attempt: Int
    var status: Int?
    var error: String?
    var outcome: String
    var nextAttemptAt: Date?
}

struct SecretBody: Decodable, Sendable {
    var secret: String
    var previousUntil: Date
}

struct PingBody: Decodable, Sendable {
    var delivered: Bool
    var status: Int?
    var error: String?
}

struct ReplayBody: Decodable, Sendable {
    var queued: Int
}
