import CareModels
import Foundation
import HTTP
import Postgres
import ServiceTestKit
import Testing

@testable import ERDirectoryService

/// Many at once, over HTTP, against the real database.
@Suite struct RaceTests {
    @Test func ofFiftyChangesOfOneDateWithOneTagOneSucceeds() async throws {
        try await World.run { world in
            let scheduler = try World.caller(.scheduler)
            let er = try await world.enter("Central", by: scheduler)
            for round in 0..<3 {
                let answers = try await together(50) { index in
                    // None of them is what is there: the same hours again are no change.
                    let hours = #"{"intervals": [{"start": "08:00", "end": "\#(OpeningHours.text(600 + 50 * round + index))"}]}"#
                    return try await world.putDay(er.id, "2026-07-01", hours, match: "\"\(round)\"", by: scheduler)
                }
                #expect(answers.filter { $0.status == 200 }.count == 1)
                #expect(answers.filter { $0.status == 412 }.count == 49)
                let won = try #require(answers.first { $0.status == 200 })
                #expect(try await world.get("/ers/\(er.id)/schedule/2026-07-01").body == won.body)
            }
            #expect(try await world.events(of: er.id).filter { $0.type == ERScheduleChanged.type }.map(\.version) == [1, 2, 3])
            #expect(try await world.count("SELECT count(*) FROM audit_log WHERE action = 'scheduled'") == 3)
        }
    }

