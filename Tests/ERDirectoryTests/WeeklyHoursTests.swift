import CareModels
import Foundation
import ServiceTestKit
import Testing

@testable import ERDirectoryService

@Suite struct WeeklyReachTests {
    private func ranges(_ hours: String, _ zone: String) throws -> [[Int]] {
        try WeeklyReach.ranges(WeeklyHours(hours), in: zone, now: instant(World.start).epochSeconds).map { [$0.lowerBound, $0.upperBound] }
    }

    // An hour wider at both ends; where clocks are turned, by both offsets.
    @Test func table() throws {
        #expect(try ranges("Tu 08:00-10:00", "Etc/UTC") == [[1860, 2100]])
        #expect(try ranges("Tu 08:00-10:00", "America/Chicago") == [[2160, 2460]])
        #expect(try ranges("Tu 08:00-10:00", "Asia/Kolkata") == [[1530, 1770]])
        #expect(try ranges("Su 18:00-23:00", "America/Chicago") == [[0, 360], [9960, 10_080]])
        #expect(try ranges("Mo 00:00-02:00", "Asia/Kolkata") == [[9690, 9930]])
        #expect(try ranges("24/7", "America/Chicago") == [[0, 10_080]])
        #expect(try ranges("off", "America/Chicago").isEmpty)
    }

    @Test func theMinuteOfTheWeek() {
        #expect(WeeklyReach.minute(of: instant("2026-06-29T00:00:59Z").epochSeconds) == 0)
        #expect(WeeklyReach.minute(of: instant(World.start).epochSeconds) == 2 * 1440 + 17 * 60)
    }

    /// Whatever the hours, zone and time of the year: who is open is within reach.
    @Test(arguments: ["America/Winnipeg", "Australia/Lord_Howe", "Asia/Kolkata", "Pacific/Kiritimati", "Pacific/Pago_Pago"])
    func whoIsOpenIsWithinReach(_ zone: String) throws {
        let timeZone = try #require(Zone(zone))
        for text in ["Mo-Fr 08:00-18:00", "Sa 22:00-06:00; Su 22:00-06:00", "24/7", "Su 23:30-24:00; Mo 00:00-00:30", "We 06:00-05:00"] {
            let hours = try WeeklyHours(text)
            var details = ERDetails(name: "Central", latitude: 1, longitude: 1, timeZone: zone, timeZoneBasis: .stated)
            details.weeklyHours = text
            let place = ERPlace(id: ERID(.v7()), position: details.position, timeZone: zone, weekly: WeeklySchedule(details))
            let ranges = WeeklyReach.ranges(hours, in: zone, now: instant(World.start).epochSeconds)
            var open = 0
            for now in stride(from: instant(World.start).epochSeconds, to: instant("2027-06-20T00:00:00Z").epochSeconds, by: 40_507) {
                let er = ERMoment(place, [], ZoneClock(timeZone, now: now), from: nil)
                guard er.status == .open else { continue }
                open += 1
                #expect(ranges.contains { $0.contains(WeeklyReach.minute(of: now)) }, "\(text) in \(zone) at \(now)")
            }
            #expect(open > 0)
        }
    }
}

@Suite struct WeeklyHoursRouteTests {
    private let week = #"{"weeklyHours": "Mo-Fr 8:00-18:00; Sa 10:00-14:00"}"#

    private func change(_ world: World, _ er: ERID, _ body: String, by caller: World.Caller) async throws -> Answer {
        try await world.send(.PATCH, "/ers/\(er)", caller, body, headers: ["If-Match": "*"])
    }

    @Test func theyDoNotRunOutAndADatesOwnComeFirst() async throws {
        try await World.run { world in
            let scheduler = try World.caller(.scheduler)
            let er = try await world.enter("Central", by: scheduler).id
            let changed = try await change(world, er, week, by: scheduler)
            #expect(changed.status == 200 && changed.tag == "\"2\"")
            #expect(try changed.er.weeklyHours == "Mo-Fr 08:00-18:00; Sa 10:00-14:00" && changed.er.week?.count == 7)
            #expect(try changed.er.week?.map(\.intervals.count) == [1, 1, 1, 1, 1, 1, 0])
            // A Wednesday at noon; then the same in three years.
            #expect(try await world.get("/ers/\(er)").er.status == "open")
            try world.setClock("2029-06-27T17:00:00Z")
            let later = try await world.get("/ers/\(er)").er
            #expect(later.status == "open" && later.today?.intervals == [HoursBody(start: "08:00", end: "18:00")] && later.freshness?.hoursUpdatedAt == nil)
            try world.setClock(World.start)

            let path = "/ers/\(er)/schedule/2026-07-01"
            let day = try await world.get(path)
            #expect(day.tag == "\"0.2\"")
            #expect(try day.decode(DayBody.self).weekly && day.decode(DayBody.self).version == 0)
            // It has no hours of its own, so that it may be given some; the tag of what was read is good for that too.
            #expect(try await world.send(.PUT, path, scheduler, closed, headers: ["If-Match": "\"0.2\""]).status == 200)
            let shut = try await world.get("/ers/\(er)").er
            #expect(shut.status == "closed" && shut.opensAt == instant("2026-07-02T13:00:00Z"))
            let schedule = try await world.get("/ers/\(er)/schedule").decode(ScheduleBody.self)
            #expect(schedule.items.allSatisfy(\.known) && schedule.items.map(\.weekly) == [false] + Array(repeating: true, count: 13))
            // Without its own hours again, the week's hold.
            #expect(try await world.send(.DELETE, path, scheduler, headers: ["If-Match": "\"1\""]).status == 204)
            #expect(try await world.get("/ers/\(er)").er.status == "open")

            #expect(try await change(world, er, #"{"weeklyHours": null}"#, by: scheduler).er.week == nil)
            #expect(try await world.get("/ers/\(er)").er.status == "unknown")
            let events = try await world.events(of: er).filter { $0.type == ERUpdated.type }
            #expect(events.map { $0.data.contains(#""weeklyHours":"Mo-Fr 08:00-18:00; Sa 10:00-14:00""#) } == [true, false])
            let changes = try await world.get("/ers/changes").decode(ChangesBody.self)
            #expect(changes.items.last?.type == "er" && changes.items.last?.er?.weeklyHours == nil)
        }
    }

