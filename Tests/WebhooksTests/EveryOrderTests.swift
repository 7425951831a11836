import CareModels
import Crypto
import Foundation
import Outbox
import Postgres
import ServiceTestKit
import Testing

@testable import WebhooksService

/// What Webhooks makes of the events of one key, and of one person, in whatever order they come.
@Suite(.timeLimit(.minutes(5))) struct EveryOrderTests {
    /// Its user in a cluster may read what it reads.
    @Test func whatItReadsIsListed() async throws {
        try await World.run { world in
            #expect(Set(consumers(world.dependencies).map(\.topic)) == Set(ServiceTopics.of("webhooks")?.consumes ?? []))
        }
    }

    fileprivate struct Subject: Sendable {
        let id = UUID.v7()
        let patient = UserID(.v7())
        let start = Date(epochSeconds: 1_800_000_000)
        /// Of an app's webhook.
        let address: String
    }

    @Test func nothingDependsOnTheOrder() async throws {
        try await Receiver.run { receiver in
            try await World.run { world in
                let types = WebhookEvents.types
                _ = try await world.subscribe(try await world.client("app", types: types), to: receiver, types: types)
                let all = consumers(world.dependencies)
                let address = receiver.url()
                var tried: Set<String> = []
                func check(_ events: @escaping @Sendable (Subject) -> [any CareEvent]) async throws {
                    let subject: @Sendable () async throws -> Subject = {
                        try await world.forgetAll()
                        return Subject(address: address)
                    }
                    tried.formUnion(try await EveryOrder(all, world.pool, subject: subject, events: events, state: { _ in try await world.kept() }).check())
                }
                // Whoever is named is erased: of the subject's id any event can be asked what becomes of it.
                for entry in EventCatalog.all where WebhookEvents.topics.contains(entry.topic) && entry.type != UserDeleted.type {
                    let example = entry.example
                    try await check { [example, $0.deleted(UserID(example.subject), example.version + 1)] }
                }
                try await check { [$0.registered(1), UserUpdated($0.registered(2)), UserSnapshot($0.registered(2)), $0.deleted($0.patient, 3)] }
                try await check { [$0.booked(1), $0.moved(2), $0.cancelled(3), $0.deleted($0.patient, 2)] }
                try await check { [$0.notice(1, .handshake), $0.notice(2, .change), $0.notice(3, .heartbeat), $0.deleted($0.patient, 2)] }
                try await check { [$0.notice(1, .handshake, of: "other"), $0.notice(2, .change, of: "other"), $0.deleted($0.patient, 2)] }
                // The subscriber's own erasure.
                try await check { [$0.notice(1, .handshake, patient: UserID($0.id)), $0.deleted($0.patient, 2)] }
                #expect(tried == all.handledTypes)
            }
        }
    }

    /// What came late is not kept; what followed is, where others have to know of it, and nothing of their health.
    @Test func whatFollowedAnErasureIsKeptWheneverItComes() async throws {
        try await Receiver.run { receiver in
            try await World.run { world in
                let types = WebhookEvents.types
                _ = try await world.subscribe(try await world.client("app", types: types), to: receiver, types: types)
                for order in Arrangements.orders(of: [0, 1, 2, 3, 4]) {
                    try await world.forgetAll()
                    let subject = Subject(address: receiver.url())
                    let events: [any CareEvent] = [
                        subject.deleted(subject.patient, 2), subject.booked(1), subject.cancelled(2), subject.raised, subject.registered(1)
                    ]
                    let received = try events.map { try ReceivedEvent($0) }
                    let seconds: [TimeInterval] = [0, -60, 60, 60, 60]
                    for index in order { try await world.hear(received[index], at: world.clock.now + seconds[index]) }
                    let kept = "\(AppointmentCancelled.type) \(UserDeleted.type)"
                    #expect(try await world.kept() == "\(kept) | \(kept) |  | 1", "\(order)")
                }
            }
        }
    }

    /// Whoever is being erased while an event of theirs is taken in: the erasure waits for it, and finds it.
    @Test func whatIsTakenInMeanwhileIsErased() async throws {
        try await Receiver.run { receiver in
            try await World.run { world in
                _ = try await world.subscribe(try await world.client(), to: receiver, types: [AppointmentBooked.type])
                let patient = UserID(.v7())
                let booked = try ReceivedEvent(world.booked(patient: patient))
                let erasing = try await world.pool.transaction { tx in
                    let event = WebhookEvent(
                        id: booked.id, type: booked.type, source: booked.source, subject: booked.subject, time: booked.time, data: booked.data)
                    let take = TakeEvent(seals: world.dependencies.seals, now: world.dependencies.now)
                    #expect(try await take(event, on: .appointments, erasing: nil, tx))
                    let erasing = Task { try await world.hear([UserDeleted(userId: patient, version: 2, deletedAt: world.clock.now)]) }
                    try await world.settled {
                        try await world.count(
                            """
                            SELECT (SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock')
                                + (SELECT count(*) FROM erased_people)
                            """) > 0
                    }
                    return erasing
                }
                try await erasing.value
                #expect(try await world.count("SELECT count(*) FROM events") == 0)
                #expect(try await world.count("SELECT count(*) FROM erased_people") == 1)
            }
        }
    }

    @Test func whoWasErasedIsRememberedAsLongAsSomethingMayComeLate() async throws {
        try await World.run { world in
            try await world.hear([UserDeleted(userId: UserID(.v7()), version: 2, deletedAt: world.clock.now)])
            for (days, retention, left) in [(119, 7, 1), (2, 200, 1), (0, 7, 0)] {
                world.clock.advance(Double(days) * 86_400)
                let forget = ForgetOld(retention: .seconds(retention * 86_400), now: world.dependencies.now)
                #expect(try await world.pool.transaction { try await forget($0) } == false)
                #expect(try await world.count("SELECT count(*) FROM erased_people") == left, "\(days) \(retention)")
            }
        }
    }
}

