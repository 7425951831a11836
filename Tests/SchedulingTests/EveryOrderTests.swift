import CareModels
import Foundation
import Outbox
import Postgres
import ServiceTestKit
import Testing

@testable import SchedulingService

/// What Scheduling makes of the events of one person, in whatever order they come.
@Suite struct EveryOrderTests {
    /// Its user in a cluster may read what it reads.
    @Test func whatItReadsIsListed() async throws {
        try await World.run { world in
            #expect(Set(consumers(world.dependencies).map(\.topic)) == Set(ServiceTopics.of("scheduling")?.consumes ?? []))
        }
    }

    @Test(.timeLimit(.minutes(3))) func nothingDependsOnTheOrder() async throws {
        try await World.run { world in
            let all = consumers(world.dependencies)
            let orders = EveryOrder(
                all, world.pool, subject: { UserID(.v7()) },
                events: { id in
                    [
                        Self.registered(id, 1), UserUpdated(Self.registered(id, 2)), UserSnapshot(Self.registered(id, 2)),
                        UserDeleted(userId: id, version: 3, deletedAt: Date(epochSeconds: 0))
                    ]
                },
                state: { id in
                    // Of a calendar that was emptied its version is left; whoever was erased before they had one, has none.
                    try await world.pool.withConnection { connection in
                        let row = try await connection.first(
                            """
                            SELECT row(p.version, role, username, title, full_name, specialty, practice, languages, p.time_zone, erased_at,
                                (SELECT c.version FROM calendars c WHERE c.provider_id = p.user_id AND p.erased_at IS NULL))::text AS state
                            FROM people p WHERE user_id = \(id)
                            """)
                        return try row?["state"] ?? ""
                    }
                })
            let tried = try await orders.check()
            #expect(tried == all.handledTypes)
        }
    }

    @Test func nobodyWhoWasErasedGetsACalendar() async throws {
        try await World.run { world in
            let id = UserID(.v7())
            let events: [any CareEvent] = [UserDeleted(userId: id, version: 2, deletedAt: Date(epochSeconds: 0)), Self.registered(id, 1)]
            for event in events {
                for consumer in consumers(world.dependencies) { _ = try await consumer.apply(ReceivedEvent(event), on: world.pool) }
            }
            #expect(try await world.count("SELECT count(*) FROM calendars") == 0)
        }
    }

    private static func registered(_ id: UserID, _ version: Int) -> UserRegistered {
        UserRegistered(
            userId: id, version: version, username: "user \(version)", role: .provider, fullName: "Name \(version)", avatarUrl: nil,
            specialty: "cardiology", timeZone: nil, registeredAt: Date(epochSeconds: 0))
    }
}
