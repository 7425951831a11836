import CareModels
import Foundation
import HTTP
import JSON
import ServiceTestKit
import Testing

@testable import RecordsService

@Suite struct AppDataBatchTests {
    private static let json: HTTPHeaders = ["Content-Type": "application/json"]

    /// A machine's answer for one person is none for another, whatever it sends the same of.
    @Test(arguments: [("/app-data", "a/b"), ("/app-data/batch", "application/json")]) func aKeyIsForOnePerson(_ path: String, _ type: String) async throws {
        try await World.run { world in
            let machine = try world.machine()
            let body = Array(#"{"items":[{"operation":"delete","id":"none"}]}"#.utf8)
            func send(_ person: World.Person) async throws -> Answer {
                var headers = World.of(person)
                headers.add(name: "Idempotency-Key", value: "one")
                return try await world.send(.POST, path, machine, body, headers: headers, type: type)
            }
            let (one, other) = (try world.patient(), try world.patient())
            let first = try await send(one)
            #expect([200, 201].contains(first.status))
            #expect(try await send(one).body == first.body)
            #expect(try await send(other).status == 422)
        }
    }

    /// What is read is read again, and no answer of it is kept.
    @Test func whatReadsOnlyIsNotKept() async throws {
        try await World.run { world in
            let patient = try world.patient()
            #expect(try await world.send(.PUT, "/app-data/a", patient, [1], headers: ["If-None-Match": "*"], type: "a/b").status == 201)
            let body = Array(#"{"items":[{"operation":"read","id":"a"},{"operation":"read","id":"none"}]}"#.utf8)
            for _ in 0..<2 {
                let answer = try await world.send(.POST, "/app-data/batch", patient, body, headers: ["Idempotency-Key": "one"], type: "application/json")
                #expect(answer.status == 200 && answer.header("Idempotent-Replayed") == nil)
            }
            let none: HTTPHeaders = ["Idempotency-Key": String(repeating: "k", count: 256)]
            #expect(try await world.send(.POST, "/app-data/batch", patient, body, headers: none, type: "application/json").status == 400)
            #expect(try await world.count("SELECT count(*) FROM idempotency_keys") == 0)
        }
    }

    @Test func whatNobodyWaitsForIsNotChecked() async throws {
        let text = #"{"items":[{"operation":"create","data":"AQ=="},{"operation":"read","id":"a"}]}"#
        let batch = try CareJSON.decode(AppDataBatch.self, from: Data(text.utf8))
        #expect(try batch.checked().count == 2)
        let checking = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try batch.checked().count
        }
        await #expect(throws: CancellationError.self) { try await checking.value }
    }

    /// In base64 nobody has weighed them.
    @Test func theValuesOfAnItemAreCounted() throws {
        func checked(_ count: Int) throws -> Int {
            let list = Array(repeating: "1", count: count).joined(separator: ",")
            let data = Data("[\(list)]".utf8).base64EncodedString()
            let text = #"{"items":[{"operation":"create","contentType":"application/json","data":"\#(data)"}]}"#
            return try CareJSON.decode(AppDataBatch.self, from: Data(text.utf8)).checked().count
        }
        #expect(try checked(1_000) == 1)
        #expect(throws: (any Error).self) { try checked(AppDataBatch.mostHidden) }
    }

    /// What is wrong with an item is named below it, and what of it was only counted counts here too.
    @Test func veryManyFaultsOfItemsAreCounted() throws {
        let members = (0..<30).map { "\"k\($0)\":0" }.joined(separator: ",")
        let data = Data("{\(members)}".utf8).base64EncodedString()
        let item = #"{"operation":"create","contentType":"\#(SealedEnvelope.mediaType)","data":"\#(data)"}"#
        let batch = try CareJSON.decode(AppDataBatch.self, from: Data("{\"items\":[\(item),\(item)]}".utf8))
        // Beside what is not known, the seven members of an envelope are missing.
        do {
            _ = try batch.checked()
            Issue.record("it was taken")
        } catch let faults as Faults {
            #expect(faults.all.map(\.field) == (0..<20).map { "items[0].data.k\($0)" })
            #expect(faults.more == 2 * (30 + 7) - 20)
        }
    }

    /// As a number of its own, where it is one.
    @Test func whatIsTooCostlyNamesItsLimit() {
        #expect(Problem(ResourceFault(.tooCostly, "At most 7.", limit: 7)).members["limit"] == 7)
        #expect(Problem(ResourceFault(.tooCostly, "Too much.")).members["limit"] == nil)
        #expect(ProblemType.tooCostly.members.map(\.name) == ["limit"])
    }

    @Test func idsOfOnesOwnHistoryAndBatch() async throws {
        try await World.run { world in
            let (patient, other) = (try world.patient(), try world.patient())
            let absent: HTTPHeaders = ["If-None-Match": "*"]
            #expect(try await world.send(.PUT, "/app-data/settings", patient, [1], type: "a/b").status == 404)
            #expect(try await world.send(.PUT, "/app-data/settings", patient, [1], headers: absent, type: "a/b").status == 201)
            #expect(try await world.send(.PUT, "/app-data/settings", patient, [9], headers: absent, type: "a/b").status == 412)
            #expect(try await world.send(.PUT, "/app-data/settings", patient, [1, 2], type: "a/b").status == 200)
            #expect(try await world.get("/app-data/settings", patient).body == [1, 2])
            #expect(try await world.get("/app-data?ids=settings", patient).json["items"]?.childCount == 1)
            #expect(try await world.send(.PUT, "/app-data/batch", patient, [1], headers: absent, type: "a/b").status / 100 == 4)
            #expect(try await world.send(.DELETE, "/app-data/settings", patient).status == 204)
            let versions = Array(try #require(try await world.get("/app-data/settings/history", patient).json["items"]).children)
            #expect(versions.map { $0["version"]?.number } == [3, 2, 1])
            #expect(versions.map { $0["deleted"]?.kind == .true } == [true, false, false])
            #expect(versions[1]["size"]?.number == 2 && versions[1]["bytes"]?.number == 2)
            #expect(try await world.get("/app-data/settings/history/1", patient).body == [1])
            #expect(try await world.get("/app-data/settings/history/3", patient).status == 410)
            #expect(try await world.get("/app-data/settings/history/4", patient).status == 404)
            #expect(try await world.get("/app-data/settings/history", other).status == 404)

            let body = """
                {"items":[{"operation":"create","id":"diary","contentType":"a/b","data":"AQI=","annotations":["x"]},{"operation":"create","data":"AQ=="},
                {"operation":"update","id":"diary","version":7,"data":"AQ=="},{"operation":"update","id":"diary","version":1,"data":"AQ==","contentType":"a/b"},
                {"operation":"read","id":"diary"},{"operation":"read","id":"nothing"},{"operation":"delete","id":"diary"},{"operation":"create","id":"settings","data":""}]}
                """
            let answer = try await world.send(.POST, "/app-data/batch", patient, body, headers: Self.json)
            #expect(answer.status == 200)
            let items = Array(try #require(try answer.json["items"]).children)
            #expect(items.map { $0["status"]?.number } == [201, 201, 412, 200, 200, 404, 204, 201])
            #expect(items[4]["data"]?.string == "AQ==" && items[4]["record"]?["id"]?.string == "diary")
            #expect(items[2]["type"]?.string == "precondition-failed")
            // All that the operation alone would have been answered.
            let problem = try #require(items[2]["problem"])
            #expect(problem["type"]?.string == world.dependencies.base + "/problems/precondition-failed" && problem["status"]?.number == 412)
            #expect(problem["title"]?.string?.isEmpty == false && problem["currentVersion"]?.number == 1)
            #expect(problem["requestId"]?.string == answer.header("X-Request-Id") && items[0]["problem"] == nil)
            for wrong in [
                #"{"items":[]}"#, #"{"items":[{"operation":"read"}]}"#, #"{"items":[{"operation":"create","data":"?"}]}"#,
                #"{"items":[{"operation":"read","id":"count"}]}"#, #"{"items":[{"operation":"create","data":"","contentType":"a/b\r\nX: y"}]}"#
            ] {
                #expect(try await world.send(.POST, "/app-data/batch", patient, wrong, headers: Self.json).status == 400, "\(wrong)")
            }
        }
    }
}