    @Test func theyHoldOnTheirDatesAlone() async throws {
        try await World.run { world in
            let scheduler = try World.caller(.scheduler)
            let er = try await world.enter("Central", by: scheduler).id
            let body = #"{"weeklyHours": "24/7", "weeklyHoursFrom": "2026-07-02", "weeklyHoursTo": "2026-07-03"}"#
            #expect(try await change(world, er, body, by: scheduler).status == 200)
            let schedule = try await world.get("/ers/\(er)/schedule?to=2026-07-04").decode(ScheduleBody.self)
            #expect(schedule.items.map(\.known) == [false, true, true, false])
            // What is said of the dates goes with the hours.
            let emptied = try await change(world, er, #"{"weeklyHours": null}"#, by: scheduler).er
            #expect(emptied.weeklyHoursFrom == nil && emptied.weeklyHoursTo == nil)
            for (body, field) in [
                (#"{"weeklyHours": "Mo-Fr 08:00-18:00; PH off"}"#, "weeklyHours"), (#"{"weeklyHoursFrom": "2026-07-01"}"#, "weeklyHoursFrom"),
                (#"{"weeklyHours": "24/7", "weeklyHoursTo": "tomorrow"}"#, "weeklyHoursTo"),
                (#"{"weeklyHours": "24/7", "weeklyHoursFrom": "2026-07-02", "weeklyHoursTo": "2026-07-01"}"#, "weeklyHoursTo")
            ] {
                let refused = try await change(world, er, body, by: scheduler)
                #expect(try refused.status == 400 && refused.problem.fieldNames == [field], "\(body)")
            }
        }
    }

    @Test func openOnesAreFoundBehindManyOthersByTheirWeek() async throws {
        try await World.run { world in
            let scheduler = try World.caller(.scheduler)
            let rows = (0..<60).map { #"{"sourceId": "\#($0)", "name": "Row \#($0)", "latitude": \#(49.9 + Double($0) * 0.001), "longitude": -97.1, "country": "CA"}"# }
            let far = #"{"sourceId": "far", "name": "far", "latitude": 51.5, "longitude": -97.1, "country": "CA", "weeklyHours": "We 08:00-20:00"}"#
            let imported = try await world.send(.POST, "/ers/import", scheduler, #"{"source": "test", "items": [\#((rows + [far]).joined(separator: ","))]}"#)
            #expect(imported.status == 200)
            func open(_ query: String = "") async throws -> [String] {
                let found = try await world.get("/ers/nearest?latitude=49.8951&longitude=-97.1384" + query).decode(NearestBody.self)
                return ([found.nearestOpen].compactMap { $0 } + found.otherOpen).map(\.name)
            }
            #expect(try await open() == ["far"])
            #expect(try await open("&withinKm=50") == [])
            // Thursday.
            try world.setClock("2026-07-02T17:00:00Z")
            #expect(try await open() == [])
            try world.setClock(World.start)
            let northern = try await world.get("/ers?bbox=-98,51,-97,52").decode(PageBody<ERBody>.self).items
            let id = try #require(northern.first?.id)
            // It moves, and is found where it is now.
            #expect(try await change(world, id, #"{"latitude": 50.2}"#, by: scheduler).status == 200)
            #expect(try await open("&withinKm=50") == ["far"])
            _ = try await world.send(.DELETE, "/ers/\(id)", scheduler, headers: ["If-Match": "*"])
            #expect(try await open() == [])
            #expect(try await world.count("SELECT count(*) FROM weekly_reach") == 0)
        }
    }

    @Test func anImportSetsThemUntilASchedulerDoes() async throws {
        try await World.run { world in
            let scheduler = try World.caller(.scheduler)
            func send(_ hours: String) async throws -> ImportTests.Answer.Item {
                let row = #"{"sourceId": "1", "name": "One", "latitude": 34.05, "longitude": -118.24, "country": "US", "weeklyHours": "\#(hours)"}"#
                let answer = try await world.send(.POST, "/ers/import", scheduler, #"{"source": "test", "items": [\#(row)]}"#)
                let items = try answer.decode(ImportTests.Answer.self).items
                return try #require(items.first)
            }
            let first = try await send("Mo-Fr 08:00-18:00")
            let id = try #require(first.id)
            #expect(try await send("Mo-Fr 8:00-18:00").outcome == "unchanged")
            #expect(try await send("Mo-Th 08:00-18:00").outcome == "updated")
            #expect(try await change(world, id, #"{"weeklyHours": "24/7"}"#, by: scheduler).status == 200)
            #expect(try await send("Mo-Th 08:00-18:00").outcome == "unchanged")
            #expect(try await world.get("/ers/\(id)").er.weeklyHours == "24/7")
            let refused = try await send("sometimes")
            #expect(refused.outcome == "refused" && refused.fields?.map(\.field) == ["weeklyHours"])
        }
    }
}
