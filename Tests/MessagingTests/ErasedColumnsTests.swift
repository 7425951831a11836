import CareModels
import ServiceTestKit
import Testing

@testable import MessagingService

@Suite struct ErasedColumnsTests {
    @Test func nothingElseIsLeftOfWhoIsErased() async throws {
        try await World.run { world in
            let keeps: Set = [
                "people.user_id", "person_keys.person_id", "conversations.patient_id", "conversations.created_by", "items.author_id", "outbox.subject"
            ]
            try await ErasureCheck(world.pool, UserID(.v7())).expect("Messaging", keeps: keeps, heardBy: consumers(world.dependencies))
        }
    }
}
