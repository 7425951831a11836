import CareModels
import ServiceTestKit
import Testing

@testable import HealthMonitorService

@Suite struct ErasedColumnsTests {
    @Test func nothingElseIsLeftOfWhoIsErased() async throws {
        try await World.run { world in
            let keeps: Set = [
                "monitors.person_id", "person_keys.person_id", "outbox.subject"
            ]
            try await ErasureCheck(world.pool, UserID(.v7())).expect("HealthMonitor", keeps: keeps, heardBy: consumers(world.dependencies))
        }
    }
}