    @Test func changesOfOneERWithOneTag() async throws {
        try await World.run { world in
            let scheduler = try World.caller(.scheduler)
            let er = try await world.enter("Central", by: scheduler)
            let answers = try await together(30) { index in
                let headers = ["If-Match": "\"1\""]
                if index % 3 == 0 { return try await world.send(.DELETE, "/ers/\(er.id)", scheduler, headers: .init(headers.map { ($0, $1) })) }
                return try await world.send(.PATCH, "/ers/\(er.id)", scheduler, #"{"name": "Name \#(index)"}"#, headers: .init(headers.map { ($0, $1) }))
            }
            #expect(answers.filter { $0.status == 200 || $0.status == 204 }.count == 1)
            #expect(answers.allSatisfy { [200, 204, 404, 412].contains($0.status) })
            #expect(try await world.events(of: er.id).map(\.version) == [1, 2])
        }
    }

    /// Someone follows the feed while many write: whoever reads from where they were ends with the same directory as who reads it whole.
    @Test func theFeedMissesNoCommit() async throws {
        try await World.run { world in
            let scheduler = try World.caller(.scheduler)
            var list: [ERID] = []
            for index in 0..<6 { list.append(try await world.enter("ER \(index)", 49.9 + Double(index), by: scheduler).id) }
            let ers = list
            let writing = Task {
                try await together(120) { index in
                    let er = ers[index % 6]
                    switch index % 4 {
                    case 0: return try await world.send(.PATCH, "/ers/\(er)", scheduler, #"{"name": "Name \#(index)"}"#, headers: ["If-Match": "*"])
                    case 1: return try await world.send(.POST, "/ers", scheduler, #"{"name": "New \#(index)", "latitude": 1, "longitude": \#(index)}"#)
                    case 2:
                        let range = #"{"from": "2026-07-01", "to": "2026-07-0\#(1 + index % 9)", "preset": "\#(index % 8 == 2 ? "open24" : "open12")"}"#
                        return try await world.send(.PUT, "/ers/\(er)/schedule", scheduler, range, headers: ["If-Match": "*"])
                    default: return try await world.putDay(er, "2026-07-0\(1 + index % 9)", index % 8 == 3 ? closed : open24, by: scheduler)
                    }
                }
            }
            let follower = Task {
                var copy = Copy()
                while true {
                    let isDone = copy.isAskedToStop
                    let page = try await world.get("/ers/changes?since=\(copy.since)&limit=7").decode(ChangesBody.self)
                    copy.take(page)
                    if isDone && page.nextCursor == nil { return copy }
                    if writing.isCancelled { return copy }
                    copy.isAskedToStop = await Self.isOver(writing, within: .milliseconds(1))
                }
            }
            let answers = try await writing.value
            #expect(answers.allSatisfy { [200, 201].contains($0.status) }, "\(Set(answers.map(\.status)))")
            let followed = try await follower.value
            var whole = Copy()
            while true {
                let page = try await world.get("/ers/changes?since=\(whole.since)&limit=200").decode(ChangesBody.self)
                whole.take(page)
                if page.nextCursor == nil { break }
            }
            #expect(followed.names == whole.names && followed.names.count == 36)
            #expect(followed.hours == whole.hours && !whole.hours.isEmpty)
            #expect(followed.since == whole.since)
            #expect(followed.isInOrder && whole.isInOrder)
            // Positions are dense: every drawn one was written, since a failed transaction gives its own back.
            let last = try await world.count("SELECT last AS count FROM feed")
            #expect(last == whole.since)
        }
    }

    private static func isOver(_ task: Task<[Answer], any Error>, within patience: Duration) async -> Bool {
        await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                _ = await task.result; return true
            }
            group.addTask {
                try? await Task.sleep(for: patience); return false
            }
            let first = await group.next() ?? false
            group.cancelAll()
            return first
        }
    }

    /// What an offline client keeps.
    private struct Copy: Sendable {
        var since = 0
        var names: [ERID: String] = [:]
        var hours: [String: [HoursBody]] = [:]
        var isInOrder = true
        var isAskedToStop = false

        mutating func take(_ page: ChangesBody) {
            var last = since
            for item in page.items {
                if item.position <= last { isInOrder = false }
                last = item.position
                if item.type == "er" { names[item.erId] = item.deleted ? nil : item.er?.name }
                if item.type == "schedule", let day = item.schedule { hours["\(item.erId) \(day.date)"] = day.intervals }
            }
            if page.nextSince < last { isInOrder = false }
            since = page.nextSince
        }
    }

    /// A transaction that holds earlier positions commits after others would have: nobody reads past it.
    @Test func aSlowCommitIsNotOvertaken() async throws {
        try await World.run { world in
            let scheduler = try World.caller(.scheduler)
            let er = try await world.enter("Central", by: scheduler)
            let (drawn, drawing) = AsyncStream.makeStream(of: Void.self)
            let (released, releasing) = AsyncStream.makeStream(of: Void.self)
            let slow = Task {
                try await world.pool.transaction { tx in
                    guard var record = try await tx.lockER(er.id) else { return }
                    record.version += 1
                    record.details.name = "Slow"
                    record.position = try await tx.drawPositions(1)
                    drawing.yield()
                    for await _ in released { break }
                    try await tx.update(record)
                }
            }
            for await _ in drawn { break }
            let other = Task { try await world.send(.POST, "/ers", scheduler, #"{"name": "Quick", "latitude": 1, "longitude": 1}"#) }
            // It waits for the slow one, and until then the feed says nothing of either.
            while try await world.count("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()") == 0 {
                try await Task.sleep(for: .milliseconds(5))
            }
            let before = try await world.get("/ers/changes?since=1").decode(ChangesBody.self)
            #expect(before.items.isEmpty && before.nextSince == 1)
            releasing.yield()
            try await slow.value
            #expect(try await other.value.status == 201)
            let after = try await world.get("/ers/changes?since=\(before.nextSince)").decode(ChangesBody.self)
            #expect(after.items.map { $0.er?.name } == ["Slow", "Quick"] && after.items.map(\.position) == [2, 3])
        }
    }

    /// When an emergency room moves the copies of two years' dates are made anew: until then everybody else goes on changing others.
    @Test(.timeLimit(.minutes(3)), arguments: [false, true]) func whatTakesLongHoldsNoPlaceInTheFeed(isImported: Bool) async throws {
        try await World.run { world in
            let machine = try World.caller(.service)
            let imports = [49, 50].map { latitude in
                #"{"source": "test", "items": [{"sourceId": "1", "name": "Central", "latitude": \#(latitude), "longitude": -97, "country": "CA"}]}"#
            }
            #expect(try await world.send(.POST, "/ers/import", machine, imports[0]).status == 200)
            let er: ERID = try await world.pool.withConnection { try await $0.query("SELECT id FROM ers")[0]["id"] }
            #expect(try await world.putDay(er, "2026-07-01", open24, by: machine).status == 200)
            let moving = try await world.pool.transaction { tx in
                try await tx.execute("SELECT 1 FROM schedules WHERE er_id = \(er) FOR UPDATE")
                let moving = Task {
                    if isImported { return try await world.send(.POST, "/ers/import", machine, imports[1]) }
                    return try await world.send(.PATCH, "/ers/\(er)", machine, #"{"latitude": 50}"#, headers: ["If-Match": "*"])
                }
                while try await world.count("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()") == 0 {
                    try await Task.sleep(for: .milliseconds(5))
                }
                // Throws where somebody has it.
                _ = try await world.pool.withConnection { try await $0.query("SELECT 1 FROM feed FOR UPDATE NOWAIT") }
                return moving
            }
            #expect(try await moving.value.status == 200)
            #expect(try await world.get("/ers/\(er)").er.latitude == 50)
        }
    }

    @Test(.timeLimit(.minutes(5))) func anotherSchedulerIsNotKeptWaiting() async throws {
        try await World.run(size: 3, writesAtOnce: 2) { world in
            let (scheduler, other, machine) = (try World.caller(.scheduler), try World.caller(.scheduler), try World.caller(.service))
            let er = try await world.enter("Central", by: scheduler)
            for (caller, id) in [(scheduler, CallerID.person(scheduler.id)), (machine, CallerID.machine("importer"))] {
                try await world.expectNobodyIsKeptWaiting(
                    id, lock: { try await $0.execute("SELECT FROM ers WHERE id = \(er.id) FOR UPDATE") },
                    flood: { try await world.send(.PATCH, "/ers/\(er.id)", caller, #"{"name": "Name \#($0)"}"#, headers: ["If-Match": "*"]) },
                    others: { try await world.send(.POST, "/ers", other, #"{"name": "New", "latitude": 1, "longitude": 1}"#) })
            }
        }
    }
}
