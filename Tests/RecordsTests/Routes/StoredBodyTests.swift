import Foundation
import HTTP
import JSON
import ServiceTestKit
import TestKit
import Testing

@testable import RecordsService

/// What a few bytes of a request bring into memory of what is stored is in the budget of the server's memory, and in a bundle within a most.
@Suite(.timeLimit(.minutes(5))) struct StoredBodyTests {
    private static let representation: HTTPHeaders = ["Prefer": "return=representation"]
    private static let link = #"{"contentType":"text/plain","url":"http://care.test/fhir/r4/Patient/a/$binary-access-read?path=photo%5B0%5D&version=1"}"#
    private static let photo = #"{"contentType":"text/plain","data":"aGVsbG8="}"#

    /// Of many values, which take more to be read than all that a server of 8 MiB may hold.
    private static func large(_ id: String) -> String {
        let names = Array(repeating: #""a""#, count: 200_000).joined(separator: ",")
        return #"{"resourceType":"Patient","id":"\#(id)","photo":[\#(photo)],"name":[{"given":[\#(names)]}]}"#
    }

    /// Of few, over megabytes.
    private static func long(_ id: String, _ count: Int) -> String {
        let names = Array(repeating: #"{"text":"\#(String(repeating: "a", count: 200_000))"}"#, count: count).joined(separator: ",")
        return #"{"resourceType":"Patient","id":"\#(id)","photo":[\#(photo)],"name":[\#(names)]}"#
    }

    private static func entry(_ method: String, _ url: String, _ resource: String, _ more: String = "") -> String {
        #"{"resource":\#(resource),"request":{"method":"\#(method)","url":"\#(url)"\#(more)}}"#
    }

    private static func bundle(_ type: String, _ entries: [String]) -> String {
        #"{"resourceType":"Bundle","type":"\#(type)","entry":[\#(entries.joined(separator: ","))]}"#
    }

    private static func statuses(_ answer: Answer) throws -> [String] {
        try answer.json["entry"]?.children.map { String($0["response"]?["status"]?.string?.prefix(3) ?? "?") } ?? []
    }

    private static let small = #"{"resourceType":"Patient"}"#
    private static let patch = #"[{"op":"add","path":"/active","value":true}]"#

    @Test func whatIsReadToBeWrittenAgainIsInTheBudget() async throws {
        try await World.run { world in
            let patient = try world.patient()
            #expect(try await world.send(.PUT, "/fhir/r4/Patient/a", patient, Self.large("a")).status == 201)
            #expect(try await world.send(.PUT, "/fhir/r4/Patient/b", patient, #"{"resourceType":"Patient","id":"b"}"#).status == 201)
            try await TestKit.withRoutes(routes(world.dependencies), bodyMemory: 8 << 20) { server in
                let client = ServiceClient(port: server.port, mostBytes: 64 << 20, deadline: .seconds(60))
                func refused(_ method: HTTPMethod, _ path: String, _ body: String?, _ type: String) async throws -> Bool {
                    let answer = try await client.send(method, path, token: patient.token, body.map { Array($0.utf8) }, type: type)
                    return answer.status == 503 && answer.headers.first(name: "Retry-After") == "1"
                }
                #expect(try await refused(.PATCH, "/fhir/r4/Patient/a", Self.patch, "application/json-patch+json"))
                let linked = #"{"resourceType":"Patient","id":"a","photo":[\#(Self.link)]}"#
                #expect(try await refused(.PUT, "/fhir/r4/Patient/a", linked, "application/fhir+json"))
                #expect(try await refused(.GET, "/fhir/r4/Patient/a/$binary-access-read?path=photo%5B0%5D", nil, "application/fhir+json"))
                // What comes as a stream and is read whole.
                #expect(try await refused(.POST, "/fhir/r4/$import", Self.large("c"), "application/fhir+ndjson"))
                let values = Array(repeating: "1", count: 200_000).joined(separator: ",")
                let binary = #"{"resourceType":"Binary","contentType":"text/plain","data":"aGVsbG8=","extension":[\#(values)]}"#
                #expect(try await refused(.POST, "/fhir/r4/Binary", binary, "application/fhir+json"))
                // Others are let in all the time, and nothing was done.
                let answer = try await client.send(
                    .PATCH, "/fhir/r4/Patient/b", token: patient.token, Array(Self.patch.utf8), type: "application/json-patch+json")
                #expect(answer.status == 200)
                #expect(try await world.count("SELECT count(*) FROM records") == 2)
            }
            #expect(try await world.get("/fhir/r4/Patient/a", patient).tag == #"W/"1""#)
            #expect(try await world.get("/fhir/r4/Patient/a/$binary-access-read?path=photo%5B0%5D", patient).text == "hello")
        }
    }

    /// What conditions find, and what patches leave, is kept until it is answered.
    @Test(arguments: ["batch", "transaction"]) func whatABundleKeepsToAnswerIsInTheBudget(type: String) async throws {
        try await World.run { world in
            let patient = try world.patient()
            for id in ["a", "b", "c"] { #expect(try await world.send(.PUT, "/fhir/r4/Patient/\(id)", patient, Self.long(id, 11)).status == 201) }
            try await TestKit.withRoutes(routes(world.dependencies), bodyMemory: 8 << 20) { server in
                let client = ServiceClient(port: server.port, mostBytes: 64 << 20, deadline: .seconds(60))
                func run(_ entries: [String], _ headers: HTTPHeaders = Self.representation) async throws -> Answer {
                    try await client.send(
                        .POST, "/fhir/r4", token: patient.token, Array(Self.bundle(type, entries).utf8), type: "application/fhir+json", headers: headers)
                }
                let found = ["a", "b", "c"].map { Self.entry("POST", "Patient", #"{"resourceType":"Patient"}"#, #","ifNoneExist":"_id=\#($0)""#) }
                let data = Data(Self.patch.utf8).base64EncodedString()
                let patched = ["a", "b", "c"].map {
                    Self.entry("PATCH", "Patient/\($0)", #"{"resourceType":"Binary","contentType":"application/json-patch+json","data":"\#(data)"}"#)
                }
                for entries in [found, patched] {
                    let refused = try await run(entries)
                    #expect(refused.status == 503 && refused.headers.first(name: "Retry-After") == "1")
                }
                #expect(try await world.count("SELECT count(*) FROM record_versions") == 3)
                // Where nobody is shown them they are not kept.
                #expect(try Self.statuses(try await run(found, [:])) == ["200", "200", "200"])
                #expect(try Self.statuses(try await run(patched, [:])) == ["200", "200", "200"])
            }
        }
    }

    /// An address of a few bytes stands in the place of an attachment, and the whole version that it is of is read for it.
    @Test func howMuchABundlesAddressesBringBackIsBounded() async throws {
        try await World.run { world in
            let patient = try world.patient()
            #expect(try await world.send(.PUT, "/fhir/r4/Patient/a", patient, Self.long("a", 15)).status == 201)
            let linked = #"{"resourceType":"Patient","id":"a","photo":[\#(Self.link)]}"#
            let answer = try await world.send(
                .POST, "/fhir/r4", patient, Self.bundle("batch", (0..<14).map { _ in Self.entry("PUT", "Patient/a", linked) }))
            // Three megabytes each.
            let statuses = try Self.statuses(answer)
            #expect(statuses == Array(repeating: "200", count: 12) + ["413", "413"])
        }
    }

    /// Entries under one condition are one creation, and each of them is answered with it: with what was there, or with what the first of them has brought.
    @Test(arguments: [true, false]) func howOftenACreationIsAnsweredIsBounded(isThere: Bool) async throws {
        try await World.run { world in
            let patient = try world.patient()
            if isThere { #expect(try await world.send(.PUT, "/fhir/r4/Patient/a", patient, Self.long("a", 15)).status == 201) }
            let condition = isThere ? #","ifNoneExist":"_id=a""# : #","ifNoneExist":"_id=none""#
            let (first, other) = (isThere ? Self.small : Self.long("a", 15), Self.small)
            func run(_ count: Int, _ headers: HTTPHeaders) async throws -> Answer {
                let entries = (0..<count).map { Self.entry("POST", "Patient", $0 == 0 ? first : other, condition) }
                return try await world.send(.POST, "/fhir/r4", patient, Self.bundle("transaction", entries), headers: headers)
            }
            // Three megabytes each.
            let refused = try await run(14, Self.representation)
            #expect(refused.status == 413 && refused.text.contains("Entry 1"))
            #expect(try await world.count("SELECT count(*) FROM records") == (isThere ? 1 : 0))
            // Where nobody is shown it, it is the same however often.
            let status = isThere ? "200" : "201"
            #expect(try Self.statuses(try await run(14, [:])) == Array(repeating: status, count: 14))
            #expect(try await world.count("SELECT count(*) FROM records") == 1)
        }
    }
}
