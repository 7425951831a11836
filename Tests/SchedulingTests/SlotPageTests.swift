import CareModels
import Foundation
import Postgres
import ServiceTestKit
import Testing

@testable import SchedulingService

/// Slots come in answers of a bounded size, however many there are.
@Suite struct SlotPageTests {
    struct Found: Decodable, Sendable {
        var providerId: UserID?
        var from: String
        var to: String
        var items: [SlotItem]
        var nextCursor: String?
    }

    private static let week = "from=2026-07-06T00:00:00Z&to=2026-07-11T00:00:00Z"

    @Test func aProvidersSlotsGoOn() async throws {
        try await World.run { world in
            let patient = try await world.person(.patient)
            let provider = try await world.openProvider()
            let path = "/providers/\(provider.id)/slots"
            let all: Found = try await world.get("\(path)?\(Self.week)&limit=200", patient).decode()
            #expect(all.items.count == 80 && all.nextCursor == nil)
            let standard: Found = try await world.get("\(path)?\(Self.week)", patient).decode()
            #expect(standard.items.count == 50 && standard.nextCursor != nil)
            var starts: [String] = []
            var next: String? = ""
            var answers = 0
            while let cursor = next {
                let query = cursor.isEmpty ? Self.week : "after=\(cursor)"
                let page: Found = try await world.get("\(path)?\(query)&limit=30", patient).decode()
                #expect(page.items.count <= 30 && page.from == all.from && page.to == all.to)
                starts += page.items.map(\.startTime)
                next = page.nextCursor
                answers += 1
            }
            #expect(answers == 3)
            #expect(starts == all.items.map(\.startTime))
            for limit in ["0", "201", "x"] { #expect(try await world.get("\(path)?limit=\(limit)", patient).problem.fieldNames == ["limit"]) }
            for forged in ["x", "WyIxIl0", "WyIxIiwiMCIsIjk5OTk5OTk5OTk5Il0", "WyIxIiwiMCIsIjI2Nzg0MDEiXQ"] {
                #expect(try await world.get("\(path)?after=\(forged)", patient).problem.fieldNames == ["after"], "\(forged)")
            }
        }
    }

    struct SpecialtyItem: Decodable, Sendable {
        struct Provider: Decodable, Sendable { var providerId: UserID }
        var provider: Provider
        var slots: [SlotItem]
    }

    /// 31 days of five minutes of many providers: what an answer holds does not depend on how many there are.
    @Test func aSpecialtysSlotsGoOn() async throws {
        try await World.run { world in
            let patient = try await world.person(.patient)
            var expected: [String] = []
            for index in 0..<ShowSpecialtySlots.batch + 5 {
                let provider = try await world.openProvider(fullName: String(format: "Doctor %02d", index), specialty: "cardiology")
                let found: Found = try await world.get("/providers/\(provider.id)/slots?\(Self.week)&limit=200", patient).decode()
                expected += found.items.map { "\(provider.id) \($0.startTime)" }
            }
            let path = "/providers/availability/cardiology"
            for limit in [7, 80, 150, 200] {
                var slots: [String] = []
                var next: String? = ""
                while let cursor = next {
                    let query = cursor.isEmpty ? Self.week : "after=\(cursor)"
                    let page = try await world.get("\(path)?\(query)&limit=\(limit)", patient).decode(PageBody<SpecialtyItem>.self)
                    #expect(page.items.map(\.slots.count).reduce(0, +) <= limit)
                    for item in page.items { slots += item.slots.map { "\(item.provider.providerId) \($0.startTime)" } }
                    next = limit == 7 && slots.count > 200 ? nil : page.nextCursor
                }
                #expect(slots == Array(expected.prefix(slots.count)), "\(limit)")
                #expect(limit == 7 || slots.count == expected.count, "\(limit)")
            }
            let standard = try await world.get("\(path)?\(Self.week)", patient).decode(PageBody<SpecialtyItem>.self)
            #expect(standard.items.map(\.slots.count).reduce(0, +) == 50 && standard.nextCursor != nil)
            for limit in ["0", "201"] { #expect(try await world.get("\(path)?limit=\(limit)", patient).problem.fieldNames == ["limit"]) }
            #expect(try await world.get("\(path)?after=WyIxIl0", patient).problem.fieldNames == ["after"])
        }
    }

    struct Day: Decodable, Sendable {
        var date: String
        var slots: [SlotItem]
    }

    struct DaysItem: Decodable, Sendable {
        var days: [Day]
    }

    /// 09:00 to 17:00 in Winnipeg are two days in Tokyo.
    @Test func slotsArePutTogetherByDays() async throws {
        try await World.run { world in
            let patient = try await world.person(.patient)
            let provider = try await world.openProvider(#", "slotMinutes": 120"#, specialty: "cardiology")
            let path = "/providers/\(provider.id)/slots?from=2026-07-06T00:00:00Z&to=2026-07-08T00:00:00Z"
            let flat = try await world.get(path, patient).decode(PageBody<SlotItem>.self).items
            #expect(flat.count == 8 && flat.allSatisfy { $0.timeZone == "America/Winnipeg" })
            func days(_ query: String) async throws -> [String] {
                let items = try await world.get(path + query, patient).decode(PageBody<Day>.self).items
                return items.map { "\($0.date) \($0.slots.count)" }
            }
            #expect(try await days("&timeZone=America/Winnipeg") == ["2026-07-06 4", "2026-07-07 4"])
            #expect(try await days("&timeZone=Asia/Tokyo") == ["2026-07-06 1", "2026-07-07 4", "2026-07-08 3"])
            let first = try await world.get(path + "&timeZone=Asia/Tokyo&limit=3", patient).decode(PageBody<Day>.self)
            #expect(first.items.map(\.slots.count) == [1, 2])
            let cursor = try #require(first.nextCursor)
            #expect(try await days("&timeZone=Asia/Tokyo&after=\(cursor)") == ["2026-07-07 2", "2026-07-08 3"])
            let all = try await world.get(path + "&timeZone=Asia/Tokyo", patient).decode(PageBody<Day>.self).items.flatMap(\.slots)
            #expect(all.map(\.startTime) == flat.map(\.startTime) && all.allSatisfy { $0.timeZone == "America/Winnipeg" })

            let specialty = "/providers/availability/cardiology?from=2026-07-06T00:00:00Z&to=2026-07-08T00:00:00Z&timeZone=Asia/Tokyo"
            let found = try await world.get(specialty, patient).decode(PageBody<DaysItem>.self).items
            #expect(found.map { $0.days.map(\.slots.count) } == [[1, 4, 3]])
            for bad in ["EST", "Mars/Olympus", ""] { #expect(try await world.get(path + "&timeZone=\(bad)", patient).problem.fieldNames == ["timeZone"], "\(bad)") }
        }
    }

    /// Both lists of slots are asked alike.
    @Test func allThatIsWrongWithASearchIsToldAtOnce() async throws {
        try await World.run { world in
            let patient = try await world.person(.patient)
            for list in ["/providers/\(patient.id)/slots", "/providers/availability/cardiology"] {
                let refused = try await world.get("\(list)?from=soon&to=never&timeZone=EST&limit=0", patient)
                #expect(try refused.status == 400 && refused.problem.fieldNames == ["limit", "timeZone", "from", "to"], "\(list)")
            }
        }
    }

    /// Whether they have no hours, have them at another time, or are away: 250 of whom nobody can be booked, each with `columns` of a calendar.
    private static func idle(_ world: World, _ columns: [(String, String)]) async throws {
        let (names, values) = (columns.map { ", \($0.0)" }.joined(), columns.map { ", \($0.1)" }.joined())
        let sql: SQL = """
            WITH made AS (
                INSERT INTO people (user_id, version, role, username, specialty)
                SELECT gen_random_uuid(), 1, 'provider', 'b' || n, 'rare' FROM generate_series(1, 250) AS n RETURNING user_id
            )
            INSERT INTO calendars (provider_id, slot_minutes, buffer_before, buffer_after, minimum_notice, cancel_notice, reschedule_notice,
                booking_window_days\(unescaped: names))
            SELECT user_id, 30, 0, 0, 60, 0, 0, 365\(unescaped: values) FROM made
            """
        try await world.pool.withConnection { connection in _ = try await connection.execute(sql) }
    }

    @Test(
        arguments: [
            [], [("open_intervals", "'{1,3601}'")],
            // Every day, and closed on each of the range's.
            [("weekly", "'{0,540,600,1,540,600,2,540,600,3,540,600,4,540,600}'"), ("busy_intervals", "'{1,4102444800}'")]
        ] as [[(String, String)]]) func whoeverComesBehindManyWhoAreNotFreeIsFound(_ columns: [(String, String)]) async throws
    {
        try await World.run { world in
            let patient = try await world.person(.patient)
            try await Self.idle(world, columns)
            let path = "/providers/availability/rare?\(Self.week)&limit=200"
            let nobody = try await world.get(path, patient).decode(PageBody<SpecialtyItem>.self)
            #expect(nobody.items.isEmpty && nobody.nextCursor == nil)
            let last = try await world.openProvider(fullName: "Zoe", specialty: "rare")
            let found = try await world.get(path, patient).decode(PageBody<SpecialtyItem>.self)
            #expect(found.items.map(\.provider.providerId) == [last.id] && found.items.map(\.slots.count) == [80] && found.nextCursor == nil)
        }
    }

    /// An answer that has slots is not held up by many who have none: it is short, and goes on.
    @Test func anAnswerWithSlotsGoesOnBehindThem() async throws {
        try await World.run { world in
            let patient = try await world.person(.patient)
            let first = try await world.openProvider(fullName: "A", specialty: "rare")
            try await Self.idle(world, [("weekly", "'{0,540,600}'"), ("busy_intervals", "'{1,4102444800}'")])
            let last = try await world.openProvider(fullName: "Zoe", specialty: "rare")
            let page = try await world.get("/providers/availability/rare?\(Self.week)&limit=200", patient).decode(PageBody<SpecialtyItem>.self)
            #expect(page.items.map(\.provider.providerId) == [first.id])
            let cursor = try #require(page.nextCursor)
            let next = try await world.get("/providers/availability/rare?limit=200&after=\(cursor)", patient).decode(PageBody<SpecialtyItem>.self)
            #expect(next.items.map(\.provider.providerId) == [last.id] && next.nextCursor == nil)
        }
    }
}
