import CareModels
import ServiceTestKit
import Testing

@testable import ERDirectoryService

@Suite struct ErasedColumnsTests {
    /// It hears of nobody's erasure. The ids that it has are those of who changed emergency rooms.
    @Test func nothingOfAPersonIsKeptButTheirId() async throws {
        try await World.run { world in
            let keeps: Set = ["audit_log.user_id", "idempotency_keys.caller", "outbox.subject"]
            try await ErasureCheck(world.pool, UserID(.v7()), unused: ["person_keys"]).expect("ERDirectory", keeps: keeps) {}
        }
    }
}