extension World {
    /// Types of what is kept, of what waits, how subscriptions' addresses stand, and how many were erased.
    fileprivate func kept() async throws -> String {
        try await pool.withConnection { connection in
            let row = try await connection.first(
                """
                SELECT concat_ws(' | ', (SELECT coalesce(string_agg(type, ' ' ORDER BY type), '') FROM events),
                    (SELECT coalesce(string_agg(type, ' ' ORDER BY type), '') FROM deliveries JOIN events ON position = event_position),
                    (SELECT coalesce(string_agg(concat(state, handshake), ' '), '') FROM subscription_hooks), (SELECT count(*) FROM erased_people)) AS text
                """)
            return try row?["text"] ?? ""
        }
    }

    fileprivate func forgetAll() async throws {
        try await pool.transaction { tx in
            for table in ["deliveries", "lanes", "events", "subscription_hooks", "erased_people", "outbox_pending", "outbox", "inbox_days"] {
                try await tx.execute("DELETE FROM \(unescaped: table)")
            }
        }
    }

    /// As it comes, having happened then.
    fileprivate func hear(_ event: ReceivedEvent, at instant: Date) async throws {
        var received = event
        received.time = instant
        for consumer in consumers(dependencies) where consumer.types?.contains(received.type) == true { _ = try await consumer.apply(received, on: pool) }
    }
}

extension EveryOrderTests.Subject {
    fileprivate func registered(_ version: Int) -> UserRegistered {
        UserRegistered(
            userId: patient, version: version, username: "user \(version)", role: .patient, fullName: nil, avatarUrl: nil, specialty: nil, timeZone: nil,
            registeredAt: start)
    }

    fileprivate func deleted(_ person: UserID, _ version: Int) -> UserDeleted { UserDeleted(userId: person, version: version, deletedAt: start) }

    fileprivate func booked(_ version: Int) -> AppointmentBooked {
        AppointmentBooked(
            appointmentId: AppointmentID(id), version: version, patientId: patient, providerId: UserID(.v7()), startTime: start, endTime: start + 1800)
    }

    fileprivate func moved(_ version: Int) -> AppointmentRescheduled {
        AppointmentRescheduled(
            appointmentId: AppointmentID(id), version: version, patientId: patient, providerId: UserID(.v7()), startTime: start, endTime: start + 1800,
            previousStartTime: start - 3600, previousEndTime: start - 1800, rescheduledBy: patient)
    }

    fileprivate func cancelled(_ version: Int) -> AppointmentCancelled {
        AppointmentCancelled(
            appointmentId: AppointmentID(id), version: version, patientId: patient, providerId: UserID(.v7()), startTime: start, endTime: start + 1800,
            cancelledBy: patient)
    }

    fileprivate var raised: AlertRaised { AlertRaised(alertId: AlertID(id), version: 1, patientId: patient, raisedAt: start) }

    fileprivate func notice(_ version: Int, _ notice: SubscriptionNotice, of client: String = "app", patient other: UserID? = nil) -> SubscriptionHookNotified {
        SubscriptionHookNotified(
            subscriptionId: RecordID(id), version: version, patientId: other ?? patient, subscriberId: patient, clientId: client,
            addressDigest: SHA256.hash(data: Data(address.utf8)).map { String(format: "%02x", $0) }.joined(), notice: notice, eventNumber: version - 1,
            notification: #"{"resourceType":"Bundle","type":"history"}"#, notifiedAt: start)
    }
}
