import CareModels
import Foundation
import ServiceTestKit
import Testing

@testable import ERDirectoryService

@Suite struct NearestTests {
    private func nearest(_ world: World, _ query: String = "latitude=49.8951&longitude=-97.1384") async throws -> NearestBody {
        let answer = try await world.get("/ers/nearest?\(query)")
        #expect(answer.status == 200, "\(String(decoding: answer.body, as: UTF8.self))")
        return try answer.decode()
    }

    @Test func thePlaceGoesByItsFormerNamesToo() async throws {
        try await World.run { world in
            let name = try await world.enter("there", 49.8951, by: World.caller(.scheduler)).name
            #expect(try await nearest(world, "lat=49.8951&lon=-97.1384").possiblyClosed.map(\.name) == [name])
            for (query, field) in [("lat=49.8951", "longitude"), ("latitude=49.8951&lat=49.8951&lon=-97.1384", "lat"), ("lat=91&lon=0", "lat")] {
                let refused = try await world.get("/ers/nearest?\(query)")
                #expect(refused.status == 400 && String(decoding: refused.body, as: UTF8.self).contains(#""field":"\#(field)""#), "\(query)")
            }
        }
    }

    @Test func openOthersAndPossiblyClosedAreToldApart() async throws {
        try await World.run { world in
            let scheduler = try World.caller(.scheduler)
            var ids: [String: ERID] = [:]
            // Each a hundredth of a degree farther north: 1.11 km.
            for (index, name) in ["closed", "unknown", "first", "second", "forgotten", "third"].enumerated() {
                ids[name] = try await world.enter(name, 49.8951 + 0.01 * Double(index), by: scheduler).id
            }
            let date = "2026-07-01"
            for name in ["first", "second", "third", "forgotten"] {
                #expect(try await world.putDay(#require(ids[name]), date, open24, by: scheduler).status == 200)
            }
            _ = try await world.putDay(#require(ids["closed"]), date, closed, by: scheduler)
            let gone = try await world.send(.DELETE, "/ers/\(#require(ids["forgotten"]))/schedule/\(date)", scheduler, headers: ["If-Match": "\"1\""])
            #expect(gone.status == 204)
            // Known on other dates only.
            _ = try await world.putDay(#require(ids["unknown"]), "2026-07-02", open24, by: scheduler)

            let found = try await nearest(world)
            #expect(found.nearestOpen?.name == "first")
            #expect(found.otherOpen.map(\.name) == ["second", "third"])
            #expect(found.possiblyClosed.map(\.name) == ["unknown", "forgotten"] && found.closed.map(\.name) == ["closed"])
            let open = try #require(found.nearestOpen)
            #expect(open.status == "open" && open.today?.date == date && open.today?.intervals == [HoursBody(start: "00:00", end: "24:00")])
            #expect(open.statusUntil == instant("2026-07-02T05:00:00Z"))
            #expect(abs((open.distanceKm ?? 0) - 2.224) < 0.001)
            #expect(open.directions == "https://www.google.com/maps/dir/?api=1&destination=49.9151,-97.1384")
            let unknown = try #require(found.possiblyClosed.first)
            #expect(unknown.status == "unknown" && unknown.statusText == "Possibly closed, call ahead" && unknown.today == nil)
            #expect(unknown.freshness?.hoursUpdatedAt == nil && open.freshness?.hoursUpdatedAt == instant(World.start))
            #expect(found.judgedAt == instant(World.start) && found.freshUntil == found.judgedAt + 60)

            let one = try await nearest(world, "latitude=49.8951&longitude=-97.1384&limit=1")
            #expect(one.nearestOpen?.name == "first" && one.otherOpen.isEmpty && one.possiblyClosed.map(\.name) == ["unknown"] && one.closed.isEmpty)
            // A day later: known of one.
            try world.setClock("2026-07-02T17:00:00Z")
            let later = try await nearest(world)
            #expect(later.nearestOpen?.name == "unknown" && later.possiblyClosed.map(\.name) == ["closed", "first", "second", "forgotten", "third"])
        }
    }

    @Test func atNightClosedOnesSayWhenTheyOpen() async throws {
        try await World.run { world in
            let scheduler = try World.caller(.scheduler)
            func enter(_ name: String, _ ranges: [(String, String, String)], zone: String = "America/Winnipeg", north: Double) async throws -> ERID {
                let id = try await world.enter(name, north, zone: zone, by: scheduler).id
                for (from, to, preset) in ranges {
                    let body = #"{"from": "2026-07-\#(from)", "to": "2026-07-\#(to)", "preset": "\#(preset)"}"#
                    #expect(try await world.send(.PUT, "/ers/\(id)/schedule", scheduler, body, headers: ["If-Match": "*"]).status == 200)
                }
                return id
            }
            _ = try await enter("tomorrow", [("01", "02", "open12")], north: 49.90)
            let weekend = try await enter("after the weekend", [("01", "05", "closed"), ("06", "06", "open12")], north: 49.91)
            _ = try await enter("untold between", [("01", "02", "closed"), ("04", "04", "open12")], north: 49.92)
            _ = try await enter("shut", [("01", "16", "closed"), ("17", "17", "open12")], north: 49.93)
            _ = try await enter("farther west", [("01", "02", "open12")], zone: "America/Denver", north: 49.94)
            // 22:00 in Winnipeg, 21:00 in Denver.
            try world.setClock("2026-07-02T03:00:00Z")
            let night = try await nearest(world)
            #expect(night.nearestOpen == nil && night.otherOpen.isEmpty && night.possiblyClosed.isEmpty)
            #expect(night.closed.map(\.name) == ["tomorrow", "after the weekend", "untold between", "shut", "farther west"])
            let openings = ["2026-07-02T13:00:00Z", "2026-07-06T13:00:00Z", nil, nil, "2026-07-02T14:00:00Z"]
            #expect(night.closed.map(\.opensAt) == openings.map { $0.map(instant) })
            #expect(night.closed.allSatisfy { $0.status == "closed" && $0.statusText == "Closed, call ahead" })
            // The same wherever it is asked for.
            #expect(try await world.get("/ers/\(weekend)").er.opensAt == instant("2026-07-06T13:00:00Z"))
            let listed = try await world.get("/ers").decode(PageBody<ERBody>.self).items
            #expect(listed.map(\.opensAt) == night.closed.map(\.opensAt))
            // One open: closed ones take the places of the open ones that are missing.
            try world.setClock("2026-07-02T13:30:00Z")
            let morning = try await nearest(world, "latitude=49.8951&longitude=-97.1384&limit=3")
            #expect(morning.nearestOpen?.name == "tomorrow" && morning.closed.map(\.name) == ["after the weekend", "untold between"])
        }
    }

    @Test func openOnesAreFoundBehindManyOthers() async throws {
        try await World.run { world in
            let scheduler = try World.caller(.scheduler)
            let rows = (0..<120).map { #"{"sourceId": "\#($0)", "name": "Row \#($0)", "latitude": \#(49.9 + Double($0) * 0.001), "longitude": -97.1, "country": "CA"}"# }
            let imported = try await world.send(.POST, "/ers/import", scheduler, #"{"source": "test", "items": [\#(rows.joined(separator: ","))]}"#)
            #expect(imported.status == 200)
            let far = try await world.enter("far", 51.5, -97.1, by: scheduler)
            let farther = try await world.enter("farther", 53.5, -97.1, by: scheduler)
            for id in [far.id, farther.id] { _ = try await world.putDay(id, "2026-07-01", open12, by: scheduler) }
            let found = try await nearest(world)
            #expect(found.nearestOpen?.name == "far" && found.otherOpen.isEmpty && found.possiblyClosed.count == 10)
            #expect(try await nearest(world, "latitude=49.8951&longitude=-97.1384&withinKm=500").otherOpen.map(\.name) == ["farther"])
            #expect(try await nearest(world, "latitude=49.8951&longitude=-97.1384&withinKm=50").nearestOpen == nil)
            // The hours have ended, though not in every zone.
            try world.setClock("2026-07-02T01:30:00Z")
            #expect(try await nearest(world).nearestOpen == nil)
            // It moves next door, and says that it is in another zone, where it is one hour less.
            let changed = try await world.send(
                .PATCH, "/ers/\(far.id)", scheduler, #"{"latitude": 50.6, "timeZone": "America/Los_Angeles"}"#, headers: ["If-Match": "\"1\""])
            #expect(changed.status == 200)
            #expect(try await nearest(world, "latitude=49.8951&longitude=-97.1384&withinKm=100").nearestOpen?.name == "far")
        }
    }

    @Test func overTheAntimeridianAndAtThePoles() async throws {
        try await World.run { world in
            let scheduler = try World.caller(.scheduler)
            let east = try await world.enter("Taveuni", -16.8, 179.95, zone: "Pacific/Fiji", by: scheduler)
            _ = try await world.enter("Suva", -18.1, 178.4, zone: "Pacific/Fiji", by: scheduler)
            _ = try await world.enter("Alert", 82.5, -62.3, zone: "America/Toronto", by: scheduler)
            let fiji = try await nearest(world, "latitude=-16.8&longitude=-179.95")
            #expect(fiji.possiblyClosed.map(\.name) == ["Taveuni", "Suva", "Alert"])
            #expect(fiji.possiblyClosed[0].id == east.id && (fiji.possiblyClosed[0].distanceKm ?? 99) < 11)
            #expect(try await nearest(world, "latitude=90&longitude=0&limit=1").possiblyClosed.map(\.name) == ["Alert"])
        }
    }

    @Test func answersAreTaggedAndMayBeKept() async throws {
        try await World.run { world in
            let scheduler = try World.caller(.scheduler)
            let er = try await world.enter("Central", by: scheduler)
            _ = try await world.putDay(er.id, "2026-07-01", open12, by: scheduler)
            let path = "/ers/nearest?latitude=49.9&longitude=-97.1"
            let first = try await world.get(path)
            let tag = try #require(first.tag)
            #expect(tag.hasPrefix("W/") && first.cache == "private, max-age=60, stale-if-error=86400")
            #expect(try await world.get(path, tag: tag).status == 304)
            try world.setClock("2026-07-01T17:00:30Z")
            let same = try await world.get(path, tag: tag)
            #expect(same.status == 304 && same.body.isEmpty && same.cache == "private, max-age=60, stale-if-error=86400")
            // It closes at 20:00: an answer from ten seconds before is fresh for ten.
            try world.setClock("2026-07-02T00:59:50Z")
            #expect(try await world.get(path).cache == "private, max-age=10, stale-if-error=86400")
            try world.setClock("2026-07-02T01:00:00Z")
            let closed = try await world.get(path, tag: tag)
            #expect(closed.status == 200 && closed.tag != tag)
            #expect(try closed.decode(NearestBody.self).nearestOpen == nil)
        }
    }

    @Test func whatIsAskedIsChecked() async throws {
        try await World.run { world in
            func faults(_ query: String) async throws -> [String] {
                let answer = try await world.get("/ers/nearest\(query)")
                #expect(answer.status == 400)
                return try answer.problem.fieldNames
            }
            #expect(try await faults("") == ["latitude", "longitude"])
            #expect(try await faults("?latitude=91&longitude=0") == ["latitude"])
            #expect(try await faults("?latitude=0&longitude=north") == ["longitude"])
            #expect(try await faults("?latitude=0&longitude=nan") == ["longitude"])
            #expect(try await faults("?latitude=0&longitude=0&limit=51") == ["limit"])
            #expect(try await faults("?latitude=0&longitude=0&withinKm=0") == ["withinKm"])
            #expect(try await faults("?latitude=0&longitude=0&radius=1") == ["radius"])
            #expect(try await faults("?latitude=91&lon=x&limit=0&withinKm=far") == ["latitude", "lon", "limit", "withinKm"])
            let nowhere = try await nearest(world, "latitude=0&longitude=0")
            #expect(nowhere.nearestOpen == nil && nowhere.otherOpen.isEmpty && nowhere.possiblyClosed.isEmpty)
        }
    }
}
