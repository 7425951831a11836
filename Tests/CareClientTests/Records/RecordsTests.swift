import CareClientTesting
import CareModels
import Foundation
import Testing

@testable import CareClient

@Suite(.timeLimit(.minutes(3))) struct RecordsTests {
    static func pulse(_ id: String?, version: Int = 1, value: String = "62.50") -> String {
        let given = id.map { #""id":"\#($0)","meta":{"versionId":"\#(version)","lastUpdated":"2026-03-06T17:10:0\#(version).123Z"},"# } ?? ""
        return #"{"resourceType":"Observation",\#(given)"status":"final","valueQuantity":{"value":\#(value),"unit":"/min"}}"#
    }

    static func found(_ ids: [String], next: String? = nil, newest: Int = 9) -> HTTPReply {
        let entries = ids.enumerated().map { index, id in
            #"{"fullUrl":"x","resource":\#(pulse(id)),"search":{"extension":[{"url":"https://careline.example/fhir/annotations","valueString":"morning, fasting%2Fhome"},{"url":"https://careline.example/fhir/record-created","valueInstant":"2026-03-06T17:0\#(newest - index):00Z"}],"mode":"match"}}"#
        }
        let link =
            next.map { #","link":[{"relation":"self","url":"x"},{"relation":"next","url":"https://care.test/fhir/r4/Observation?_count=50&_after=\#($0)"}]"# } ?? ""
        let outcome = #"{"resource":{"resourceType":"OperationOutcome","issue":[]},"search":{"mode":"outcome"}}"#
        return .json(#"{"resourceType":"Bundle","type":"searchset","total":\#(ids.count)\#(link),"entry":[\#((entries + [outcome]).joined(separator: ","))]}"#)
    }

    private static func running<Result: Sendable>(_ device: TestDevice, _ body: (CareClient) async throws -> Result) async throws -> Result {
        let care = try await BookingTests.client(device)
        let result = try await body(care)
        await care.close()
        return result
    }

    @Test func whatIsStoredIsStoredOnceAndByteForByte() async throws {
        let device = TestDevice()
        device.server.answerInTurn { number, _ in
            if number == 1 { throw TransportFault.deadline }
            return HTTPReply(status: 201, headers: ["Care-Annotations": "fasting, morning"], body: Data(Self.pulse("7").utf8))
        }
        try await Self.running(device) { care in
            let given = try FhirResource(json: Data(Self.pulse(nil).utf8))
            let record = try await care.records.create(given, annotations: ["morning", "fasting"])
            #expect(record.id == "7" && record.version == 1 && record.type == "Observation" && record.annotations == ["fasting", "morning"])
            // To its last digit.
            #expect(String(decoding: record.resource.json, as: UTF8.self).contains("62.50"))
            let calls = device.server.calls("/fhir/r4/Observation")
            #expect(calls.count == 2 && Set(calls.compactMap { $0.headers["Idempotency-Key"] }).count == 1 && calls[0].body == given.json)
            #expect(calls[0].headers["Content-Type"] == "application/fhir+json" && calls[0].headers["Care-Annotations"] == "morning,fasting")
        }
    }

    @Test func aChangeIsOfTheVersionThatWasRead() async throws {
        let device = TestDevice()
        device.server.answer { call in
            if call.headers["If-Match"] == "W/\"1\"" { return .json(Self.pulse("7", version: 2, value: "60.0")) }
            return .json(#"{"resourceType":"OperationOutcome","issue":[{"severity":"error","code":"conflict","diagnostics":"It has changed."}]}"#, status: 412)
        }
        try await Self.running(device) { care in
            let record = try FhirRecord(Data(Self.pulse("7").utf8))
            let changed = try await care.records.update(record, to: FhirResource(json: Data(Self.pulse(nil, value: "60.0").utf8)))
            #expect(changed.version == 2)
            let sent = try #require(device.server.calls.first)
            #expect(try FhirResource(json: #require(sent.body)).id == "7" && sent.headers["Care-Annotations"] == nil)
            do {
                _ = try await care.records.update(changed, to: changed.resource)
                Issue.record("it was taken")
            } catch CareError.refused(let problem) {
                #expect(problem.name == "conflict" && problem.status == 412 && problem.title == "It has changed.")
            }
            #expect(device.server.calls.count == 2)
        }
    }

    @Test func aSearchGoesOnAndIsThereOffline() async throws {
        let device = TestDevice()
        device.server.answer { call in call.form["_after"] == nil ? Self.found(["a", "b"], next: "x~1") : Self.found(["c"], newest: 7) }
        let search = FhirSearch("Observation").where("code", "8867-4").where("date", "ge2026-03").where("date", "lt2026-04").annotated("morning")
        try await Self.running(device) { care in
            for try await found in care.records.search(search) where found.refreshingState == .refreshed {
                if let more = found.data.loadMore {
                    #expect(found.data.items.map(\.id) == ["a", "b"] && found.data.items[0].annotations == ["morning", "fasting/home"])
                    try await more()
                } else if found.data.items.count == 3 {
                    break
                }
            }
            let call = try #require(device.server.calls.first)
            // What is looked for stands in no address.
            #expect(call.url.path == "/fhir/r4/Observation/_search" && call.url.query == nil && call.method == "POST")
            #expect(call.body.map { String(decoding: $0, as: UTF8.self) }?.contains("date=ge2026-03&date=lt2026-04&_annotations=morning&_count=50") == true)
        }
        device.server.answer { _ in throw TransportFault.unreachable }
        try await Self.running(device) { care in
            let found = try await care.records.search(search).current()
            #expect(found.items.map(\.id) == ["a", "b", "c"])
        }
        // Nor in a file's clear part.
        let kept = try FileManager.default.contentsOfDirectory(at: device.folder, includingPropertiesForKeys: nil).compactMap { try? Data(contentsOf: $0) }
        for words in ["8867-4", "Observation", "62.50", "morning"] { #expect(!kept.contains { $0.range(of: Data(words.utf8)) != nil }, "\(words)") }
    }

    @Test func aReadTellsWhatIsNotThere() async throws {
        let device = TestDevice()
        device.server.answer { _ in
            .json(#"{"resourceType":"OperationOutcome","issue":[{"severity":"error","code":"not-found","diagnostics":"There is none."}]}"#, status: 404)
        }
        try await Self.running(device) { care in
            do {
                _ = try await care.records.in(.stu3).fetch("Observation", "a/b")
                Issue.record("it was found")
            } catch CareError.refused(let problem) { #expect(problem.name == "not-found" && problem.title == "There is none.") }
            #expect(device.server.calls.first?.url.absoluteString == "https://care.test/fhir/stu3/Observation/a%2Fb")
        }
    }

    private static func record(_ id: String, _ version: Int = 1) throws -> FhirRecord { try FhirRecord(Data(pulse(id, version: version).utf8)) }

    /// What is sent of a batch.
    private struct Sent: Decodable {
        struct Entry: Decodable {
            struct Request: Decodable, Equatable {
                var method: String
                var url: String
                var ifMatch: String?
            }

            var request: Request
        }

        var entry: [Entry]
    }

    @Test func manyAreChangedEachOfTheVersionThatWasRead() async throws {
        let device = TestDevice()
        device.server.answer { _ in
            .json(
                #"{"resourceType":"Bundle","type":"batch-response","entry":[{"resource":\#(Self.pulse("1", version: 2)),"response":{"status":"200 OK"}},{"response":{"status":"412 Precondition Failed","outcome":{"resourceType":"OperationOutcome","issue":[{"severity":"error","code":"conflict"}]}}}]}"#
            )
        }
        try await Self.running(device) { care in
            let given = [try Self.record("1"), try Self.record("2", 3)]
            let result = try await care.records.update(given)
            #expect(result.succeeded.map(\.version) == [2] && result.failed.map(\.given.id) == ["2"])
            guard case .refused(let problem) = result.failed.first?.error else {
                Issue.record("\(result)")
                return
            }
            #expect(problem.name == "conflict" && problem.status == 412)
            var other = given[0]
            other.resource = given[1].resource
            await #expect(throws: CareError.unreadable("another record's resource")) { try await care.records.update([given[1], other]) }
        }
        #expect(device.server.calls.count == 1)
        let sent = try Wire.decode(Sent.self, from: device.server.calls.first?.body ?? Data())
        #expect(
            sent.entry.map(\.request) == [
                .init(method: "PUT", url: "Observation/1", ifMatch: "W/\"1\""), .init(method: "PUT", url: "Observation/2", ifMatch: "W/\"3\"")
            ])
    }

    /// Of more than one request takes: what was done is told, though the rest was not.
    @Test func whatWasDoneBeforeABatchBrokeOffIsTold() async throws {
        let device = TestDevice()
        device.server.answerInTurn { number, call in
            if number > 1 { return .problem("forbidden", 403) }
            let count = try Wire.decode(Sent.self, from: call.body ?? Data()).entry.count
            let done = Array(repeating: #"{"response":{"status":"204 No Content"}}"#, count: count)
            return .json(#"{"resourceType":"Bundle","type":"batch-response","entry":[\#(done.joined(separator: ","))]}"#)
        }
        try await Self.running(device) { care in
            let ids = (1...150).map(String.init)
            let result = try await care.records.delete("Observation", ids)
            #expect(result.succeeded == Array(ids.prefix(100)) && result.failed.map(\.given) == Array(ids.suffix(50)))
            #expect(result.items.map(\.given) == ids)
            // Where nothing was done there is nothing to tell.
            await #expect(throws: CareError.self) { try await care.records.delete("Observation", ids) }
        }
    }

    @Test func ofManyEachGoesByItself() async throws {
        let device = TestDevice()
        device.server.answer { _ in
            .json(
                #"{"resourceType":"Bundle","type":"batch-response","entry":[{"resource":\#(Self.pulse("1")),"response":{"status":"201 Created","etag":"W/\"1\""}},{"response":{"status":"400 Bad Request","outcome":{"resourceType":"OperationOutcome","issue":[{"severity":"error","code":"required","diagnostics":"status is missing.","expression":["Observation.status"]}]}}}]}"#
            )
        }
        try await Self.running(device) { care in
            let given = try [Self.pulse(nil), #"{"resourceType":"Observation"}"#].map { try FhirResource(json: Data($0.utf8)) }
            let result = try await care.records.create(given, annotations: ["import"])
            #expect(result.succeeded.map(\.id) == ["1"] && result.failed.map(\.given) == [given[1]])
            guard case .refused(let problem) = result.failed.first?.error else {
                Issue.record("\(result)")
                return
            }
            #expect(problem.name == "required" && problem.status == 400 && problem.fields.map(\.field) == ["Observation.status"])
        }
    }

    @Test func aCountIsOfTheSearch() async throws {
        let device = TestDevice()
        device.server.answer { _ in .json(#"{"resourceType":"Bundle","type":"searchset","total":3}"#) }
        let count = try await Self.running(device) { care in try await care.records.count(FhirSearch("Observation")) }
        #expect(count == 3)
        #expect(device.server.calls.first?.form == ["_summary": "count"])
    }

    @Test(arguments: ["", "7", "[]", "{}", #"{"resourceType":7}"#, #"{"resourceType":""}"#]) func whatIsNoResourceIsNoResource(_ text: String) {
        #expect(throws: CareError.unreadable("a FHIR resource")) { try FhirResource(json: Data(text.utf8)) }
    }
}
