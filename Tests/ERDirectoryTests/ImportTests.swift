import CareModels
import Foundation
import HTTP
import ServiceTestKit
import Testing

@testable import ERDirectoryService

@Suite struct ImportTests {
    struct Answer: Decodable, Sendable {
        struct Item: Decodable, Sendable {
            var sourceId: String
            var outcome: String
            var id: ERID?
            var version: Int?
            var fields: [Fault]?
        }

        var dryRun: Bool
        var items: [Item]
    }

    private func row(_ id: String, _ name: String, _ more: String = "") -> String {
        #"{"sourceId": "\#(id)", "name": "\#(name)", "latitude": 34.05, "longitude": -118.24, "country": "US", "region": "CA"\#(more)}"#
    }

    private func send(_ world: World, _ rows: [String], dryRun: Bool = false, by caller: World.Caller) async throws -> Answer {
        let body = #"{"source": "test", "dryRun": \#(dryRun), "items": [\#(rows.joined(separator: ","))]}"#
        let answer = try await world.send(.POST, "/ers/import", caller, body)
        #expect(answer.status == 200, "\(String(decoding: answer.body, as: UTF8.self))")
        return try answer.decode()
    }

    @Test func asecondImportChangesOnlyWhatChanged() async throws {
        try await World.run { world in
            let machine = try World.caller(.service)
            let rows = [row("1", "One"), row("2", "Two"), row("3", "Three", #", "phone": "nonsense""#)]
            let dry = try await send(world, rows, dryRun: true, by: machine)
            #expect(dry.dryRun && dry.items.map(\.outcome) == ["created", "created", "refused"])
            #expect(try await world.count("SELECT count(*) FROM ers") == 0)
            #expect(try await world.count("SELECT last AS count FROM feed") == 0)
            let first = try await send(world, rows, by: machine)
            #expect(first.items.map(\.outcome) == ["created", "created", "refused"] && first.items[2].fields?.map(\.field) == ["phone"])
            let one = try #require(first.items[0].id)

            let again = try await send(world, rows, by: machine)
            #expect(again.items.map(\.outcome) == ["unchanged", "unchanged", "refused"] && again.items[0].id == one)
            #expect(try await world.count("SELECT count(*) FROM outbox") == 2)
            #expect(try await world.count("SELECT count(*) FROM audit_log") == 2)

            let changed = try await send(world, [row("1", "One", #", "city": "LA""#), row("2", "Two")], by: machine)
            #expect(changed.items.map(\.outcome) == ["updated", "unchanged"] && changed.items.map(\.version) == [2, 1])
            #expect(try await world.events(of: one).map(\.description) == ["care.ers.created.v1 v1", "care.ers.updated.v1 v2"])
        }
    }

    @Test func aRepetitionHearsTheFirstAnswer() async throws {
        try await World.run { world in
            let machine = try World.caller(.service)
            let body = #"{"source": "test", "items": [\#(row("1", "One"))]}"#
            func send(_ body: String) async throws -> ServiceTestKit.Answer {
                try await world.send(.POST, "/ers/import", machine, body, headers: ["Idempotency-Key": "k"])
            }
            let first = try await send(body)
            let again = try await send(body)
            #expect(first.status == 200 && again.body == first.body && again.headers.first(name: "Idempotent-Replayed") == "true")
            #expect(try await send(body + " ").status == 422)
            let mistyped = try await send(#"{"source": "test", "items": [{"sourceId": "2", "nam": "Two", "latitude": 1, "longitude": 1}]}"#)
            #expect(mistyped.status == 400)
            #expect(try mistyped.problem.fields == [Fault("items[0].nam", "is not known; did you mean name?")])
        }
    }

    @Test func correctionsStayAndRemovedOnesStayRemoved() async throws {
        try await World.run { world in
            let scheduler = try World.caller(.scheduler)
            let rows = [row("1", "One", #", "phone": "(323) 462-2271""#), row("2", "Two")]
            let ids = try await send(world, rows, by: scheduler).items.compactMap(\.id)
            let correction = #"{"phone": "+13235550100", "timeZone": "America/Denver"}"#
            #expect(try await world.send(.PATCH, "/ers/\(ids[0])", scheduler, correction, headers: ["If-Match": "\"1\""]).status == 200)
            #expect(try await world.send(.DELETE, "/ers/\(ids[1])", scheduler, headers: ["If-Match": "\"1\""]).status == 204)
            #expect(try await send(world, rows, by: scheduler).items.map(\.outcome) == ["unchanged", "removed"])
            let more = [row("1", "Number One", #", "phone": "(323) 462-2271""#)]
            #expect(try await send(world, more, by: scheduler).items.map(\.outcome) == ["updated"])
            let er = try await world.get("/ers/\(ids[0])").er
            #expect(er.name == "Number One" && er.phone == "+13235550100" && er.timeZone == "America/Denver" && er.version == 3)
        }
    }

    @Test func twoImportsAtOnceEnterEachRowOnce() async throws {
        try await World.run { world in
            let machine = try World.caller(.service)
            let rows = (0..<50).map { row("\($0)", "Row \($0)") }
            let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
                for _ in 0..<6 { group.addTask { try await send(world, rows, by: machine) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.map { $0.items.filter { $0.outcome == "created" }.count }.sorted() == [0, 0, 0, 0, 0, 50])
            #expect(try await world.count("SELECT count(*) FROM ers") == 50)
            #expect(try await world.count("SELECT count(*) FROM outbox") == 50)
        }
    }

    @Test func batchesAreChecked() async throws {
        try await World.run { world in
            let machine = try World.caller(.service)
            func faults(_ body: String) async throws -> [String] {
                let answer = try await world.send(.POST, "/ers/import", machine, body)
                #expect(answer.status == 400)
                return try answer.problem.fieldNames
            }
            #expect(try await faults(#"{"source": "A B", "items": []}"#) == ["source", "items"])
            #expect(try await faults(#"{"source": "a", "items": [\#(row("1", "A")), \#(row("1", "B"))]}"#) == ["items[1].sourceId"])
            #expect(try await faults(#"{"source": "a", "items": [{"sourceId": "1", "latitude": "north"}]}"#) == ["items[0].latitude"])
            // One character, thousands of accents.
            let accents = "a" + String(repeating: "\u{301}", count: 5000)
            #expect(try await faults(#"{"source": "a", "items": [\#(row(accents, "A"))]}"#) == ["items[0].sourceId"])
            let many = (0..<501).map { row("\($0)", "A") }.joined(separator: ",")
            #expect(try await faults(#"{"source": "a", "items": [\#(many)]}"#) == ["items"])
        }
    }
}
