import CareModels
import Foundation
import Postgres
import ServiceTestKit
import Testing

@testable import MessagingService

/// What Messaging makes of the events of one key, in whatever order they come.
@Suite struct EveryOrderTests {
    fileprivate struct Subject: Sendable {
        let id = UUID.v7()
        let patient = UserID(.v7())
        let provider = UserID(.v7())
        let start = Date(epochSeconds: 1_800_000_000)
        var end: Date { start.addingTimeInterval(1800) }
    }

    /// Its user in a cluster may read what it reads.
    @Test func whatItReadsIsListed() async throws {
        try await World.run { world in
            #expect(Set(consumers(world.dependencies).map(\.topic)) == Set(ServiceTopics.of("messaging")?.consumes ?? []))
        }
    }

    @Test(.timeLimit(.minutes(3))) func nothingDependsOnTheOrder() async throws {
        try await World.run { world in
            let all = consumers(world.dependencies)
            var tried: Set<String> = []
            func check(_ events: @escaping @Sendable (Subject) -> [any CareEvent], _ state: @escaping @Sendable (Subject) -> SQL) async throws {
                let orders = EveryOrder(all, world.pool, subject: { Subject() }, events: events) { subject in
                    try await world.text(state(subject))
                }
                tried.formUnion(try await orders.check())
            }
            try await check({ [$0.registered(1), UserUpdated($0.registered(2)), UserSnapshot($0.registered(2)), $0.deleted(3)] }, { $0.person })
            try await check({ [$0.booked(1), $0.moved(2), $0.changed(3), $0.cancelled(4)] }, { $0.lastWord })
            try await check({ [$0.raised, $0.answered] }, { $0.notification })
            try await check({ [$0.reminded] }, { $0.notification })
            try await check({ [$0.overridden] }, { $0.notification })
            try await check({ [$0.told(1, .handshake, 0), $0.told(2, .change, 3), $0.told(3, .heartbeat, 3)] }, { $0.subscription })
            #expect(tried == all.handledTypes)
        }
    }
}

extension World {
    /// The columns of the rows, for comparing.
    fileprivate func text(_ sql: SQL) async throws -> String {
        try await pool.withConnection { connection in
            try await connection.query("SELECT coalesce(string_agg(state::text, ' '), '') AS text FROM (\(sql)) state").map { try $0["text"] as String }
                .joined()
        }
    }
}

extension EveryOrderTests.Subject {
    fileprivate func registered(_ version: Int) -> UserRegistered {
        UserRegistered(
            userId: patient, version: version, username: "user \(version)", role: .patient, fullName: nil, avatarUrl: nil, specialty: nil,
            timeZone: nil, registeredAt: start)
    }

    fileprivate func deleted(_ version: Int) -> UserDeleted { UserDeleted(userId: patient, version: version, deletedAt: start) }

    fileprivate func booked(_ version: Int) -> AppointmentBooked {
        AppointmentBooked(
            appointmentId: AppointmentID(id), version: version, patientId: patient, providerId: provider, startTime: start, endTime: end)
    }

    fileprivate func moved(_ version: Int) -> AppointmentRescheduled {
        AppointmentRescheduled(
            appointmentId: AppointmentID(id), version: version, patientId: patient, providerId: provider, startTime: start, endTime: end,
            previousStartTime: start, previousEndTime: end, rescheduledBy: patient)
    }

    fileprivate func changed(_ version: Int) -> AppointmentChanged {
        AppointmentChanged(
            appointmentId: AppointmentID(id), version: version, patientId: patient, providerId: provider, startTime: start, endTime: end,
            changedBy: provider)
    }

    fileprivate func cancelled(_ version: Int) -> AppointmentCancelled {
        AppointmentCancelled(
            appointmentId: AppointmentID(id), version: version, patientId: patient, providerId: provider, startTime: start, endTime: end,
            cancelledBy: patient)
    }

    fileprivate var raised: AlertRaised { AlertRaised(alertId: AlertID(id), version: 1, patientId: patient, raisedAt: start) }
    fileprivate var answered: AlertAnswered { AlertAnswered(alertId: AlertID(id), version: 2, patientId: patient, answeredAt: end) }
    fileprivate var overridden: RecordAccessOverridden {
        RecordAccessOverridden(overrideId: RecordOverrideID(id), version: 1, patientId: patient, providerId: UserID(.v7()), beganAt: start, endsAt: end)
    }

    fileprivate func told(_ version: Int, _ notice: SubscriptionNotice, _ number: Int) -> SubscriptionNotified {
        SubscriptionNotified(
            subscriptionId: RecordID(id), version: version, patientId: patient, subscriberId: provider, role: .provider, notice: notice, eventNumber: number,
            notifiedAt: start)
    }

    fileprivate var reminded: ReminderFired {
        ReminderFired(reminderId: ReminderID(id), version: 2, patientId: patient, alertId: AlertID(.v7()), dueAt: start, firedAt: end)
    }

    fileprivate var person: SQL {
        """
        SELECT version, role, username, erased_at, (SELECT count(*) FROM feeds WHERE user_id = \(patient)) AS feeds
        FROM people WHERE user_id = \(patient)
        """
    }

    /// What each of the two was told last of the appointment, that nothing was told twice, and the last word in their conversation.
    fileprivate var lastWord: SQL {
        """
        SELECT (SELECT array_agg(DISTINCT kind) FROM notifications WHERE subject_id = \(id) AND subject_version = last.version) AS kinds,
            last.version, last.people, (SELECT details ->> 'event' FROM items WHERE conversation_id = r.conversation_id ORDER BY sequence DESC LIMIT 1),
            (SELECT count(*) FROM (SELECT FROM notifications WHERE subject_id = \(id) GROUP BY user_id, subject_version HAVING count(*) > 1) twice)
        FROM care_relations r, LATERAL (
            SELECT max(subject_version) AS version, count(DISTINCT user_id) AS people FROM notifications WHERE subject_id = \(id)
        ) last
        WHERE r.provider_id = \(provider)
        """
    }

    fileprivate var subscription: SQL {
        "SELECT kind, subject_version, details->>'eventNumber' AS number, read_at FROM notifications WHERE subject_id = \(id) AND user_id = \(provider)"
    }

    fileprivate var notification: SQL {
        "SELECT kind, answered_at, read_at FROM notifications WHERE subject_id = \(id) AND user_id = \(patient)"
    }
}
