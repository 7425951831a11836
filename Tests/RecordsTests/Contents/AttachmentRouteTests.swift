import CareModels
import Foundation
import HTTP
import JSON
import ServiceTestKit
import Testing

@testable import RecordsService

/// Attachments in resources of any type.
@Suite(.timeLimit(.minutes(3))) struct AttachmentRouteTests {
    private static let bytes = Files.pdf(600_000)
    private static let data = Data(bytes).base64EncodedString()
    private static let body = body("")

    /// With what its release wants besides.
    private static func body(_ more: String) -> String {
        #"{"resourceType":"DocumentReference","status":"current",\#(more)"content":[{"attachment":{"contentType":"application/pdf","data":"\#(data)","title":"Scan"}}]}"#
    }

    @Test(arguments: ["r4", "stu3"]) func isWholeWhereverItsResourceIsRead(release: String) async throws {
        try await World.run { world in
            let patient = try world.patient()
            let needed = release == "r4" ? "" : #""type":{"text":"scan"},"indexed":"2026-03-06T12:00:00Z","#
            let made = try await world.send(.POST, "/fhir/\(release)/DocumentReference", patient, Self.body(needed))
            #expect(made.status == 201 && made.text.contains(Self.data))
            let path = "/fhir/\(release)/DocumentReference"
            let batch = #"{"resourceType":"Bundle","type":"batch","entry":[{"request":{"method":"GET","url":"DocumentReference/\#(made.id)"}}]}"#
            let answers = [
                try await world.get("\(path)/\(made.id)", patient), try await world.get("\(path)/\(made.id)/_history/1", patient),
                try await world.get("\(path)/\(made.id)/_history", patient), try await world.get(path, patient),
                try await world.get("\(path)?status=current", patient), try await world.get("\(path)/_history", patient),
                try await world.get("/fhir/\(release)/_history", patient), try await world.send(.POST, "/fhir/\(release)", patient, batch),
                try await world.send(.POST, path, patient, Self.body(needed), headers: ["If-None-Exist": "status=current"])
            ]
            for answer in answers {
                #expect(answer.status == 200)
                #expect(answer.text.contains(#""contentType":"application/pdf","data":"\#(Self.data)","title":"Scan""#))
            }
            // It lies apart, sealed.
            #expect(try await world.count("SELECT max(octet_length(body))::bigint FROM record_versions") < 2000)
            #expect(try await world.count("SELECT sum(size)::bigint FROM contents") == Self.bytes.count)
            let storage = try await world.storage(patient)
            #expect(storage.counted == storage.stored)
        }
    }

    /// Pages end by what their bodies are when they are whole.
    @Test func pagesOfWholeResourcesAreShort() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let data = Data(Files.pdf(2_900_000)).base64EncodedString()
            for id in 0..<6 {
                let body = #"{"resourceType":"Media","id":"\#(id)","status":"completed","content":{"data":"\#(data)"}}"#
                #expect(try await world.send(.PUT, "/fhir/r4/Media/\(id)", patient, body).status == 201)
            }
            for path in ["/fhir/r4/Media?status=completed", "/fhir/r4/Media/_history", "/fhir/r4/_history"] {
                let page = try await world.get(path, patient).json
                #expect(page["entry"]?.childCount == 3)
                #expect(page["link"]?.children.contains { $0["relation"]?.string == "next" } == true)
            }
        }
    }

    @Test func anImportOfWhatIsThereChangesNothing() async throws {
        try await World.run { world in
            let patient = try world.patient()
            func send(_ data: String) async throws -> Double? {
                let line = #"{"resourceType":"Media","id":"m","status":"completed","content":{"data":"\#(data)"}}"#
                let answer = try await world.send(.POST, "/fhir/r4/$import", patient, Array(line.utf8), type: "application/fhir+ndjson")
                #expect(answer.status == 200)
                return try answer.json["parameter"]?.children.first { $0["name"]?.string == "unchanged" }?["valueInteger"]?.number
            }
            let other = Data(Files.pdf(600_000, seed: 2)).base64EncodedString()
            #expect(try await send(Self.data) == 0)
            #expect(try await send(Self.data) == 1)
            #expect(try await send(other) == 0)
            #expect(try await send(other) == 1)
            #expect(try await world.count("SELECT count(*) FROM record_versions") == 2)
        }
    }

    @Test func isAnAddressForWhoWantsOne() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let id = try await world.send(.POST, "/fhir/r4/DocumentReference", patient, Self.body).id
            let shown = try await world.get("/fhir/r4/DocumentReference/\(id)?_attachments=url", patient)
            let attachment = try #require(try shown.json["content"]?.children.first { _ in true }?["attachment"])
            #expect(attachment["data"] == nil && attachment["title"]?.string == "Scan")
            let url = try #require(attachment["url"]?.string)
            #expect(url.hasPrefix("http://care.test/fhir/r4/DocumentReference/\(id)/$binary-access-read?path=content%5B0%5D.attachment&version=1"))
            let address = String(url.dropFirst("http://care.test".count))
            let file = try await world.get(address, patient)
            #expect(file.body == Self.bytes && file.header("Content-Type") == "application/pdf")
            #expect(try await world.get(address, patient, headers: ["Range": "bytes=5-9"]).body == Array(Self.bytes[5..<10]))
            #expect(try await world.get(address, try world.patient()).status == 404)
            for path in ["content.attachment", "DocumentReference.content%5B0%5D.attachment"] {
                #expect(try await world.get("/fhir/r4/DocumentReference/\(id)/$binary-access-read?path=\(path)", patient).body == Self.bytes)
            }
            #expect(try await world.get("/fhir/r4/DocumentReference/\(id)/$binary-access-read?path=content.nothing", patient).status == 404)
            #expect(try await world.get("/fhir/r4/DocumentReference/\(id)/$binary-access-read", patient).status == 400)
            #expect(try await world.get("/fhir/r4/DocumentReference/\(id)?_attachments=none", patient).status == 400)
        }
    }

    /// Who reads it with addresses and sends it back loses nothing, and can change the rest; both where the attachment had no `url` and where it had one.
    @Test(arguments: ["", #""url":"https://scans.example/3","#]) func whatItsAddressNamesStaysWhenItIsSentBack(own: String) async throws {
        try await World.run { world in
            let patient = try world.patient()
            let other = Data(Files.pdf(50_000, seed: 2)).base64EncodedString()
            func body(_ id: String, _ data: String) -> String {
                #"{"resourceType":"DocumentReference","id":"\#(id)","status":"current","content":[{"attachment":{"contentType":"application/pdf",\#(own)"data":"\#(data)","title":"Scan"}}]}"#
            }
            for id in ["d", "e"] { #expect(try await world.send(.PUT, "/fhir/r4/DocumentReference/\(id)", patient, body(id, Self.data)).status == 201) }
            let shown = try await world.get("/fhir/r4/DocumentReference/d?_attachments=url", patient).text
            #expect(!shown.contains(Self.data))
            let path = "/fhir/r4/DocumentReference/d"
            // Something else was written meanwhile.
            #expect(try await world.send(.PUT, path, patient, body("d", other)).status == 200)
            #expect(try await world.send(.PUT, path, patient, shown.replacing("current", with: "superseded")).status == 200)
            let kept = try await world.get(path, patient)
            #expect(try kept.json["status"]?.string == "superseded" && kept.text.contains(#"application/pdf",\#(own)"data":"\#(Self.data)","title":"Scan""#))
            // In a bundle and an import, too.
            let again = try await world.get("\(path)?_attachments=url", patient).text
            let bundle = #"{"resourceType":"Bundle","type":"transaction","entry":[{"request":{"method":"PUT","url":"DocumentReference/d"},"resource":\#(again)}]}"#
            #expect(try await world.send(.POST, "/fhir/r4", patient, bundle).status == 200)
            #expect(try await world.get(path, patient).text.contains(Self.data))
            #expect(try await world.send(.POST, "/fhir/r4/$import", patient, Array(again.utf8), type: "application/fhir+ndjson").status == 200)
            #expect(try await world.get(path, patient).text.contains(Self.data))
            // A place or a version that is none, two versions, and too much.
            let twice = again.replacing(
                #""content":["#, with: #""content":[{"attachment":{"url":"http://care.test\#(path)/$binary-access-read?path=content%5B0%5D.attachment&version=1"}},"#)
            for wrong in [again.replacing("version=3", with: "version=9"), again.replacing("version=3", with: "version=two"), again.replacing("B0", with: "B7"), twice] {
                let answer = try await world.send(.PUT, path, patient, wrong)
                #expect(answer.status == (wrong.contains("two") ? 200 : 422))
                if answer.status == 422 { #expect(try answer.issue["code"]?.string == "business-rule") }
            }
            // Another's resource is an address like any other.
            let foreign = again.replacing(#""id":"d""#, with: #""id":"e""#)
            #expect(try await world.send(.PUT, "/fhir/r4/DocumentReference/e", patient, foreign).status == 200)
            #expect(try await world.get("/fhir/r4/DocumentReference/e", patient).text.contains("DocumentReference/d/$binary-access-read"))
        }
    }

    @Test func whatIsSaidOfItHasToBeSo() async throws {
        try await World.run { world in
            let patient = try world.patient()
            for (wrong, place) in [(#""size":5"#, "Media.content.size"), (#""hash":"AAAA""#, "Media.content.hash")] {
                let answer = try await world.send(
                    .POST, "/fhir/r4/Media", patient, #"{"resourceType":"Media","status":"completed","content":{"data":"SGVsbG9v",\#(wrong)}}"#)
                #expect(answer.status == 422)
                #expect(try answer.issue["expression"]?.children.first { _ in true }?.string == place)
            }
            // In a batch the entry alone is lost.
            let entries = [#""size":5"#, #""size":6"#].map {
                #"{"request":{"method":"POST","url":"Media"},"resource":{"resourceType":"Media","status":"completed","content":{"data":"SGVsbG9v",\#($0)}}}"#
            }
            let batch = try await world.send(.POST, "/fhir/r4", patient, #"{"resourceType":"Bundle","type":"batch","entry":[\#(entries.joined(separator: ","))]}"#)
            let states = try #require(try batch.json["entry"]).children.map { $0["response"]?["status"]?.string?.prefix(3) ?? "" }
            #expect(states == ["422", "201"])
        }
    }

    /// What was large and is not any more, and the other way round; each version is what it was.
    @Test func versionsKeepWhatTheyHeld() async throws {
        try await World.run { world in
            let patient = try world.patient()
            func body(_ data: String) -> String { #"{"resourceType":"Media","status":"completed","id":"m","content":{"data":"\#(data)"}}"# }
            let other = Data(Files.pdf(50_000, seed: 4)).base64EncodedString()
            for data in [Self.data, "SGVsbG9v", other, Self.data] {
                #expect([200, 201].contains(try await world.send(.PUT, "/fhir/r4/Media/m", patient, body(data)).status))
            }
            for (index, data) in [Self.data, "SGVsbG9v", other, Self.data].enumerated() {
                #expect(try await world.get("/fhir/r4/Media/m/_history/\(index + 1)", patient).json["content"]?["data"]?.string == data)
            }
            #expect(try await world.count("SELECT count(*) FROM contents") == 2)
        }
    }
}
