import CareModels
import Foundation
import ServiceTestKit
import Testing

@testable import ERDirectoryService

@Suite struct SnapshotTests {
    @Test func emergencyRoomsAndTheirHoursAreToldWithoutRemovedOnes() async throws {
        try await World.run { world in
            let today = LocalDate(localSeconds: world.clock.now.epochSeconds)
            let (tomorrow, last) = (today.advanced(by: 1), today.advanced(by: 4))
            let scheduler = try World.caller(.scheduler)
            let (open, gone) = (try await world.enter("Open", by: scheduler), try await world.enter("Gone", by: scheduler))
            #expect(try await world.putDay(open.id, tomorrow.description, #"{"preset": "open12"}"#, by: scheduler).status == 200)
            #expect(try await world.putDay(open.id, last.description, #"{"preset": "open12"}"#, by: scheduler).status == 200)
            #expect(try await world.send(.DELETE, "/ers/\(gone.id)", scheduler, headers: ["If-Match": "\"1\""]).status == 204)

            let told: [UUID: ERSnapshot] = try await world.pool.told(.ers, of: snapshots)
            #expect(Array(told.keys) == [open.id.uuid])
            #expect(told[open.id.uuid]?.name == "Open" && told[open.id.uuid]?.timeZone == "America/Winnipeg")
            let hours: [UUID: ERScheduleSnapshot] = try await world.pool.told(.erSchedules, of: snapshots, now: world.clock.now)
            #expect(hours[open.id.uuid]?.days.map(\.date) == [tomorrow.description, last.description] && hours.count == 1)
            // By the service's clock, not the machine's: what is over for it is told no more.
            let later: [UUID: ERScheduleSnapshot] = try await world.pool.told(
                .erSchedules, of: snapshots, now: Date(epochSeconds: tomorrow.advanced(by: 3).localSeconds))
            #expect(later[open.id.uuid]?.days.map(\.date) == [last.description])
        }
    }

    /// As many hours as may be written: whoever writes them keeps nobody from hearing of the others.
    @Test func asMuchAsMayBeWrittenIsTold() async throws {
        try await World.run { world in
            let today = LocalDate(localSeconds: world.clock.now.epochSeconds)
            let scheduler = try World.caller(.scheduler)
            let er = try await world.enter("Always", by: scheduler)
            let intervals = (0..<OpeningHours.mostSpans).map { index in
                #"{"start": "\#(OpeningHours.text(index * 120))", "end": "\#(OpeningHours.text(index * 120 + 60))"}"#
            }
            for (first, last) in [(-ScheduleRange.pastDays, 360), (361, ScheduleRange.aheadDays)] {
                let (from, to) = (today.advanced(by: first), today.advanced(by: last))
                let body = #"{"from": "\#(from)", "to": "\#(to)", "intervals": [\#(intervals.joined(separator: ", "))]}"#
                #expect(try await world.send(.PUT, "/ers/\(er.id)/schedule", scheduler, body, headers: ["If-Match": "*"]).status == 200)
            }
            let hours: [UUID: ERScheduleSnapshot] = try await world.pool.told(.erSchedules, of: snapshots, now: world.clock.now)
            let days = try #require(hours[er.id.uuid]).days
            #expect(days.count == ScheduleRange.pastDays + ScheduleRange.aheadDays + 1 && days.allSatisfy { $0.intervals?.count == OpeningHours.mostSpans })
        }
    }
}
