import CareModels
import ServiceTestKit
import Testing

@testable import RecordsService

@Suite struct ErasedColumnsTests {
    @Test func nothingElseIsLeftOfWhoIsErased() async throws {
        try await World.run { world in
            let keeps: Set = [
                "person_keys.person_id", "outbox.subject", "access_heads.owner_id", "access_lists.owner_id", "providers.provider_id"
            ]
            try await ErasureCheck(world.pool, UserID(.v7())).expect("Records", keeps: keeps, heardBy: consumers(world.dependencies))
        }
    }
}
