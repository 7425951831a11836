import CareModels
import ServiceTestKit
import Testing

@testable import SchedulingService

@Suite struct ErasedColumnsTests {
    @Test func nothingElseIsLeftOfWhoIsErased() async throws {
        try await World.run { world in
            let keeps: Set = [
                "people.user_id", "calendars.provider_id", "appointments.patient_id", "appointments.provider_id", "appointments.cancelled_by", "outbox.subject"
            ]
            try await ErasureCheck(world.pool, UserID(.v7()), unused: ["person_keys"])
                .expect("Scheduling", keeps: keeps, heardBy: consumers(world.dependencies))
        }
    }
}
