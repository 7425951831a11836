import CareModels
import FHIR
import HTTP
import JSON
import ServiceTestKit
import Testing

@testable import RecordsService

/// An import whose lines are short and name resources that are long.
@Suite(.timeLimit(.minutes(5))) struct LargeImportTests {
    @Test func whatIsThereIsReadSomeAtATime() async throws {
        try await World.run { world in
            let person = try world.patient()
            let filler = String(repeating: "AAAA", count: 875_000)
            let ids = (0..<4).map { "long-\($0)" }
            for id in ids {
                let body = #"{"resourceType":"Basic","id":"\#(id)","extension":[{"url":"urn:x","valueBase64Binary":"\#(filler)"}],"code":{"text":"x"}}"#
                #expect(try await world.send(.PUT, "/fhir/r4/Basic/\(id)", person, body).status == 201)
            }
            let keys = world.dependencies.keys
            for (most, count) in [(0, 1), (64 << 20, 4)] {
                let read = try #require(
                    try await world.pool.read(of: person.id, keys) { key, connection in
                        let addresses = ids.map { RecordPlace.resources("Basic", .r4, person.id).address(of: $0, key) }
                        let read = try await connection.storedCurrent(at: addresses, of: person.id, key, most: most)
                        return (count: read.found.count, isCut: read.isCut)
                    })
                #expect(read.count == count && read.isCut == (count < ids.count))
            }
            // Each is found all the same, and what is new beside them is new.
            let lines = (ids + ["new", ids[0]]).map { #"{"resourceType":"Basic","id":"\#($0)","code":{"text":"short"}}"# }
            let imported = try await world.send(.POST, "/fhir/r4/$import", person, Array(lines.joined(separator: "\n").utf8), type: "application/fhir+ndjson")
            #expect(imported.status == 200, "\(imported.text.prefix(300))")
            for (id, version) in ids.map({ ($0, "2") }) + [("new", "1")] {
                let answer = try await world.get("/fhir/r4/Basic/\(id)", person).json
                #expect(answer["meta"]?["versionId"]?.string == version && answer["code"]?["text"]?.string == "short", "\(id)")
            }
        }
    }
}
