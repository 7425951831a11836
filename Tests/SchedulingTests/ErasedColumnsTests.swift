import CareModels
import ServiceTestKit
import Testing

@testable import SchedulingService

@Suite struct ErasedColumnsTests {
    @Test func nothingElseIsLeftOfWhoIsErased() async throws {
        try await World.run { world in
            let keeps: Set = [
                "people.user_id", "calendars.provider_id", "appointments.patient_id", "appointments.provider_id", "appointments.cancelled_by",
                "appointments.booked_by", "appointments.rescheduled_by", "outbox.subject", "person_keys.person_id"
            ]
            try await ErasureCheck(world.pool, UserID(.v7()))
                .expect("Scheduling", keeps: keeps, heardBy: consumers(world.dependencies))
        }
    }
}
