import CareModels
import Crypto
import Foundation
import Outbox
import Postgres
import ServiceTestKit
import Testing

@testable import WebhooksService

@Suite struct HookStandingTests {
    private struct Case: Sendable {
        var from: HookStanding
        var happening: HookStanding.Happening
        var notice = SubscriptionNotice.change
        var to: HookStanding?
    }

    private static let cases: [Case] = [
        Case(from: .requested, happening: .taken, notice: .handshake, to: .requested), Case(from: .active, happening: .taken, notice: .handshake, to: .requested),
        Case(from: .error, happening: .taken, notice: .handshake, to: .requested), Case(from: .active, happening: .taken), Case(from: .error, happening: .taken),
        Case(from: .requested, happening: .nowhere, notice: .handshake, to: .error), Case(from: .active, happening: .nowhere, to: .error),
        Case(from: .error, happening: .nowhere), Case(from: .error, happening: .nowhere, notice: .handshake, to: .error),
        Case(from: .requested, happening: .delivered, notice: .handshake, to: .active), Case(from: .requested, happening: .delivered),
        Case(from: .active, happening: .delivered, notice: .handshake), Case(from: .error, happening: .delivered, notice: .handshake),
        Case(from: .requested, happening: .failed, notice: .handshake, to: .error), Case(from: .active, happening: .failed, notice: .heartbeat, to: .error),
        Case(from: .error, happening: .failed)
    ]

    @Test(arguments: cases.indices) func stands(_ index: Int) {
        let it = Self.cases[index]
        #expect(it.from.after(it.happening, of: it.notice) == it.to)
    }

    /// Each handshake is the beginning: what became of the notices before it does not count.
    @Test func aNoticeOfBeforeTheBeginningSaysNothing() {
        var hook = SubscriptionHook()
        #expect(hook.note(.nowhere, .handshake, number: 1) == .error)
        #expect(hook.note(.taken, .handshake, number: 4) == nil)
        #expect(hook == SubscriptionHook(version: 1, handshake: 4, standing: .requested))
        #expect(hook.note(.delivered, .handshake, number: 1) == nil && hook.note(.failed, .change, number: 3) == nil)
        #expect(hook.note(.taken, .change, number: 5) == nil)
        #expect(hook.note(.delivered, .handshake, number: 4) == .active)
        #expect(hook.note(.delivered, .change, number: 5) == nil)
        #expect(hook.note(.failed, .change, number: 6) == .error)
        #expect(hook == SubscriptionHook(version: 3, handshake: 4, standing: .error))
    }

    @Test func whatIsTriedAgainSaysNothing() {
        #expect(HookStanding.Happening(.retried(at: .distantPast)) == nil)
        #expect(HookStanding.Happening(.delivered) == .delivered && HookStanding.Happening(.gaveUp) == .failed)
        #expect(HookStanding.Happening(.disabled(.gone)) == .failed)
        #expect(HookStanding.allCases.map(\.told) == [nil, .active, .error])
    }
}

