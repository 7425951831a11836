import CareModels
import Foundation
import Outbox
import Postgres
import ServiceTestKit
import Synchronization
import Testing

@testable import HealthMonitorService
@testable import Sealing

/// What HealthMonitor makes of the events of one key, in whatever order they come.
@Suite struct EveryOrderTests {
    fileprivate struct Subject: Sendable {
        let person: World.Person
        let id = RecordID(.v7())
    }

    /// Its user in a cluster may read what it reads.
    @Test func whatItReadsIsListed() async throws {
        try await World.run { world in
            #expect(Set(consumers(world.dependencies).map(\.topic)) == Set(ServiceTopics.of("health-monitor")?.consumes ?? []))
        }
    }

    @Test(.timeLimit(.minutes(3))) func nothingDependsOnTheOrder() async throws {
        try await World.run { world in
            let key = try #require(MeasurementKey([UInt8](repeating: 3, count: MeasurementKey.length)))
            var dependencies = world.dependencies
            dependencies.measurements = MeasurementKeys { _ in key }
            let all = consumers(dependencies)
            var tried: Set<String> = []
            let observations = EveryOrder(
                all, world.pool, subject: { Subject(person: try await world.watched()) },
                events: { subject in
                    [
                        subject.recorded(1, 70, at: "2026-07-02T19:57:00Z"), subject.measured(2, 60, at: "2026-07-02T19:58:00Z", key),
                        subject.recorded(3, 700, at: "2026-07-02T19:58:00Z"), subject.withdrawn(4)
                    ]
                },
                state: { subject in
                    let latest = try await world.get("/health/summary", subject.person).decode(SummaryBody.self).latest
                    let stored = try await world.count("SELECT count(*) FROM heart_rates WHERE person_id = \(subject.person.id)")
                    let alerts = try await world.count("SELECT count(*) FROM alerts WHERE person_id = \(subject.person.id)")
                    return "\(stored) \(latest.map { "\($0)" } ?? "none") \(alerts)"
                })
            tried.formUnion(try await observations.check())
            let people = EveryOrder(
                all, world.pool, subject: { try world.someone(.patient) },
                events: { person in
                    [
                        person.registered(1, "America/Winnipeg"), UserUpdated(person.registered(2, "Europe/Paris")),
                        UserSnapshot(person.registered(2, "Europe/Paris")), person.deleted(3)
                    ]
                },
                state: { person in
                    try await world.pool.withConnection { connection in
                        let row = try await connection.first(
                            """
                            SELECT row(person_version, time_zone, erased_at,
                                (SELECT wrapped_key IS NULL FROM person_keys k WHERE k.person_id = m.person_id))::text AS state
                            FROM monitors m WHERE person_id = \(person.id)
                            """)
                        return try row?["state"] ?? ""
                    }
                })
            tried.formUnion(try await people.check())
            #expect(tried == all.handledTypes)
        }
    }

    /// An alert is raised by what counts as it comes: one heart rate above the boundary, unless a later word about the same
    /// observation came before it. It stays, as what happened; nothing that is sent again raises another.
    @Test(.timeLimit(.minutes(3))) func whatIsOverAlertsNobodyInWhateverOrder() async throws {
        try await World.run { world in
            let key = try #require(MeasurementKey([UInt8](repeating: 3, count: MeasurementKey.length)))
            var dependencies = world.dependencies
            dependencies.measurements = MeasurementKeys { _ in key }
            let all = consumers(dependencies)
            func hear(_ event: ReceivedEvent) async throws {
                for consumer in all where consumer.types?.contains(event.type) == true { _ = try await consumer.apply(event, on: world.pool) }
            }
            var raised = 0
            for order in Arrangements.selections(of: 4).flatMap({ Arrangements.orders(of: $0) }) {
                let subject = Subject(person: try await world.watched())
                let events: [any CareEvent] = [
                    subject.recorded(1, 80, at: "2026-07-02T19:56:00Z"), subject.measured(2, 90, at: "2026-07-02T19:57:00Z", key),
                    subject.recorded(3, 60, at: "2026-07-02T19:58:00Z"), subject.withdrawn(4)
                ]
                let received = try events.map { try ReceivedEvent($0) }
                for index in order + order { try await hear(received[index]) }
                for index in order.reversed() {
                    try await world.pool.withConnection { _ = try await $0.execute("DELETE FROM inbox_days WHERE event_id = \(received[index].id.uuid)") }
                    try await hear(received[index])
                }
                let raises = order.enumerated().contains { place, index in index < 2 && order[..<place].allSatisfy { $0 < index } }
                let alerts = try await world.count("SELECT count(*) FROM alerts WHERE person_id = \(subject.person.id)")
                #expect(alerts == (raises ? 1 : 0), "\(order)")
                raised += alerts
                #expect(try await world.count("SELECT count(*) FROM outbox WHERE type = \(AlertRaised.type)") == raised, "\(order)")
            }
        }
    }

