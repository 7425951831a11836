import CareModels
import Foundation
import ServiceTestKit
import Testing

@testable import SchedulingService

@Suite struct SnapshotTests {
    @Test func appointmentsAreToldAsTheyAreButOfNobodyWhoWasErased() async throws {
        try await World.run { world in
            let provider = try await world.openProvider()
            let (patient, leaving) = (try await world.person(.patient), try await world.person(.patient))
            let moved = try await world.book(provider, patient, at: "2026-07-02T14:00:00Z").appointment
            #expect(try await world.move(moved.id, patient, to: "2026-07-02T14:30:00Z").status == 200)
            let cancelled = try await world.book(provider, patient, at: "2026-07-02T16:00:00Z").appointment
            #expect(try await world.send(.DELETE, "/appointments/\(cancelled.id)", patient).status == 200)
            _ = try await world.book(provider, leaving, at: "2026-07-02T18:00:00Z")
            let erased = UserDeleted(userId: leaving.id, version: 2, deletedAt: Date())
            try await world.pool.transaction { try await OnUserDeleted(dependencies: world.dependencies).handle(erased, $0) }

            let told: [UUID: AppointmentSnapshot] = try await world.pool.told(.appointments, of: snapshots)
            #expect(Set(told.keys) == [moved.id.uuid, cancelled.id.uuid])
            let one = try #require(told[moved.id.uuid])
            #expect(one.version == 2 && one.status == .booked && one.patientId == patient.id && one.providerId == provider.id)
            #expect(one.startTime == RFC3339.parse("2026-07-02T14:30:00Z") && one.endTime == RFC3339.parse("2026-07-02T15:00:00Z"))
            #expect(told[cancelled.id.uuid]?.status == .cancelled && told[cancelled.id.uuid]?.version == 2)
        }
    }

    @Test func providersWithHoursAreTold() async throws {
        try await World.run { world in
            let open = try await world.openProvider()
            _ = try await world.person(.provider)
            let told: [UUID: AvailabilitySnapshot] = try await world.pool.told(.availability, of: snapshots)
            #expect(Array(told.keys) == [open.id.uuid])
        }
    }
}