/// Notices of subscriptions to health records, which are for one app's address alone.
@Suite(.timeLimit(.minutes(3))) struct SubscriptionHookTests {
    private static let bundle = #"{"resourceType":"Bundle","type":"history"}"#

    private static func notice(
        _ subscription: RecordID, _ version: Int = 1, _ notice: SubscriptionNotice = .handshake, at address: String, client: String = "app",
        patient: UserID = UserID(.v7()), _ world: World
    ) -> SubscriptionHookNotified {
        SubscriptionHookNotified(
            subscriptionId: subscription, version: version, patientId: patient, subscriberId: patient, clientId: client,
            addressDigest: SHA256.hash(data: Data(address.utf8)).map { String(format: "%02x", $0) }.joined(), notice: notice, eventNumber: version - 1,
            notification: bundle, notifiedAt: world.clock.now)
    }

    /// What Records is told, in its order.
    private static func told(_ subscription: RecordID, _ world: World) async throws -> [SubscriptionHookChanged] {
        try await world.pool.withConnection { connection in
            let rows = try await connection.query(
                "SELECT data FROM outbox WHERE subject = \(subscription) AND topic = \(Topic.subscriptionHooks.rawValue) ORDER BY position")
            return try rows.map { row in
                let data: [UInt8] = try row["data"]
                return try CareJSON.decode(SubscriptionHookChanged.self, from: Data(data))
            }
        }
    }

    private static let types = [SubscriptionHookNotified.type]

    @Test func aNoticeIsSentAsItIsToTheAppsOwnWebhookAlone() async throws {
        try await Receiver.run { receiver in
            try await World.run { world in
                let (app, other) = (try await world.client("app", types: Self.types), try await world.client("other", types: Self.types))
                let webhook = try await world.subscribe(app, to: receiver, types: Self.types)
                _ = try await world.subscribe(app, to: receiver, path: "/slow", types: Self.types)
                let others = try await world.subscribe(other, to: receiver, path: "/other", types: Self.types)
                let subscription = RecordID(.v7())
                try await world.hear([
                    Self.notice(subscription, 1, at: receiver.url(), world), Self.notice(subscription, 2, .change, at: receiver.url(), world)
                ])
                try await world.deliverDue()
                #expect(receiver.calls.map(\.path) == ["/hook", "/hook"])
                let call = try #require(receiver.calls.first)
                #expect(String(decoding: call.body, as: UTF8.self) == Self.bundle)
                #expect(call.headers.first(name: "content-type") == "application/fhir+json")
                #expect(call.isSigned(by: try #require(webhook.secret)))
                let told = try await Self.told(subscription, world)
                #expect(told.map(\.hookState) == [.active] && told.map(\.version) == [1] && told.map(\.notificationVersion) == [1])
                // Nor is it sent again to another.
                receiver.forget()
                for (client, id) in [(other, others.id), (app, webhook.id)] {
                    let replay = try await world.send(.POST, "/webhooks/\(id)/replays", client, #"{"from": "2020-01-01T00:00:00Z"}"#)
                    #expect(try replay.decode(ReplayBody.self).queued == (id == webhook.id ? 2 : 0))
                }
                try await world.deliverDue()
                #expect(receiver.calls.map(\.path) == ["/hook", "/hook"])
            }
        }
    }

    /// Its own version goes on for as long as the person is there: a record that is filled and emptied again and again leaves so many and no more.
    @Test func aPersonHasSoManyEver() async throws {
        try await World.run { world in
            let (patient, other) = (UserID(.v7()), UserID(.v7()))
            let (known, further, others) = (RecordID(.v7()), RecordID(.v7()), RecordID(.v7()))
            try await world.hear([Self.notice(known, at: "https://a.example/hook", patient: patient, world)])
            try await world.pool.withConnection { connection in
                _ = try await connection.execute(
                    """
                    INSERT INTO subscription_hooks (record_id, patient_id, version, handshake, state)
                    SELECT md5(n::text)::uuid, \(patient), 1, 1, 'error' FROM generate_series(2, \(SubscriptionHook.most)::bigint) n
                    """)
            }
            try await world.hear([
                Self.notice(further, at: "https://a.example/hook", patient: patient, world), Self.notice(others, at: "https://a.example/hook", patient: other, world),
                Self.notice(known, 2, at: "https://a.example/hook", patient: patient, world)
            ])
            #expect(try await world.count("SELECT count(*) FROM subscription_hooks WHERE patient_id = \(patient)") == SubscriptionHook.most)
            #expect(try await Self.told(further, world).isEmpty)
            #expect(try await Self.told(others, world).map(\.version) == [1])
            #expect(try await Self.told(known, world).map(\.version) == [1, 2])
        }
    }

    /// It is another app's, of other types, of an app that may not have them, or disabled: whoever subscribed learns it, once.
    @Test func whoHasNoSuchWebhookIsToldSo() async throws {
        try await Receiver.run { receiver in
            try await World.run { world in
                let app = try await world.client("app", types: Self.types)
                _ = try await world.subscribe(app, to: receiver, types: Self.types)
                for (address, client) in [(receiver.url("/other"), "app"), (receiver.url(), "other")] {
                    let subscription = RecordID(.v7())
                    try await world.hear([
                        Self.notice(subscription, 1, at: address, client: client, world), Self.notice(subscription, 2, .change, at: address, client: client, world)
                    ])
                    #expect(try await Self.told(subscription, world).map(\.hookState) == [.error])
                    // Begun anew it is told again.
                    try await world.hear([Self.notice(subscription, 3, at: address, client: client, world)])
                    #expect(try await Self.told(subscription, world).map(\.notificationVersion) == [1, 3])
                }
                _ = try await world.client("app", types: [])
                let ungranted = RecordID(.v7())
                try await world.hear([Self.notice(ungranted, at: receiver.url(), world)])
                #expect(try await Self.told(ungranted, world).map(\.hookState) == [.error])
                try await world.deliverDue()
                #expect(receiver.calls.isEmpty)
                #expect(try await world.count("SELECT count(*) FROM events") == 0)
            }
        }
    }

    @Test func whatIsGivenUpIsToldWithTheWebhooksEnd() async throws {
        try await Receiver.run { receiver in
            try await World.run { world in
                let app = try await world.client("app", types: Self.types)
                let webhook = try await world.subscribe(app, to: receiver, types: Self.types)
                let subscription = RecordID(.v7())
                receiver.answer(500)
                try await world.hear([Self.notice(subscription, at: receiver.url(), world)])
                try await world.deliverDue()
                #expect(try await Self.told(subscription, world).isEmpty)
                receiver.answer(410)
                try world.setClock("2026-07-02T20:01:00Z")
                try await world.deliverDue()
                #expect(try await world.webhook(webhook.id, app).status == "disabled")
                #expect(try await Self.told(subscription, world).map(\.hookState) == [.error])
                // What waited comes when the app has mended it: begun anew the subscription is active.
                receiver.answer(204)
                #expect(try await world.send(.PATCH, "/webhooks/\(webhook.id)", app, #"{"status": "active"}"#).status == 200)
                try await world.hear([Self.notice(subscription, 2, at: receiver.url(), world)])
                try await world.deliverDue()
                let told = try await Self.told(subscription, world)
                #expect(told.map(\.hookState) == [.error, .active] && told.map(\.version) == [1, 2] && told.map(\.notificationVersion) == [1, 2])
            }
        }
    }

    @Test func nothingIsLeftOfAnErasedPersons() async throws {
        try await Receiver.run { receiver in
            try await World.run { world in
                let app = try await world.client("app", types: Self.types)
                _ = try await world.subscribe(app, to: receiver, types: Self.types)
                let leaver = UserID(.v7())
                try await world.hear([Self.notice(RecordID(.v7()), at: receiver.url(), patient: leaver, world)])
                #expect(try await world.count("SELECT count(*) FROM subscription_hooks") == 1)
                try await world.hear([UserDeleted(userId: leaver, version: 2, deletedAt: world.clock.now)])
                #expect(
                    try await world.count("SELECT (SELECT count(*) FROM events) + (SELECT count(*) FROM subscription_hooks) + (SELECT count(*) FROM deliveries)") == 0)
                try await world.deliverDue()
                #expect(receiver.calls.isEmpty)
            }
        }
    }
}
