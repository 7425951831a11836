import CareModels
import Foundation
import Kafka
import Postgres
import Testing

@testable import Outbox
@testable import Telemetry

/// What a projection that keeps versions is told of events that it never got.
@Suite struct GapTests {
    private struct Refused: Error {}

    /// Keeps the last version of each subject. One of `refused` fails after it was noted.
    private static func consumer(_ name: String, refused: Int = 0) -> Consumer {
        Consumer(
            name, topic: .reminders,
            [
                .following(ReminderFired.self) { event, _, tx in
                    let row = try await tx.first(
                        """
                        WITH held AS (SELECT version FROM aggregates WHERE id = \(event.subject)), taken AS (
                            INSERT INTO aggregates (id, version) VALUES (\(event.subject), \(event.version))
                            ON CONFLICT (id) DO UPDATE SET version = excluded.version WHERE aggregates.version < excluded.version
                        )
                        SELECT version FROM held
                        """)
                    if event.version == refused { throw Refused() }
                    return VersionStep(after: try row?["version"] ?? 0, to: event.version)
                }
            ])
    }

    private static func event(_ subject: ReminderID, version: Int, id: UUID = .v7()) throws -> ReceivedEvent {
        let event = ReminderFired(
            reminderId: subject, version: version, patientId: UserID(.v7()), alertId: AlertID(.v7()), dueAt: Date(epochSeconds: 0),
            firedAt: Date(epochSeconds: 0))
        let headers = [
            "ce_id": id.uuidString, "ce_source": "/careline/health-monitor", "ce_type": ReminderFired.type, "ce_subject": subject.description,
            "ce_time": "2026-03-08T14:30:00Z", "ce_specversion": "1.0"
        ]
        return try ReceivedEvent(
            KafkaMessage(
                topic: Topic.reminders.rawValue, partition: 0, offset: 0, key: nil, value: Array(try CareJSON.encode(event)),
                headers: headers.map { ($0.key, Array($0.value.utf8)) }, timestamp: 0))
    }

    /// Counted under a name that no other test has.
    private static func counted(_ name: String) -> Double {
        let series = #"care_consumer_gaps_total{consumer="\#(name)",event="\#(ReminderFired.type)"} "#
        let line = Metrics.render().split(separator: "\n").first { $0.hasPrefix(series) }
        return line.flatMap { Double($0.dropFirst(series.count)) } ?? 0
    }

    @Test func aGapCountsOnceAndARepetitionNever() async throws {
        try await Kit.withDatabase { pool, _ in
            let consumer = Self.consumer("gaps")
            let subject = ReminderID(.v7())
            let first = try Self.event(subject, version: 1)
            #expect(try await consumer.apply(first, on: pool) == .handled(.next))
            #expect(try await consumer.apply(first, on: pool) == .repeated)
            #expect(Self.counted("gaps") == 0)
            let fifth = try Self.event(subject, version: 5)
            #expect(try await consumer.apply(fifth, on: pool) == .handled(.gap(missing: 2...4)))
            #expect(Self.counted("gaps") == 1)
            #expect(try await consumer.apply(fifth, on: pool) == .repeated)
            // What was missed comes late, and then what follows.
            #expect(try await consumer.apply(Self.event(subject, version: 3), on: pool) == .handled(.seen))
            #expect(try await consumer.apply(Self.event(subject, version: 6), on: pool) == .handled(.next))
            #expect(Self.counted("gaps") == 1)
        }
    }

    @Test func aFirstSightCountsWhenItsVersionSaysThatOthersCameBefore() async throws {
        try await Kit.withDatabase { pool, _ in
            let consumer = Self.consumer("first-gaps")
            let one = try await consumer.apply(Self.event(ReminderID(.v7()), version: 1), on: pool)
            #expect(one == .handled(.next))
            #expect(Self.counted("first-gaps") == 0)
            let other = try await consumer.apply(Self.event(ReminderID(.v7()), version: 2), on: pool)
            #expect(other == .handled(.gap(missing: 1...1)))
            #expect(Self.counted("first-gaps") == 1)
        }
    }

    @Test func whatIsNotCommittedCountsNothing() async throws {
        try await Kit.withDatabase { pool, _ in
            let event = try Self.event(ReminderID(.v7()), version: 4)
            await #expect(throws: Refused.self) { _ = try await Self.consumer("undone-gaps", refused: 4).apply(event, on: pool) }
            #expect(Self.counted("undone-gaps") == 0)
            #expect(try await Self.consumer("undone-gaps").apply(event, on: pool) == .handled(.gap(missing: 1...3)))
            #expect(Self.counted("undone-gaps") == 1)
        }
    }
}
