import CareModels
import Foundation
import JSON
import ServiceTestKit
import Testing

@testable import RecordsService

/// Subscriptions that are told at an app's address.
@Suite(.timeLimit(.minutes(3))) struct HookSubscriptionTests {
    private static func sent(_ id: String, _ world: World) async throws -> [SubscriptionHookNotified] {
        let events = try await world.events(of: try #require(UUID(uuidString: id)), on: .subscriptions)
        #expect(events.allSatisfy { $0.type == SubscriptionHookNotified.type })
        return try events.map { try CareJSON.decode(SubscriptionHookNotified.self, from: Data($0.data.utf8)) }
    }

    private static func judge(_ id: String, _ state: SubscriptionHookState, by notice: Int, version: Int = 1, _ world: World) async throws {
        let event = SubscriptionHookChanged(
            subscriptionId: try #require(RecordID(id)), version: version, notificationVersion: notice, hookState: state, changedAt: world.clock.now)
        try await world.pool.transaction { tx in try await JudgeHook()(event, tx) }
    }

    private static func write(_ patient: World.Person, _ world: World) async throws -> String {
        let made = try await world.send(.POST, "/fhir/r4/Basic", patient, #"{"resourceType":"Basic"}"#)
        #expect(made.status == 201)
        return made.id
    }

    private static func values(_ notification: JSONValue) -> [String: String] {
        let status = notification["entry"]?.children.first { _ in true }?["resource"]
        return Dictionary(
            (status?["parameter"]?.children.map { $0 } ?? []).compactMap { part in
                let value = part["valueCode"] ?? part["valueString"] ?? part["valueCanonical"] ?? part["valueReference"]?["reference"]
                return part["name"]?.string.flatMap { name in value?.string.map { (name, $0) } }
            }
        ) { first, _ in first }
    }

    @Test func isActiveFromItsFirstNoticeOnThatComesThrough() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let made = try await world.subscribe(patient, World.hook())
            #expect(made.status == 201)
            #expect(try await world.status(made.id, patient)["status"] == "requested")
            let basic = try await Self.write(patient, world)
            let sent = try await Self.sent(made.id, world)
            #expect(sent.map(\.version) == [1, 2] && sent.map(\.notice) == [.handshake, .change] && sent.map(\.eventNumber) == [0, 1])
            for event in sent {
                #expect(event.clientId == "machine" && event.addressDigest == SubscriptionHook.digest(of: World.hookAddress))
                #expect(event.patientId == patient.id && event.subscriberId == patient.id)
                let notification = try JSONDocument(Array(event.notification.utf8)).root
                #expect(notification["type"]?.string == "history" && notification["resourceType"]?.string == "Bundle")
                let values = Self.values(notification)
                #expect(values["type"] == event.notice.rawValue && values["status"] == "requested")
                #expect(values["subscription"] == "http://care.test/fhir/r4/Subscription/\(made.id)")
                #expect(values["events-since-subscription-start"] == "\(event.eventNumber)")
            }
            #expect(sent[1].notification.contains(#""fullUrl":"http://care.test/fhir/r4/Basic/\#(basic)""#))
            #expect(!sent[0].notification.contains(basic))
            try await Self.judge(made.id, .active, by: 1, world)
            #expect(try await world.status(made.id, patient)["status"] == "active")
            // What matched lies in no row for all to read.
            #expect(
                try await world.count("SELECT count(*) FROM outbox WHERE type = \(SubscriptionHookNotified.type) AND position(\(Array(basic.utf8))::bytea IN data) > 0")
                    == 0)
            #expect(try await world.get("/fhir/r4/Subscription/\(made.id)/$events", patient).text.contains(basic))
        }
    }

    /// Nothing of a name that a client chose, nothing of what an empty one is about, and no more than its subscriber takes at once.
    @Test func tellsNoMoreThanItMay() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let ids = try await world.subscribe(patient, World.hook(ofChannel: World.ofChannel("backport-max-count", #""valuePositiveInt":2"#))).id
            let empty = try await world.subscribe(patient, World.hook(content: "empty")).id
            #expect(try await world.send(.PUT, "/fhir/r4/Basic/hiv-watch", patient, #"{"resourceType":"Basic","id":"hiv-watch"}"#).status == 201)
            let entries = (0..<3).map { _ in #"{"resource":{"resourceType":"Basic"},"request":{"method":"POST","url":"Basic"}}"# }.joined(separator: ",")
            #expect(try await world.send(.POST, "/fhir/r4", patient, #"{"resourceType":"Bundle","type":"transaction","entry":[\#(entries)]}"#).status == 200)
            let told = try await Self.sent(ids, world)
            #expect(told.map(\.eventNumber) == [0, 1, 4])
            let bundles = try told.map { try JSONDocument(Array($0.notification.utf8)).root }
            #expect(bundles.map { $0["entry"]?.childCount } == [1, 1, 3])
            #expect(!told.contains { $0.notification.contains("hiv-watch") })
            let status = try #require(bundles[2]["entry"]?.children.first { _ in true }?["resource"])
            let events = try #require(status["parameter"]).children.filter { $0["name"]?.string == "notification-event" }
            #expect(events.map { $0["part"]?.children.first { _ in true }?["valueString"]?.string } == ["2", "3"])
            let quiet = try await Self.sent(empty, world)
            #expect(quiet.map(\.eventNumber) == [0, 1, 4] && quiet.allSatisfy { !$0.notification.contains("/Basic/") })
        }
    }

    /// What is given up ends it, and what is said of it as it was before means nothing once it has begun anew.
    @Test func endsWhenItsAddressIsGivenUp() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let id = try await world.subscribe(patient, World.hook()).id
            try await Self.judge(id, .error, by: 1, world)
            #expect(try await world.status(id, patient)["status"] == "error")
            _ = try await Self.write(patient, world)
            #expect(try await Self.sent(id, world).count == 1)
            try await Self.judge(id, .active, by: 1, version: 2, world)
            #expect(try await world.status(id, patient)["status"] == "error")
            #expect(try await world.send(.PUT, "/fhir/r4/Subscription/\(id)", patient, World.hook(id: id)).status == 200)
            #expect(try await world.status(id, patient)["status"] == "requested")
            try await Self.judge(id, .error, by: 1, version: 3, world)
            #expect(try await world.status(id, patient)["status"] == "requested")
            try await Self.judge(id, .active, by: 2, version: 4, world)
            #expect(try await world.status(id, patient)["status"] == "active")
            _ = try await Self.write(patient, world)
            #expect(try await Self.sent(id, world).map(\.notice) == [.handshake, .handshake, .change])
            // By its person, and into their feed instead: numbers go on.
            #expect(try await world.send(.PUT, "/fhir/r4/Subscription/\(id)", patient, World.hook(id: id, status: "off")).status == 200)
            #expect(try await world.status(id, patient)["status"] == "off")
            #expect(try await world.send(.PUT, "/fhir/r4/Subscription/\(id)", patient, World.subscription(["Basic"], id: id)).status == 200)
            #expect(try await world.notices(id).last == "handshake 1")
            try await Self.judge(id, .error, by: 9, version: 5, world)
            #expect(try await world.status(id, patient)["status"] == "active")
        }
    }

    @Test func isSilentlyThereOnceItIsActive() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let id = try await world.subscribe(patient, World.hook(ofChannel: World.ofChannel("backport-heartbeat-period", #""valueUnsignedInt":60"#))).id
            try world.setClock("2026-03-06T12:02:00Z")
            try await world.advanceSubscriptions()
            #expect(try await Self.sent(id, world).count == 1)
            try await Self.judge(id, .active, by: 1, world)
            try world.setClock("2026-03-06T12:04:00Z")
            try await world.advanceSubscriptions()
            let sent = try await Self.sent(id, world)
            #expect(sent.map(\.notice) == [.handshake, .heartbeat] && sent.map(\.version) == [1, 2])
            #expect(Self.values(try JSONDocument(Array(sent[1].notification.utf8)).root)["status"] == "active")
        }
    }

    /// Of whom it told, and who was told, nothing waits any more.
    @Test func isGoneWithItsPerson() async throws {
        try await World.run { world in
            let patient = try world.patient()
            _ = try await world.subscribe(patient, World.hook())
            _ = try await Self.write(patient, world)
            let erased = UserDeleted(userId: patient.id, version: 9, deletedAt: world.clock.now)
            try await world.pool.transaction { try await OnUserDeleted(dependencies: world.dependencies).handle(erased, $0) }
            #expect(try await world.count("SELECT count(*) FROM subscriptions") == 0)
            #expect(try await world.count("SELECT count(*) FROM outbox_pending JOIN outbox USING (position) WHERE type = \(SubscriptionHookNotified.type)") == 0)
        }
    }
}
