import CareModels
import Foundation
import HTTP
import ServiceTestKit
import Testing

@testable import SchedulingService

/// One-off intervals, each by its id.
@Suite struct IntervalTests {
    struct OneOff: Decodable, Sendable {
        var id: UUID
        var kind: String
        var startTime: String
        var endTime: String
    }

    struct Availability: Decodable, Sendable {
        var version: Int
        var intervals: [OneOff]
    }

    private static let first = #"{"kind": "open", "startTime": "2026-07-04T10:00:00Z", "endTime": "2026-07-04T12:00:00Z"}"#
    private static let second = #"{"kind": "open", "startTime": "2026-07-05T10:00:00Z", "endTime": "2026-07-05T12:00:00Z"}"#
    private static let away = #"{"kind": "busy", "startTime": "2026-07-06T10:00:00Z", "endTime": "2026-07-06T12:00:00Z"}"#

    private func publish(_ world: World, _ provider: World.Person, _ intervals: String...) async throws -> [OneOff] {
        let body = #"{"intervals": [\#(intervals.joined(separator: ","))]}"#
        return try await world.send(.POST, "/providers/availability", provider, body).decode(Availability.self).intervals
    }

    @Test func oneIsChangedAndTakenAway() async throws {
        try await World.run { world in
            let provider = try await world.person(.provider)
            let made = try await publish(world, provider, Self.first, Self.second, Self.away)
            #expect(Set(made.map(\.id)).count == 3)
            let path = "/providers/availability/intervals/\(made[0].id)"
            let stale = try await world.send(.PATCH, path, provider, #"{"endTime": "2026-07-04T13:00:00Z"}"#, headers: ["If-Match": "\"0\""])
            #expect(stale.status == 412)
            let changed = try await world.send(.PATCH, path, provider, #"{"endTime": "2026-07-04T13:00:00Z"}"#, headers: ["If-Match": "\"1\""])
            #expect(changed.status == 200 && changed.headers.first(name: "etag") == "\"2\"")
            let after = try changed.decode(Availability.self).intervals
            #expect(after.map(\.id) == made.map(\.id))
            #expect(after[0].startTime == "2026-07-04T10:00:00Z" && after[0].endTime == "2026-07-04T13:00:00Z")
            #expect(try await world.get("/providers/\(provider.id)/availability", provider).decode(Availability.self).intervals.map(\.id) == made.map(\.id))
            // What it was may be published again: another one, with an id of its own.
            let moved = try await world.send(.PATCH, path, provider, #"{"startTime": "2026-07-07T10:00:00Z", "endTime": "2026-07-07T11:00:00Z"}"#)
            #expect(try moved.decode(Availability.self).intervals.map(\.id) == [made[1].id, made[0].id, made[2].id])
            let again = try await publish(world, provider, Self.first)
            #expect(Set(again.map(\.id)).count == 4)

            let removed = try await world.send(.DELETE, path, provider)
            #expect(removed.status == 200)
            let left = try removed.decode(Availability.self).intervals.map(\.id)
            #expect(!left.contains(made[0].id))
            #expect(try await world.send(.DELETE, path, provider).status == 404)
            #expect(try await world.send(.PATCH, path, provider, "{}").status == 404)
            #expect(try await world.events(of: provider.id.uuid).map(\.version) == [1, 2, 3, 4, 5])
        }
    }

    @Test func refusalsAreNamed() async throws {
        try await World.run { world in
            let (provider, other) = (try await world.person(.provider), try await world.person(.provider))
            let patient = try await world.person(.patient)
            let made = try await publish(world, provider, Self.first, Self.second)
            let path = "/providers/availability/intervals/\(made[0].id)"
            func faults(_ body: String) async throws -> [String] { try await world.send(.PATCH, path, provider, body).problem.fieldNames }
            #expect(try await faults(#"{"kind": "closed", "endTime": "2026-07-04T09:00:00Z"}"#) == ["kind", "endTime"])
            #expect(try await faults(#"{"kind": null, "startTime": null}"#) == ["kind", "startTime"])
            // Right in themselves, and not with what is there.
            let over = #""startTime": "2026-07-05T11:00:00Z", "endTime": "2026-07-05T13:00:00Z"}"#
            let overlapping = [
                try await world.send(.PATCH, path, provider, "{" + over),
                try await world.send(.POST, "/providers/availability", provider, #"{"intervals": [{"kind": "open", "# + over + "]}")
            ]
            for answer in overlapping { #expect(try answer.status == 409 && answer.problem.slug == "openings-overlap", "\(answer.text)") }
            #expect(try await faults(#"{"endTime": "2028-07-05T11:00:00Z"}"#) == ["endTime"])
            #expect(try await world.send(.PATCH, "/providers/availability/intervals/x", provider, "{}").status == 404)
            #expect(try await world.send(.PATCH, path, other, "{}").status == 404)
            #expect(try await world.send(.DELETE, path, other).status == 404)
            #expect(try await world.send(.PATCH, path, patient, "{}").status == 403)
            #expect(try await world.send(.DELETE, path, patient).status == 403)
            #expect(try await world.send(.DELETE, path, nil).status == 401)
            let limited = World.Person(id: provider.id, token: try World.token(provider.id, .provider, scope: "appointments:write"))
            #expect(try await world.send(.DELETE, path, limited).problem.slug == "insufficient-scope")
            #expect(try await world.get("/providers/\(provider.id)/availability", provider).decode(Availability.self).version == 1)
        }
    }

    @Test func aCalendarThatIsFullTakesNoMore() async throws {
        try await World.run { world in
            let provider = try await world.person(.provider)
            let most = AvailabilityRule.mostWeekly
            let hours = (0..<most).map { number in
                let clock = (number / 60 < 10 ? "0" : "") + "\(number / 60):" + (number % 60 < 10 ? "0" : "") + "\(number % 60)"
                return #"{"weekday": "monday", "start": "\#(clock)", "end": "23:00"}"#
            }
            let further = #"{"weekday": "friday", "start": "09:00", "end": "10:00"}"#
            func publish(_ method: HTTPMethod, _ hours: [String]) async throws -> Answer {
                try await world.send(method, "/providers/availability", provider, #"{"weekly": [\#(hours.joined(separator: ","))]}"#)
            }
            // Whatever is there, so many are too many.
            #expect(try await publish(.POST, hours + [further]).problem.fieldNames == ["weekly"])
            #expect(try await publish(.POST, hours).status == 201)
            let full = try await publish(.POST, [further])
            #expect(try full.status == 409 && full.problem.slug == "quota-exceeded", "\(full.text)")
            let quota = try full.decode(QuotaBody.self)
            #expect(quota.limit == most && quota.used == most)
            // One that is there already is no other.
            #expect(try await publish(.POST, [hours[0]]).status == 201)
            #expect(try await publish(.PATCH, [further]).status == 200)
        }
    }

    /// Absences that touch become one: it goes by the id of the one that was moved there.
    @Test func anAbsenceThatTouchesAnotherBecomesOneWithIt() async throws {
        try await World.run { world in
            let provider = try await world.person(.provider)
            let made = try await publish(
                world, provider, Self.away, #"{"kind": "busy", "startTime": "2026-07-06T14:00:00Z", "endTime": "2026-07-06T15:00:00Z"}"#)
            let path = "/providers/availability/intervals/\(made[1].id)"
            let joined = try await world.send(.PATCH, path, provider, #"{"startTime": "2026-07-06T12:00:00Z"}"#).decode(Availability.self).intervals
            #expect(joined.map(\.id) == [made[1].id])
            #expect(joined[0].startTime == "2026-07-06T10:00:00Z" && joined[0].endTime == "2026-07-06T15:00:00Z")
            let opened = try await world.send(.PATCH, path, provider, #"{"kind": "open"}"#).decode(Availability.self).intervals
            #expect(opened.map(\.kind) == ["open"] && opened.map(\.id) == [made[1].id])
        }
    }

    /// The release before keeps no ids: each interval has one all the same, and keeps it from then on.
    @Test func thoseOfBeforeHaveIdsAsWell() async throws {
        try await World.run { world in
            let provider = try await world.person(.provider)
            _ = try await publish(world, provider, Self.first, Self.away)
            try await world.pool.withConnection { connection in
                _ = try await connection.execute("UPDATE calendars SET interval_ids = '{}', interval_keys = '{}'")
            }
            func read() async throws -> [OneOff] { try await world.get("/providers/\(provider.id)/availability", provider).decode(Availability.self).intervals }
            let before = try await read()
            #expect(Set(before.map(\.id)).count == 2)
            #expect(try await read().map(\.id) == before.map(\.id))
            let body = #"{"startTime": "2026-07-04T09:00:00Z"}"#
            let changed = try await world.send(.PATCH, "/providers/availability/intervals/\(before[0].id)", provider, body).decode(Availability.self).intervals
            #expect(changed.map(\.id) == before.map(\.id))
            #expect(try await read().map(\.id) == before.map(\.id))
        }
    }
}