    /// No connection to the database waits for Records' answer.
    @Test func aKeyIsAskedForBeforeTheTransaction() async throws {
        try await World.run { world in
            let key = try #require(MeasurementKey([UInt8](repeating: 3, count: MeasurementKey.length)))
            let subject = Subject(person: try await world.watched())
            let waiting = Mutex<[Int]>([])
            var dependencies = world.dependencies
            dependencies.measurements = MeasurementKeys { _ in
                let count = try await world.count(
                    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'")
                waiting.withLock { $0.append(count) }
                return key
            }
            let event = subject.measured(1, 60, at: "2026-07-02T19:58:00Z", key)
            for consumer in consumers(dependencies) where consumer.types?.contains(ObservationMeasured.type) == true {
                _ = try await consumer.apply(ReceivedEvent(event), on: world.pool)
            }
            #expect(waiting.withLock(\.self) == [0])
            #expect(try await world.count("SELECT count(*) FROM heart_rates") == 1)
        }
    }

    /// A dead letter that is sent again months later: the measurement was withdrawn meanwhile.
    @Test func aWithdrawnMeasurementStaysAwayAndAlertsNobody() async throws {
        try await World.run { world in
            let subject = Subject(person: try await world.watched())
            for event: any CareEvent in [subject.withdrawn(2), subject.recorded(1, 90, at: "2026-07-02T19:59:00Z")] {
                for consumer in consumers(world.dependencies) where consumer.types?.contains(type(of: event).type) == true {
                    _ = try await consumer.apply(ReceivedEvent(event), on: world.pool)
                }
            }
            #expect(try await world.count("SELECT count(*) FROM heart_rates") == 0)
            #expect(try await world.count("SELECT count(*) FROM alerts") == 0)
            try await world.erase(subject.person)
            #expect(try await world.count("SELECT count(*) FROM observation_versions") == 0)
        }
    }
}

extension EveryOrderTests.Subject {
    fileprivate func recorded(_ version: Int, _ bpm: Double, at: String) -> ObservationRecorded {
        ObservationRecorded(
            observationId: id, version: version, userId: person.id, recordVersion: version, system: "http://loinc.org", code: "40443-4",
            value: bpm, unit: "/min", effectiveAt: RFC3339.parse(at) ?? .distantPast)
    }

    fileprivate func measured(_ version: Int, _ bpm: Double, at: String, _ key: MeasurementKey) -> ObservationMeasured {
        ObservationMeasured(
            observationId: id, version: version, userId: person.id, recordVersion: version, system: "http://loinc.org", code: "40443-4",
            effectiveAt: RFC3339.parse(at) ?? .distantPast,
            sealed: (try? key.seal(MeasuredAmount(value: bpm, unit: "/min"), of: id, version: version)) ?? "")
    }

    fileprivate func withdrawn(_ version: Int) -> ObservationWithdrawn {
        ObservationWithdrawn(observationId: id, version: version, userId: person.id, recordVersion: version, withdrawnAt: Date(epochSeconds: 0))
    }
}

extension World.Person {
    fileprivate func registered(_ version: Int, _ zone: String) -> UserRegistered {
        UserRegistered(
            userId: id, version: version, username: "user", role: .patient, fullName: nil, avatarUrl: nil, specialty: nil, timeZone: zone,
            registeredAt: Date(epochSeconds: 0))
    }

    fileprivate func deleted(_ version: Int) -> UserDeleted { UserDeleted(userId: id, version: version, deletedAt: Date(epochSeconds: 0)) }
}
