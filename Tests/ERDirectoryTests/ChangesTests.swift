import CareModels
import Foundation
import Testing

@testable import ERDirectoryService

@Suite struct ChangesTests {
    @Test func aClientKeepsItsCopy() async throws {
        try await World.run { world in
            let scheduler = try World.caller(.scheduler)
            func changes(_ query: String) async throws -> ChangesBody { try await world.get("/ers/changes\(query)").decode() }
            #expect(try await changes("").items.isEmpty)
            let one = try await world.enter("One", by: scheduler)
            let two = try await world.enter("Two", by: scheduler)
            _ = try await world.putDay(one.id, "2026-07-01", open24, by: scheduler)
            _ = try await world.putDay(one.id, "2026-07-02", open24, by: scheduler)
            let first = try await changes("?limit=3")
            #expect(first.items.map(\.type) == ["er", "er", "schedule"] && first.nextCursor != nil && first.nextSince == 3)
            let rest = try await changes("?since=\(first.nextSince)")
            #expect(rest.items.map { $0.schedule?.date } == ["2026-07-02"] && rest.nextCursor == nil && rest.nextSince == 4)
            // The same by the cursor, whatever `since` the reading began with.
            let next = try await changes("?since=0&after=\(#require(first.nextCursor))")
            #expect(next.items.map(\.position) == rest.items.map(\.position) && next.nextSince == 4)
            #expect(try await world.get("/ers/changes?after=nonsense").problem.fieldNames == ["after"])
            // What depends on the moment is not in it.
            #expect(first.items[0].er?.status == nil && first.items[0].er?.name == "One" && first.items[0].er?.timeZone == "America/Winnipeg")

            let answer = try await world.get("/ers/changes?since=4")
            #expect(answer.cache == "public, max-age=60, stale-if-error=86400")
            #expect(try await world.get("/ers/changes?since=4", tag: #require(answer.tag)).status == 304)

            _ = try await world.send(.DELETE, "/ers/\(one.id)/schedule/2026-07-01", scheduler, headers: ["If-Match": "\"1\""])
            _ = try await world.send(.DELETE, "/ers/\(two.id)", scheduler, headers: ["If-Match": "\"1\""])
            _ = try await world.send(.PATCH, "/ers/\(one.id)", scheduler, #"{"name": "First"}"#, headers: ["If-Match": "\"1\""])
            #expect(try await world.get("/ers/changes?since=4", tag: #require(answer.tag)).status == 200)
            let later = try await changes("?since=4")
            #expect(later.items.map(\.type) == ["schedule", "er", "er"] && later.items.map(\.deleted) == [true, true, false])
            #expect(later.items.map(\.erId) == [one.id, two.id, one.id] && later.items[2].er?.name == "First")
            #expect(later.nextSince == 7)
            #expect(try await world.get("/ers/changes?since=8").problem.slug == "start-again")
            #expect(try await world.get("/ers/changes?since=8").status == 410)
            #expect(try await world.get("/ers/changes?since=-1").problem.fieldNames == ["since"])
            #expect(try await world.get("/ers/changes?limit=201").problem.fieldNames == ["limit"])
        }
    }

    @Test func afterAnOlderCopyWasRestoredClientsStartAgain() async throws {
        try await World.run { world in
            let scheduler = try World.caller(.scheduler)
            func changes(_ query: String) async throws -> ChangesBody { try await world.get("/ers/changes\(query)").decode() }
            let one = try await world.enter("One", by: scheduler)
            _ = try await world.putDay(one.id, "2026-07-01", open24, by: scheduler)
            for _ in 1...2 {
                let before = try await changes("").nextSince
                _ = try await restored.run(world.pool, .now)
                // Where a client may be that has read what the copy has not, and where one is that has read all of the copy.
                for since in [1, before, before + 1, before + 1000] {
                    #expect(try await world.get("/ers/changes?since=\(since)").problem.slug == "start-again")
                }
                let first = try await changes("?limit=1")
                #expect(first.items.map(\.type) == ["er"] && first.nextCursor != nil)
                let rest = try await changes("?since=\(first.nextSince)")
                #expect(rest.items.map(\.type) == ["schedule"] && rest.nextCursor == nil)
                #expect(try await changes("?since=\(rest.nextSince)").items.isEmpty)
            }
            let since = try await changes("").nextSince
            let two = try await world.enter("Two", by: scheduler)
            #expect(try await changes("?since=\(since)").items.map(\.erId) == [two.id])
        }
    }

    @Test func anEmptyDirectoryMayBeRestoredToo() async throws {
        try await World.run { world in
            _ = try await restored.run(world.pool, .now)
            let page: ChangesBody = try await world.get("/ers/changes").decode()
            #expect(page.items.isEmpty)
            #expect(try await world.get("/ers/changes?since=\(page.nextSince)").status == 200)
        }
    }
}
