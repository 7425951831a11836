import CareModels
import Foundation
import ServiceTestKit
import Testing

@testable import ERDirectoryService

@Suite struct SnapshotTests {
    @Test func emergencyRoomsAndTheirHoursAreToldWithoutRemovedOnes() async throws {
        let tomorrow = LocalDate(localSeconds: Date().epochSeconds).advanced(by: 1)
        try await World.run(now: RFC3339.format(Date())) { world in
            let scheduler = try World.caller(.scheduler)
            let (open, gone) = (try await world.enter("Open", by: scheduler), try await world.enter("Gone", by: scheduler))
            #expect(try await world.putDay(open.id, tomorrow.description, #"{"preset": "open12"}"#, by: scheduler).status == 200)
            #expect(try await world.send(.DELETE, "/ers/\(gone.id)", scheduler, headers: ["If-Match": "\"1\""]).status == 204)

            let told: [UUID: ERSnapshot] = try await world.pool.told(.ers, of: snapshots)
            #expect(Array(told.keys) == [open.id.uuid])
            #expect(told[open.id.uuid]?.name == "Open" && told[open.id.uuid]?.timeZone == "America/Winnipeg")
            let hours: [UUID: ERScheduleSnapshot] = try await world.pool.told(.erSchedules, of: snapshots)
            #expect(hours[open.id.uuid]?.days.map(\.date) == [tomorrow.description] && hours.count == 1)
        }
    }
}
