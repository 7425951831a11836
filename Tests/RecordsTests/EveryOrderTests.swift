import CareModels
import Foundation
import Postgres
import ServiceTestKit
import Testing

@testable import RecordsService

/// What Records makes of the events of one person, in whatever order they come.
@Suite struct EveryOrderTests {
    /// Its user in a cluster may read what it reads.
    @Test func whatItReadsIsListed() async throws {
        try await World.run { world in
            #expect(Set(consumers(world.dependencies).map(\.topic)) == Set(ServiceTopics.of("records")?.consumes ?? []))
        }
    }

    @Test(.timeLimit(.minutes(3))) func nothingDependsOnTheOrder() async throws {
        try await World.run { world in
            let all = consumers(world.dependencies)
            let orders = EveryOrder(
                all, world.pool, subject: { UserID(.v7()) },
                events: { id in
                    [UserDeleted(userId: id, version: 2, deletedAt: Date(epochSeconds: 0))]
                },
                state: { id in
                    let buried = try await world.pool.count(
                        "SELECT count(*) FROM person_keys WHERE person_id = \(id) AND wrapped_key IS NULL AND erased_at IS NOT NULL")
                    return String(buried)
                })
            let tried = try await orders.check()
            #expect(tried == all.handledTypes)
        }
    }
}
