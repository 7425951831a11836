import CareModels
import Foundation
import HTTP
import Outbox
import Postgres
import ServiceTestKit
import Testing

@testable import WebhooksService

@Suite(.timeLimit(.minutes(3))) struct DeliveryTests {
    @Test func anEventIsASignedCloudEvent() async throws {
        try await Receiver.run { receiver in
            try await World.run { world in
                let client = try await world.client()
                let webhook = try await world.subscribe(client, to: receiver)
                let event = world.booked()
                try await world.hear([event])
                try await world.deliverDue()
                let call = try #require(receiver.calls.first)
                #expect(receiver.calls.count == 1)
                #expect(call.headers.first(name: "content-type") == "application/cloudevents+json; charset=utf-8")
                let sent = try call.event()
                #expect(sent.specversion == "1.0" && sent.type == AppointmentBooked.type && sent.subject == event.appointmentId.description)
                #expect(sent.source == "/test" && sent.datacontenttype == "application/json" && sent.id == call.id)
                let data = String(decoding: try CareJSON.encode(event), as: UTF8.self)
                #expect(String(decoding: call.body, as: UTF8.self).contains("\"data\":\(data)"))
                #expect(call.timestamp == world.clock.now.epochSeconds)
                let secret = try #require(webhook.secret)
                #expect(call.isSigned(by: secret) && !call.isSigned(by: "whsec_AAAA"))
                let log = try await world.log(of: webhook, client)
                #expect(log.map(\.outcome) == ["delivered"] && log.map(\.status) == [204] && log.map(\.eventId) == [sent.id])
                #expect(try await world.count("SELECT count(*) FROM deliveries") == 0)
                #expect(try await world.webhook(webhook.id, client).deliveredAt == world.clock.now)
            }
        }
    }

    @Test func whatNobodyWantsLeavesNoTrace() async throws {
        try await Receiver.run { receiver in
            try await World.run { world in
                let wanted = WantedTypes(world.pool)
                let early = ContinuousClock.now
                #expect(try await !wanted.has(AppointmentBooked.type, arrived: early))
                try await world.hear([world.booked()])
                #expect(try await world.count("SELECT count(*) FROM inbox_days") == 0)
                _ = try await world.subscribe(try await world.client(), to: receiver)
                // What had arrived before the webhook was made is not its; what arrives later is, and no look of before answers for it.
                #expect(try await !wanted.has(AppointmentBooked.type, arrived: early))
                #expect(try await wanted.has(AppointmentBooked.type, arrived: .now))
                #expect(try await !wanted.has(AppointmentCancelled.type, arrived: .now))
                try await world.hear([world.booked(), UserDeleted(userId: UserID(.v7()), version: 1, deletedAt: world.clock.now)])
                #expect(try await world.count("SELECT count(*) FROM inbox_days") == 2)
            }
        }
    }

    /// Webhooks are made while events arrive: each event that arrives after one was made is seen to be wanted.
    @Test func aWebhookHearsOfAllThatArrivesAfterItWasMade() async throws {
        try await Receiver.run { receiver in
            try await World.run { world in
                let wanted = WantedTypes(world.pool)
                let made = StopFlag()
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<8 {
                        group.addTask {
                            var after = 0
                            while after < 20 {
                                let wasMade = made.isSet
                                let isWanted = try await wanted.has(AppointmentBooked.type, arrived: .now)
                                if wasMade {
                                    #expect(isWanted)
                                    after += 1
                                }
                            }
                        }
                    }
                    let client = try await world.client()
                    try await Task.sleep(for: .milliseconds(30))
                    _ = try await world.subscribe(client, to: receiver)
                    made.set()
                    try await group.waitForAll()
                }
            }
        }
    }

    /// Its user in a cluster may read what it reads.
    @Test func whatItReadsIsListed() async throws {
        try await World.run { world in
            let topics = consumers(world.dependencies).map(\.topic)
            #expect(Set(topics) == Set(ServiceTopics.of("webhooks")?.consumes ?? []))
        }
    }

    @Test func nobodyHearsOfWhatTheyDidNotAskForOrMayNotHave() async throws {
        try await Receiver.run { receiver in
            try await World.run { world in
                let client = try await world.client()
                _ = try await world.subscribe(client, to: receiver)
                try await world.hear([UserDeleted(userId: UserID(.v7()), version: 1, deletedAt: world.clock.now)])
                #expect(try await world.count("SELECT count(*) FROM events") == 0)
                try await world.hear([world.booked()])
                // The operator takes the right away: what waits goes, and nothing new waits.
                _ = try await world.client(types: [])
                try await world.hear([world.booked()])
                #expect(try await world.count("SELECT count(*) FROM deliveries") == 0)
                try await world.deliverDue()
                #expect(receiver.calls.isEmpty)
            }
        }
    }

    @Test func eventsOfAKeyComeInTheirOrderAlsoWhenTheFirstFails() async throws {
        try await Receiver.run { receiver in
            try await World.run { world in
                let client = try await world.client()
                let webhook = try await world.subscribe(client, to: receiver)
                let (one, other) = (AppointmentID(.v7()), AppointmentID(.v7()))
                receiver.answer(500)
                try await world.hear((1...5).map { world.booked(one, version: $0) } + [world.booked(other)])
                try await world.deliverDue()
                let first = try receiver.calls.map { try $0.event() }
                #expect(Set(first.map { "\($0.subject) \($0.data.version ?? 0)" }) == ["\(one) 1", "\(other) 1"])
                receiver.forget()
                receiver.answer(204)
                try await world.deliverDue()
                #expect(receiver.calls.isEmpty, "the wait is not over")
                world.clock.advance(6)
                try await world.deliverDue()
                let then = try receiver.calls.map { try $0.event() }
                #expect(then.filter { $0.subject == one.description }.map(\.data.version) == [1, 2, 3, 4, 5])
                let log = try await world.log(of: webhook, client)
                #expect(log.filter { $0.outcome == "retried" }.count == 2 && log.filter { $0.outcome == "delivered" }.count == 6)
                #expect(Set(log.filter { $0.outcome == "retried" }.map(\.attempt)) == [1])
            }
        }
    }

    @Test func aReceiverThatDoesNotAnswerDelaysNobodyElse() async throws {
        try await Receiver.run { receiver in
            var settings = World.settings()
            settings.deadline = .seconds(30)
            try await World.run(settings: settings) { world in
                let client = try await world.client()
                _ = try await world.subscribe(client, to: receiver, path: "/slow")
                _ = try await world.subscribe(client, to: receiver, path: "/hook")
                receiver.hold("/slow")
                try await world.delivering {
                    try await world.hear((0..<60).map { _ in world.booked() })
                    try await world.settled { receiver.calls(at: "/hook").count == 60 }
                    #expect(receiver.calls(at: "/slow").count <= Courier.mostPerWebhook, "its own few requests, and no more")
                    receiver.release()
                    try await world.settled { try await world.count("SELECT count(*) FROM deliveries") == 0 }
                }
                #expect(Set(receiver.calls(at: "/slow").map(\.id)).count == 60)
            }
        }
    }

    /// However many slow receivers a client has, and however much waits for them, there is room for who comes later.
    @Test func aClientHasNoMoreUnderWayThanIsLeftForOthers() async throws {
        try await Receiver.run { receiver in
            try await World.run { world in
                let slow = try await world.client("slow")
                for path in ["/hook", "/slow"] { _ = try await world.subscribe(slow, to: receiver, path: path) }
                try await world.hear((0..<12).map { _ in world.booked() })
                let dependencies = world.dependencies
                let lease = LeaseDeliveries(seals: dependencies.seals, leaseTime: 40, now: dependencies.now, newID: dependencies.newID)
                var busy = UnderWay()
                let all = LaneRoom(total: 8, busy: busy, perWebhook: 4)
                let first = try await world.pool.transaction { try await lease(all, $0) }.deliveries
                #expect(first.map(\.clientID) == Array(repeating: "slow", count: 4))
                for delivery in first { busy.begin(delivery.webhookID, of: delivery.clientID) }
                let half = LaneRoom(total: 4, busy: busy, perWebhook: 4)
                let more = try await world.pool.transaction { try await lease(half, $0) }
                #expect(more.deliveries.isEmpty)
                _ = try await world.subscribe(try await world.client("other"), to: receiver, path: "/other")
                try await world.hear((0..<12).map { _ in world.booked() })
                let then = try await world.pool.transaction { try await lease(half, $0) }.deliveries
                #expect(then.map(\.clientID) == ["other", "other"])
            }
        }
    }

    /// Each key has its own waits: of very many there would always be one that is due.
    @Test func theKeysOfAWebhookThatFailsAreNotTriedOneRightAfterTheOther() async throws {
        try await Receiver.run { receiver in
            try await World.run { world in
                let client = try await world.client()
                let webhook = try await world.subscribe(client, to: receiver)
                receiver.answer(500)
                try await world.hear((0..<3).map { _ in world.booked() })
                try await world.deliverDue()
                #expect(receiver.calls.count == 3)
                let dependencies = world.dependencies
                let lease = LeaseDeliveries(seals: dependencies.seals, leaseTime: 40, now: dependencies.now, newID: dependencies.newID)
                let finish = FinishDelivery(now: dependencies.now, newID: dependencies.newID, jitter: { 0 })
                let room = LaneRoom(total: 10, busy: UnderWay(), perWebhook: 4)
                func due() async throws -> [LeasedDelivery] { try await world.pool.transaction { tx in try await lease(room, tx).deliveries } }
                func end(_ delivery: LeasedDelivery, _ status: Int) async throws {
                    _ = try await world.pool.transaction { tx in
                        try await finish(delivery, .status(status, retryAfter: nil), took: .milliseconds(1), tx)
                    }
                }
                world.clock.advance(600)
                let first = try await due()
                try #require(first.count == 1)
                try await end(first[0], 500)
                let none = try await due()
                #expect(none.isEmpty)
                world.clock.advance(4)
                let early = try await due()
                #expect(early.isEmpty)
                world.clock.advance(2)
                let second = try await due()
                try #require(second.count == 1)
                #expect(second[0].laneID != first[0].laneID)
                // Something comes through: what is due goes at once.
                try await end(second[0], 204)
                let third = try await due()
                #expect(third.count == 1)
                #expect(try await world.webhook(webhook.id, client).firstFailedAt == nil)
            }
        }
    }

    /// A courier that is killed leaves its leases behind.
    @Test func whatWasUnderWayWhenAReplicaDiedIsSentByAnother() async throws {
        try await Receiver.run { receiver in
            try await World.run { world in
                let client = try await world.client()
                _ = try await world.subscribe(client, to: receiver)
                let appointment = AppointmentID(.v7())
                try await world.hear([world.booked(appointment), world.booked(appointment, version: 2)])
                let dependencies = world.dependencies
                let lease = LeaseDeliveries(seals: dependencies.seals, leaseTime: 40, now: dependencies.now, newID: dependencies.newID)
                let room = LaneRoom(total: 10, busy: UnderWay(), perWebhook: 4)
                let held = try await world.pool.transaction { try await lease(room, $0) }.deliveries
                #expect(held.count == 1)
                let others = try await world.pool.transaction { try await lease(room, $0) }
                #expect(others.deliveries.isEmpty, "nobody else has it meanwhile")
                world.clock.advance(41)
                try await world.deliverDue()
                #expect(try receiver.calls.map { try $0.event().data.version } == [1, 2])
                // The dead one comes back and says what it did: it is nobody's any more.
                let finish = FinishDelivery(now: dependencies.now, newID: dependencies.newID, jitter: { 0 })
                let delivery = try #require(held.first)
                let verdict = try await world.pool.transaction { try await finish(delivery, .status(500, retryAfter: nil), took: .zero, $0) }
                #expect(verdict == nil)
                #expect(try await world.count("SELECT count(*) FROM lanes") == 0)
            }
        }
    }

    /// What is under way when a replay is asked for comes before all that the replay sends: it comes again behind that, so that its key ends with it.
    @Test func aReplayKeepsTheOrderBesideWhatIsUnderWay() async throws {
        try await Receiver.run { receiver in
            try await World.run { world in
                let client = try await world.client()
                let webhook = try await world.subscribe(client, to: receiver)
                let appointment = AppointmentID(.v7())
                try await world.hear((1...2).map { world.booked(appointment, version: $0) })
                try await world.deliverDue()
                try await world.hear([world.booked(appointment, version: 3)])
                let delivery = try await world.lease()
                #expect(delivery.url == webhook.url)
                let replayed = try await world.send(.POST, "/webhooks/\(webhook.id)/replays", client, #"{"from": "2020-01-01T00:00:00Z"}"#)
                #expect(try replayed.decode(ReplayBody.self).queued == 2)
                receiver.forget()
                let verdict = try await world.finish(delivery, 204)
                #expect(verdict == .delivered)
                try await world.deliverDue()
                #expect(try receiver.calls.map { try $0.event().data.version } == [1, 2, 3])
                #expect(try await world.count("SELECT count(*) FROM lanes") == 0)
            }
        }
    }

    /// A client moves: what the old place still answers to a request that was under way disables nothing, and is asked of the new one at once.
    @Test func whatAFormerAddressAnswersIsNotTheNewOnes() async throws {
        try await Receiver.run { receiver in
            try await World.run { world in
                let client = try await world.client()
                let webhook = try await world.subscribe(client, to: receiver)
                try await world.hear([world.booked()])
                let delivery = try await world.lease()
                let other = receiver.url("/other")
                let moved = try await world.send(.PATCH, "/webhooks/\(webhook.id)", client, #"{"url": "\#(other)"}"#)
                #expect(moved.status == 200)
                let verdict = try await world.finish(delivery, 410)
                #expect(verdict == .retried(at: world.clock.now))
                let after = try await world.webhook(webhook.id, client)
                #expect(after.status == "active" && after.firstFailedAt == nil)
                try await world.deliverDue()
                #expect(receiver.calls(at: "/other").count == 1 && receiver.calls(at: "/hook").isEmpty)
                // What it took is taken, wherever it was sent.
                try await world.hear([world.booked()])
                let last = try await world.lease()
                _ = try await world.send(.PATCH, "/webhooks/\(webhook.id)", client, #"{"url": "\#(webhook.url)"}"#)
                let taken = try await world.finish(last, 204)
                #expect(taken == .delivered)
                #expect(try await world.count("SELECT count(*) FROM deliveries") == 0)
            }
        }
    }

    @Test func twoReplicasSendEachEventOnce() async throws {
        try await Receiver.run { receiver in
            try await World.run { world in
                let client = try await world.client()
                _ = try await world.subscribe(client, to: receiver)
                let appointments = (0..<8).map { _ in AppointmentID(.v7()) }
                try await world.delivering {
                    try await world.delivering {
                        try await world.hear((1...10).flatMap { version in appointments.map { world.booked($0, version: version) } })
                        try await world.settled { try await world.count("SELECT count(*) FROM deliveries") == 0 }
                    }
                }
                #expect(receiver.calls.count == 80)
                for appointment in appointments {
                    let versions = try receiver.calls.map { try $0.event() }.filter { $0.subject == appointment.description }.map(\.data.version)
                    #expect(versions == Array(1...10))
                }
            }
        }
    }

    @Test func aSecondDeliveryFromKafkaSendsNothingMore() async throws {
        try await Receiver.run { receiver in
            try await World.run { world in
                let client = try await world.client()
                _ = try await world.subscribe(client, to: receiver)
                let received = try OneEvent(world.booked())
                for _ in 0..<2 {
                    try await received.apply(world)
                    _ = try await world.pool.withConnection { try await $0.execute("DELETE FROM inbox_days") }
                }
                #expect(try await world.count("SELECT count(*) FROM events") == 1)
                #expect(try await world.count("SELECT count(*) FROM deliveries") == 1)
            }
        }
    }

    @Test func aReceiverThatIsGoneIsAskedNoMore() async throws {
        try await Receiver.run { receiver in
            try await World.run { world in
                let client = try await world.client()
                let webhook = try await world.subscribe(client, to: receiver)
                receiver.answer(410)
                let appointment = AppointmentID(.v7())
                try await world.hear([world.booked(appointment), world.booked(appointment, version: 2)])
                try await world.deliverDue()
                let disabled = try await world.webhook(webhook.id, client)
                #expect(disabled.status == "disabled" && disabled.reason == "gone" && receiver.calls.count == 1)
                // What comes from then on does not wait; what waited does, until it is active again.
                try await world.hear([world.booked(appointment, version: 3)])
                receiver.answer(204)
                receiver.forget()
                #expect(try await world.send(.PATCH, "/webhooks/\(webhook.id)", client, #"{"status": "active"}"#).status == 200)
                try await world.deliverDue()
                #expect(try receiver.calls.map { try $0.event().data.version } == [1, 2])
            }
        }
    }

    @Test func afterThreeDaysOfNothingButFailuresAWebhookIsDisabled() async throws {
        try await Receiver.run { receiver in
            try await World.run { world in
                let client = try await world.client()
                let webhook = try await world.subscribe(client, to: receiver)
                receiver.answer(503)
                try await world.hear([world.booked()])
                try await world.deliverDue()
                #expect(try await world.webhook(webhook.id, client).firstFailedAt == world.clock.now)
                world.clock.advance(3 * 86_400)
                try await world.deliverDue()
                let disabled = try await world.webhook(webhook.id, client)
                #expect(disabled.status == "disabled" && disabled.reason == "failing")
                #expect(try await world.count("SELECT count(*) FROM deliveries") == 1)
            }
        }
    }

    @Test func anEventThatAloneFailsForThreeDaysIsGivenUp() async throws {
        try await Receiver.run { receiver in
            try await World.run { world in
                let client = try await world.client()
                let webhook = try await world.subscribe(client, to: receiver)
                let appointment = AppointmentID(.v7())
                receiver.answer(500)
                try await world.hear([world.booked(appointment), world.booked(appointment, version: 2)])
                try await world.deliverDue()
                receiver.answer(204)
                world.clock.advance(1)
                try await world.hear([world.booked()])
                try await world.deliverDue()
                receiver.answer(500)
                world.clock.advance(3 * 86_400)
                receiver.forget()
                try await world.delivering {
                    try await world.settled { receiver.calls.count == 2 }
                    try await world.settled { try await world.leased() == 0 }
                }
                #expect(try receiver.calls.map { try $0.event().data.version } == [1, 2], "the next of its key follows")
                #expect(try await world.log(of: webhook, client).map(\.outcome).contains("gaveUp"))
                #expect(try await world.webhook(webhook.id, client).status == "active")
            }
        }
    }

    /// A key whose events are all refused is through with them after three days, not three for each. What came later has the rest of its own.
    @Test func threeDaysCountForWhatWaitsBehindToo() async throws {
        try await Receiver.run { receiver in
            try await World.run { world in
                let client = try await world.client()
                let webhook = try await world.subscribe(client, to: receiver)
                let appointment = AppointmentID(.v7())
                receiver.answer(500)
                try await world.hear((1...3).map { world.booked(appointment, version: $0) })
                try await world.deliverDue()
                receiver.answer(204)
                world.clock.advance(1)
                try await world.hear([world.booked()])
                try await world.deliverDue()
                receiver.answer(500)
                receiver.forget()
                world.clock.advance(86_400)
                try await world.hear([world.booked(appointment, version: 4)])
                world.clock.advance(2 * 86_400)
                try await world.deliverDue()
                #expect(try receiver.calls.map { try $0.event().data.version } == [1, 2, 3, 4])
                let log = try await world.log(of: webhook, client)
                #expect(log.filter { $0.outcome == "gaveUp" }.count == 3)
                #expect(try await world.count("SELECT count(*) FROM deliveries") == 1)
                #expect(try await world.webhook(webhook.id, client).status == "active")
            }
        }
    }

    @Test func tooMuchThatWaitsDisablesAndHoldsUpNobody() async throws {
        try await Receiver.run { receiver in
            var settings = World.settings()
            settings.mostWaiting = 5
            try await World.run(settings: settings) { world in
                let client = try await world.client()
                let webhook = try await world.subscribe(client, to: receiver)
                try await world.hear((0..<5).map { _ in world.booked() })
                let disable = DisableOverfull(mostWaiting: 5, now: world.dependencies.now)
                let none = try await world.pool.transaction { try await disable($0) }
                #expect(none == 0)
                try await world.hear([world.booked()])
                let one = try await world.pool.transaction { try await disable($0) }
                #expect(one == 1)
                #expect(try await world.webhook(webhook.id, client).reason == "queueFull")
                try await world.hear([world.booked()])
                #expect(try await world.count("SELECT count(*) FROM deliveries") == 6)
            }
        }
    }

    /// The address is judged where it is connected to, whatever the name said when the webhook was made.
    @Test func whatTheOperatorDoesNotAllowIsNotConnectedTo() async throws {
        try await Receiver.run { receiver in
            try await World.run(settings: World.settings([])) { world in
                let client = try await world.client()
                let refused = try await world.send(.POST, "/webhooks", client, #"{"url": "\#(receiver.url())", "types": ["\#(AppointmentBooked.type)"]}"#)
                #expect(refused.status == 400)
                let made = try await world.send(.POST, "/webhooks", client, #"{"url": "https://hooks.example.org", "types": ["\#(AppointmentBooked.type)"]}"#)
                let webhook: WebhookBody = try made.decode()
                for url in [receiver.url(), "http://localhost:\(URL(string: receiver.url())?.port ?? 0)/hook", "https://127.0.0.1:1/"] {
                    _ = try await world.pool.withConnection { try await $0.execute("UPDATE webhooks SET url = \(url)") }
                    let ping: PingBody = try await world.send(.POST, "/webhooks/\(webhook.id)/test", client).decode()
                    #expect(!ping.delivered && ping.error == "addressRefused" && ping.status == nil)
                }
                #expect(receiver.calls.isEmpty)
            }
        }
    }

    @Test(arguments: [301, 302, 303, 307, 308]) func redirectsAreNotFollowed(_ status: Int) async throws {
        try await Receiver.run { receiver in
            try await World.run { world in
                let client = try await world.client()
                let webhook = try await world.subscribe(client, to: receiver)
                receiver.answer(status, headers: ["Location": receiver.url("/other")])
                try await world.hear([world.booked()])
                try await world.deliverDue()
                #expect(try await world.log(of: webhook, client).map(\.status) == [status])
                #expect(receiver.calls(at: "/other").isEmpty)
            }
        }
    }
}

/// One event, heard more than once.
private struct OneEvent {
    let received: ReceivedEvent

    init(_ event: some CareEvent) throws { received = try ReceivedEvent(event) }

    func apply(_ world: World) async throws {
        for consumer in consumers(world.dependencies) where consumer.types?.contains(received.type) == true {
            _ = try await consumer.apply(received, on: world.pool)
        }
    }
}
