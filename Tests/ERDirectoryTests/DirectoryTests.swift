import CareModels
import Foundation
import HTTP
import ServiceTestKit
import Testing

@testable import ERDirectoryService

@Suite struct DirectoryTests {
    @Test func anERIsEnteredChangedAndRemoved() async throws {
        try await World.run { world in
            let scheduler = try World.caller(.scheduler)
            let body = #"{"name": "Riverside", "latitude": 34.05, "longitude": -118.24, "country": "US", "region": "CA", "phone": "(323) 462-2271"}"#
            let made = try await world.send(.POST, "/ers", scheduler, body, headers: ["Idempotency-Key": "one"])
            #expect(made.status == 201 && made.tag == "\"1\"")
            let er = try made.er
            #expect(made.headers.first(name: "location") == "/ers/\(er.id)")
            #expect(er.phone == "+13234622271" && er.phoneLink == "tel:+13234622271")
            #expect(er.timeZone == "America/Los_Angeles" && er.timeZoneBasis == "state")
            #expect(try await world.send(.POST, "/ers", scheduler, body, headers: ["Idempotency-Key": "one"]).er.id == er.id)

            let read = try await world.get("/ers/\(er.id)")
            let tag = try #require(read.tag)
            #expect(try read.er.status == "unknown" && read.cache == "public, max-age=60, stale-if-error=86400")
            #expect(try await world.get("/ers/\(er.id)", tag: tag).status == 304)

            // The tag that reading gave is good for changing.
            let changed = try await world.send(.PATCH, "/ers/\(er.id)", scheduler, #"{"name": "Riverside General"}"#, headers: ["If-Match": tag])
            #expect(changed.status == 200 && changed.tag == "\"2\"")
            #expect(try changed.er.name == "Riverside General" && changed.er.phone == "+13234622271")
            #expect(try await world.send(.PATCH, "/ers/\(er.id)", scheduler, #"{"name": "Lost"}"#, headers: ["If-Match": tag]).status == 412)
            #expect(try await world.send(.PATCH, "/ers/\(er.id)", scheduler, #"{"name": "Lost"}"#).status == 428)
            #expect(try await world.get("/ers/\(er.id)", tag: tag).status == 200)
            let same = try await world.send(.PATCH, "/ers/\(er.id)", scheduler, #"{"name": "Riverside General"}"#, headers: ["If-Match": "\"2\""])
            #expect(same.tag == "\"2\"")

            #expect(try await world.send(.DELETE, "/ers/\(er.id)", scheduler).status == 428)
            #expect(try await world.send(.DELETE, "/ers/\(er.id)", scheduler, headers: ["If-Match": "\"1\""]).status == 412)
            #expect(try await world.send(.DELETE, "/ers/\(er.id)", scheduler, headers: ["If-Match": "\"2\""]).status == 204)
            for path in ["/ers/\(er.id)", "/ers/\(er.id)/schedule", "/ers/\(er.id)/schedule/2026-07-01", "/ers/nonsense"] {
                #expect(try await world.get(path).status == 404)
            }
            #expect(try await world.send(.DELETE, "/ers/\(er.id)", scheduler, headers: ["If-Match": "*"]).status == 404)
            #expect(try await world.events(of: er.id).map(\.description) == ["care.ers.created.v1 v1", "care.ers.updated.v1 v2", "care.ers.removed.v1 v3"])
        }
    }

    @Test func boxesOfTheMap() async throws {
        try await World.run { world in
            let scheduler = try World.caller(.scheduler)
            for (name, latitude, longitude) in [("Winnipeg", 49.9, -97.1), ("Brandon", 49.8, -99.9), ("Taveuni", -16.8, 179.9), ("Samoa", -13.8, -171.8)] {
                _ = try await world.enter(name, latitude, longitude, by: scheduler)
            }
            func names(_ query: String) async throws -> [String] { try await world.get("/ers?\(query)").decode(PageBody<ERBody>.self).items.map(\.name).sorted() }
            #expect(try await names("") == ["Brandon", "Samoa", "Taveuni", "Winnipeg"])
            #expect(try await names("bbox=-98,49,-97,50") == ["Winnipeg"])
            #expect(try await names("bbox=-100,49,-97,50") == ["Brandon", "Winnipeg"])
            #expect(try await names("bbox=170,-20,-170,-10") == ["Samoa", "Taveuni"])
            #expect(try await names("bbox=-170,-20,170,-10") == [])
            #expect(try await names("bbox=-180,-90,180,90").count == 4)
            #expect(try await world.get("/ers?bbox=1,2,3").problem.fieldNames == ["bbox"])

            var found: [String] = []
            var cursor: String?
            repeat {
                let page = try await world.get("/ers?limit=3" + (cursor.map { "&after=\($0)" } ?? "")).decode(PageBody<ERBody>.self)
                found += page.items.map(\.name)
                cursor = page.nextCursor
            } while cursor != nil
            #expect(found == ["Winnipeg", "Brandon", "Taveuni", "Samoa"])
            let listed = try await world.get("/ers?bbox=-98,49,-97,50")
            #expect(try await world.get("/ers?bbox=-98,49,-97,50", tag: #require(listed.tag)).status == 304)
        }
    }

    @Test func hoursAreSetReadAndForgotten() async throws {
        try await World.run { world in
            let scheduler = try World.caller(.scheduler)
            let er = try await world.enter("Central", by: scheduler)
            let path = "/ers/\(er.id)/schedule/2026-07-04"
            let nothing = try await world.get(path)
            #expect(try nothing.tag == "\"0\"" && nothing.decode(DayBody.self).known == false)
            #expect(try await world.send(.PUT, path, scheduler, open24).problem.slug == "precondition-required")
            #expect(try await world.send(.PUT, path, scheduler, open24, headers: ["If-Match": "\"1\""]).status == 412)
            let put = try await world.send(.PUT, path, scheduler, open24, headers: ["If-Match": "\"0\""])
            #expect(put.status == 200 && put.tag == "\"1\"")
            #expect(try await world.send(.PUT, path, scheduler, open12, headers: ["If-None-Match": "*"]).status == 412)
            #expect(try await world.send(.PUT, path, scheduler, open12, headers: ["If-Match": "\"0\""]).status == 412)
            let intervals = #"{"intervals": [{"start": "22:00", "end": "06:00"}, {"start": "08:00", "end": "12:00"}]}"#
            let changed = try await world.send(.PUT, path, scheduler, intervals, headers: ["If-Match": "\"1\""])
            #expect(try changed.decode(DayBody.self).intervals == [HoursBody(start: "08:00", end: "12:00"), HoursBody(start: "22:00", end: "06:00")])
            let same = try await world.send(.PUT, path, scheduler, intervals, headers: ["If-Match": "\"2\""])
            #expect(same.status == 200 && same.tag == "\"2\"")
            #expect(try await world.send(.DELETE, path, scheduler, headers: ["If-Match": "\"2\""]).status == 204)
            let forgotten = try await world.get(path)
            #expect(try forgotten.tag == "\"3\"" && forgotten.decode(DayBody.self).known == false)
            #expect(try await world.send(.PUT, path, scheduler, open12, headers: ["If-None-Match": "*"]).tag == "\"4\"")

            #expect(try await world.send(.PUT, path, scheduler, #"{"preset": "sometimes"}"#, headers: ["If-Match": "*"]).problem.fieldNames == ["preset"])
            for date in ["2026-06-28", "2029-01-01", "tomorrow"] {
                #expect(try await world.putDay(er.id, date, open24, by: scheduler).problem.fieldNames == ["date"])
            }
            let events = try await world.events(of: er.id).filter { $0.type == ERScheduleChanged.type }
            #expect(events.map(\.version) == [1, 2, 3, 4])
            #expect(events[2].data.contains(#""days":[{"date":"2026-07-04"}]"#))
            #expect(events[3].data.contains(#"{"date":"2026-07-04","hours":[{"end":"20:00","start":"08:00"}],"intervals":[{"end":"20:00","start":"08:00"}]}"#))
        }
    }

    @Test func hoursOfManyDates() async throws {
        try await World.run { world in
            let scheduler = try World.caller(.scheduler)
            let er = try await world.enter("Central", by: scheduler)
            let path = "/ers/\(er.id)/schedule"
            func put(_ body: String, _ match: String?) async throws -> Answer {
                try await world.send(.PUT, path, scheduler, body, headers: match.map { ["If-Match": $0] } ?? [:])
            }
            let weekdays = #"{"from": "2026-07-01", "to": "2026-07-31", "weekdays": ["monday", "tuesday", "wednesday", "thursday", "friday"], "preset": "open24"}"#
            #expect(try await put(weekdays, nil).status == 428)
            #expect(try await put(weekdays, "\"1\"").status == 412)
            let read = try await world.get(path)
            let first = try await put(weekdays, #require(read.tag))
            #expect(try first.tag == "\"1\"" && first.decode(ScheduleBody.self).items.count == 23)
            let all = #"{"from": "2026-07-01", "to": "2026-07-05", "preset": "open24"}"#
            #expect(try await put(all, "\"1\"").decode(ScheduleBody.self).items.map(\.date) == ["2026-07-04", "2026-07-05"])
            #expect(try await put(all, "\"2\"").tag == "\"2\"")

            let standard = try await world.get(path)
            let schedule = try standard.decode(ScheduleBody.self)
            #expect(schedule.version == 2 && schedule.items.map(\.date).first == "2026-07-01" && schedule.items.count == 14)
            #expect(schedule.items.filter(\.known).count == 12 && schedule.items[10].known == false && schedule.items[3].version == 1)
            #expect(try await world.get(path, tag: #require(standard.tag)).status == 304)
            // The same address shows other dates tomorrow.
            try world.setClock("2026-07-02T17:00:00Z")
            #expect(try await world.get(path, tag: #require(standard.tag)).status == 200)
            var dates: [String] = []
            var cursor: String?
            repeat {
                let page = try await world.get(path + "?limit=6" + (cursor.map { "&after=\($0)" } ?? "")).decode(ScheduleBody.self)
                dates += page.items.map(\.date)
                cursor = page.nextCursor
            } while cursor != nil
            #expect(dates.count == 14 && dates.first == "2026-07-02" && dates.last == "2026-07-15" && Set(dates).count == 14)
            #expect(try await world.get(path + "?from=2026-07-01&to=2026-06-01").problem.fieldNames == ["to"])
            #expect(try await world.get(path + "?from=2026-07-01&to=2027-06-01").problem.fieldNames == ["to"])
            #expect(try await world.get(path + "?from=today").problem.fieldNames == ["from"])
            #expect(try await world.events(of: er.id).map(\.version) == [1, 1, 2])
        }
    }

    @Test func whoMayNotEdit() async throws {
        try await World.run { world in
            let scheduler = try World.caller(.scheduler)
            let er = try await world.enter("Central", by: scheduler)
            let date = "/ers/\(er.id)/schedule/2026-07-01"
            let edits: [(HTTPMethod, String, String?)] = [
                (.POST, "/ers", #"{"name": "A", "latitude": 1, "longitude": 1}"#), (.POST, "/ers/import", #"{"source": "a", "items": []}"#),
                (.PATCH, "/ers/\(er.id)", "{}"), (.DELETE, "/ers/\(er.id)", nil), (.PUT, "/ers/\(er.id)/schedule", "{}"), (.PUT, date, open24),
                (.DELETE, date, nil), (.GET, "/ers/\(er.id)/audit", nil)
            ]
            for (method, path, body) in edits {
                #expect(try await world.send(method, path, nil, body, headers: ["If-Match": "*"]).status == 401, "\(method) \(path)")
                for role in [Role.patient, .provider] {
                    #expect(try await world.send(method, path, World.caller(role), body, headers: ["If-Match": "*"]).status == 403, "\(role) \(method) \(path)")
                }
                let limited = try World.caller(.scheduler, scope: "appointments:read")
                #expect(try await world.send(method, path, limited, body, headers: ["If-Match": "*"]).problem.slug == "insufficient-scope")
            }
            #expect(try await world.count("SELECT count(*) FROM audit_log") == 1)
            for role in [Role.scheduler, .admin, .service] {
                #expect(try await world.putDay(er.id, "2026-07-01", role == .admin ? closed : open24, by: World.caller(role)).status == 200)
            }
        }
    }

    @Test func everyChangeIsInTheLog() async throws {
        struct Line: Decodable, Sendable {
            struct State: Decodable, Sendable {
                struct Details: Decodable, Sendable { var name: String }
                struct Day: Decodable, Sendable {
                    var date: String
                    var intervals: [HoursBody]?
                }
                var details: Details?
                var days: [Day]?
            }
            var action: String
            var doneBy: UserID?
            var clientId: String
            var role: String
            var version: Int
            var at: Date
            var before: State?
            var after: State?
        }
        try await World.run { world in
            let scheduler = try World.caller(.scheduler)
            let machine = try World.caller(.service)
            let er = try await world.enter("Central", by: scheduler)
            _ = try await world.send(.PATCH, "/ers/\(er.id)", machine, #"{"name": "Centre"}"#, headers: ["If-Match": "\"1\""])
            try world.setClock("2026-07-01T18:00:00Z")
            _ = try await world.putDay(er.id, "2026-07-01", open12, by: scheduler)
            // Nothing changes, so nothing is noted.
            _ = try await world.putDay(er.id, "2026-07-01", open12, by: scheduler)
            _ = try await world.send(.DELETE, "/ers/\(er.id)", scheduler, headers: ["If-Match": "\"2\""])
            let first = try await world.send(.GET, "/ers/\(er.id)/audit?limit=3", scheduler)
            let page = try first.decode(PageBody<Line>.self)
            let rest = try await world.send(.GET, "/ers/\(er.id)/audit?limit=3&after=\(#require(page.nextCursor))", scheduler).decode(PageBody<Line>.self)
            let lines = page.items + rest.items
            #expect(lines.map(\.action) == ["removed", "scheduled", "updated", "created"])
            #expect(lines.map(\.doneBy) == [scheduler.id, scheduler.id, nil, scheduler.id])
            #expect(lines.map(\.clientId) == ["careline", "careline", "importer", "careline"] && lines[2].role == "service")
            #expect(lines.map(\.version) == [3, 1, 2, 1])
            #expect(lines[1].at == instant("2026-07-01T18:00:00Z") && lines[3].at == instant(World.start))
            #expect(lines[2].before?.details?.name == "Central" && lines[2].after?.details?.name == "Centre")
            #expect(lines[1].before?.days?.first?.intervals == nil && lines[1].after?.days?.first?.intervals == [HoursBody(start: "08:00", end: "20:00")])
            #expect(lines[0].after == nil && lines[3].before == nil)
        }
    }

    /// One line may have the hours of 400 dates: two hundred of them were an answer of tens of megabytes.
    @Test func aPageOfTheLogEndsWhereItIsLong() async throws {
        struct Line: Decodable, Sendable { var version: Int }
        try await World.run { world in
            let scheduler = try World.caller(.scheduler)
            let er = try await world.enter("Central", by: scheduler)
            try await world.pool.withConnection { connection in
                // 400 kB each, but for the last, which alone is longer than any answer.
                _ = try await connection.execute(
                    """
                    INSERT INTO audit_log (id, at, er_id, action, client, role, version, after)
                    SELECT ('ffffffff-0000-7000-8000-00000000000' || number)::uuid, now(), \(er.id), 'scheduled', 'careline', 'scheduler', number + 1,
                        jsonb_build_object('days', (SELECT jsonb_agg(jsonb_build_object('date', '2026-07-01'))
                            FROM generate_series(1, CASE number WHEN 6 THEN 80000 ELSE 16000 END)))
                    FROM generate_series(1, 6) AS number
                    """)
            }
            var (pages, after) = ([[Int]](), "")
            repeat {
                let page = try await world.send(.GET, "/ers/\(er.id)/audit?limit=200\(after)", scheduler).decode(PageBody<Line>.self)
                pages.append(page.items.map(\.version))
                after = page.nextCursor.map { "&after=\($0)" } ?? ""
            } while !after.isEmpty && pages.count < 10
            #expect(pages == [[7], [6, 5], [4, 3], [2, 1]])
        }
    }

    /// What a release after this one has written beside it.
    @Test func aLaterReleasesWordsAreRead() async throws {
        struct Line: Decodable, Sendable { var action: String }
        try await World.run { world in
            let scheduler = try World.caller(.scheduler)
            let er = try await world.enter("Central", by: scheduler)
            try await world.pool.withConnection { connection in
                _ = try await connection.execute("ALTER TABLE audit_log DROP CONSTRAINT audit_log_action_check")
                _ = try await connection.execute("UPDATE audit_log SET action = 'merged', after = jsonb_set(after, '{details,timeZoneBasis}', '\"surveyed\"')")
                _ = try await connection.execute("UPDATE ers SET time_zone_basis = 'surveyed'")
            }
            #expect(try await world.send(.GET, "/ers/\(er.id)/audit", scheduler).decode(PageBody<Line>.self).items.map(\.action) == ["merged"])
            let near = try await world.get("/ers/nearest?latitude=49.9&longitude=-97.1")
            #expect(near.status == 200 && near.text.contains("Central"))
            #expect(try await world.get("/ers/\(er.id)").er.timeZoneBasis == "nearest")
        }
    }
}
