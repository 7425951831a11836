import CareModels
import CareService
import Foundation
import HTTP
import JSON
import Postgres
import Sealing
import ServiceTestKit
import Testing

@testable import RecordsService

@Suite(.timeLimit(.minutes(3))) struct BinaryRouteTests {
    private static let bytes = Files.pdf(500_000)

    @Test(arguments: ["r4", "stu3"]) func aFileComesBackAsItWasOrAsItsResource(release: String) async throws {
        try await World.run { world in
            let patient = try world.patient()
            let made = try await world.send(.POST, "/fhir/\(release)/Binary", patient, Self.bytes, type: "application/pdf")
            #expect(made.status == 201 && made.body.isEmpty)
            let path = "/fhir/\(release)/Binary/\(made.locationID)"
            #expect(made.header("Location") == "http://care.test\(path)/_history/1")
            for accept in ["*/*", "application/pdf", "text/html,application/xhtml+xml,*/*;q=0.8"] {
                let file = try await world.get(path, patient, headers: ["Accept": accept])
                #expect(file.status == 200 && file.body == Self.bytes)
                #expect(file.header("Content-Type") == "application/pdf" && file.header("Content-Length") == "500000")
                #expect(file.header("X-Content-Type-Options") == "nosniff" && file.header("Content-Disposition") == "attachment")
                #expect(file.header("Content-Security-Policy")?.hasPrefix("sandbox; default-src 'none'") == true)
                #expect(file.tag == "\"1\"" && file.header("Vary")?.contains("Accept") == true)
            }
            let resource = try await world.get(path, patient, headers: ["Accept": "application/fhir+json"])
            #expect(resource.status == 200 && resource.tag == "W/\"1\"")
            #expect(try resource.json["contentType"]?.string == "application/pdf")
            #expect(try resource.json[release == "r4" ? "data" : "content"]?.string == Data(Self.bytes).base64EncodedString())
            #expect(resource.header("Content-Length") == String(resource.body.count))

            let next = Files.pdf(300_000, seed: 2)
            let update = try await world.send(.PUT, path, patient, next, headers: ["If-Match": "\"1\""], type: "application/pdf")
            #expect(update.status == 200)
            #expect(try await world.get(path, patient).body == next)
            let before = try await world.get("\(path)/_history/1", patient)
            #expect(try before.json[release == "r4" ? "data" : "content"]?.string == Data(Self.bytes).base64EncodedString())
            #expect(try await world.send(.DELETE, path, patient).status == 204)
            #expect(try await world.get(path, patient).status == 410)
        }
    }

    /// One whose file does not fit into a resource would lose it.
    @Test func aPatchLosesNoFile() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let change = #"[{"op":"add","path":"/language","value":"en"}]"#
            let headers: HTTPHeaders = ["Content-Type": "application/json-patch+json"]
            let small = "/fhir/r4/Binary/\(try await world.store(Self.bytes, "application/pdf", patient))"
            #expect(try await world.send(.PATCH, small, patient, change, headers: headers).status == 200)
            #expect(try await world.get(small, patient, headers: ["Accept": "application/pdf"]).body == Self.bytes)
            let bytes = Files.pdf(6_400_000)
            let id = try await world.store(bytes, "application/pdf", patient)
            let path = "/fhir/r4/Binary/\(id)"
            let refused = try await world.send(.PATCH, path, patient, change, headers: headers)
            #expect(refused.status == 422)
            #expect(try refused.issue["code"]?.string == "processing")
            let patch = #"{"resourceType":"Binary","contentType":"application/json-patch+json","data":"\#(Data(change.utf8).base64EncodedString())"}"#
            for url in ["Binary/\(id)", "Binary?_id=\(id)"] {
                let bundle = #"{"resourceType":"Bundle","type":"batch","entry":[{"resource":\#(patch),"request":{"method":"PATCH","url":"\#(url)"}}]}"#
                let answer = try await world.send(.POST, "/fhir/r4", patient, bundle)
                #expect(try answer.json["entry"]?.children.first { _ in true }?["response"]?["status"]?.string?.prefix(3) == "422")
            }
            let file = try await world.get(path, patient, headers: ["Accept": "application/pdf"])
            #expect(file.body == bytes && file.tag == "\"1\"")
        }
    }

    /// As any other resource, byte for byte but for id and meta.
    @Test func aResourceComesBackAsItWas() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let data = Data(Self.bytes).base64EncodedString()
            let body = #"{"resourceType" : "Binary", "id":"scan","meta":{"source":"a"}, "contentType":"application/pdf",  "data":"\#(data)" , "language" : "en"}"#
            #expect(try await world.send(.PUT, "/fhir/r4/Binary/scan", patient, body).status == 201)
            for path in ["/fhir/r4/Binary/scan", "/fhir/r4/Binary/scan/_history/1"] {
                let read = try await world.get(path, patient)
                #expect(read.header("Content-Type") == "application/fhir+json")
                #expect(read.text.hasSuffix(#", "contentType":"application/pdf",  "data":"\#(data)" , "language" : "en"}"#))
            }
            #expect(try await world.get("/fhir/r4/Binary/scan", patient, headers: ["Accept": "application/pdf"]).body == Self.bytes)
            #expect(try await world.count("SELECT count(*) FROM contents") == 1)
            // A list has it whole, too.
            #expect(try await world.get("/fhir/r4/Binary", patient).text.contains(data))
            #expect(try await world.get("/fhir/r4/Binary/scan/_history", patient).text.contains(data))
            // What is small stays in its resource, and is a file all the same.
            let small = try await world.send(.POST, "/fhir/r4/Binary", patient, #"{"resourceType":"Binary","contentType":"text/plain","data":"SGVsbG8="}"#)
            #expect(try await world.get("/fhir/r4/Binary/\(small.id)", patient, headers: ["Accept": "text/plain"]).text == "Hello")
        }
    }

    /// The header, the status, and which part of 1,000,000 bytes.
    @Test func partsOfIt() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let bytes = Files.pdf(1_000_000)
            let path = "/fhir/r4/Binary/\(try await world.store(bytes, "application/pdf", patient))"
            let cases: [(HTTPHeaders, Int, Range<Int>?)] = [
                (["Range": "bytes=0-99"], 206, 0..<100), (["Range": "bytes=393215-393216"], 206, 393_215..<393_217),
                (["Range": "bytes=-5"], 206, 999_995..<1_000_000), (["Range": "bytes=786432-"], 206, 786_432..<1_000_000),
                (["Range": "bytes=1000000-"], 416, nil), (["Range": "bytes=0-1,5-6"], 200, 0..<1_000_000), (["Range": "lines=1-2"], 200, 0..<1_000_000),
                (["Range": "bytes=0-99", "If-Range": "\"1\""], 206, 0..<100), (["Range": "bytes=0-99", "If-Range": "\"2\""], 200, 0..<1_000_000),
                (["Range": "bytes=0-99", "If-Range": "W/\"1\""], 200, 0..<1_000_000), (["If-None-Match": "\"1\""], 304, nil),
                (["Range": "bytes=0-99", "If-None-Match": "\"1\""], 304, nil), (["If-None-Match": "\"7\""], 200, 0..<1_000_000)
            ]
            for (headers, status, part) in cases {
                let answer = try await world.get(path, patient, headers: headers)
                #expect(answer.status == status, "\(headers)")
                if let part { #expect(answer.body == Array(bytes[part]), "\(headers)") }
                let place = part.map { "bytes \($0.lowerBound)-\($0.upperBound - 1)/1000000" }
                #expect(answer.header("Content-Range") == (status == 206 ? place : status == 416 ? "bytes */1000000" : nil))
            }
            let head = try await world.send(.HEAD, path, patient, headers: ["Range": "bytes=0-99"])
            #expect(head.status == 206 && head.header("Content-Length") == "100" && head.body.isEmpty)
            #expect(try await world.send(.HEAD, path, patient).header("Content-Length") == "1000000")
        }
    }

    @Test func aPhotoLosesItsPositionUnlessItIsAskedToKeepIt() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let cleaned = try await world.get("/fhir/r4/Binary/\(try await world.store(Files.photo, "image/jpeg", patient))", patient)
            #expect(cleaned.body.count < Files.photo.count && cleaned.body.ranges(of: Files.position).isEmpty)
            #expect(cleaned.header("Content-Disposition") == "inline")
            let kept = try await world.send(.POST, "/fhir/r4/Binary", patient, Files.photo, headers: ["Care-Keep-Metadata": "true"], type: "image/jpeg")
            #expect(try await world.get("/fhir/r4/Binary/\(kept.locationID)", patient).body == Files.photo)
            let wrong = try await world.send(.POST, "/fhir/r4/Binary", patient, Files.photo, headers: ["Care-Keep-Metadata": "yes"], type: "image/jpeg")
            #expect(wrong.status == 400)
        }
    }

    /// Whose directory comes last, behind chunks that are stored by then, and across their border.
    @Test(arguments: [100, ContentChunks.size - 30, ContentChunks.size + 5_000]) func soDoesATIFF(padding: Int) async throws {
        try await World.run { world in
            let patient = try world.patient()
            let (sent, clean) = (Files.tiff(padding: padding), Files.tiff(padding: padding, tells: false))
            let stored = try await world.store(sent, "image/tiff", patient)
            #expect(try await world.get("/fhir/r4/Binary/\(stored)", patient).body == clean)
            let kept = try await world.send(.POST, "/fhir/r4/Binary", patient, sent, headers: ["Care-Keep-Metadata": "true"], type: "image/tiff")
            #expect(try await world.get("/fhir/r4/Binary/\(kept.locationID)", patient).body == sent)
            // What was clean is the same content.
            let again = try await world.store(clean, "image/tiff", patient)
            #expect(try await world.get("/fhir/r4/Binary/\(again)", patient).body == clean)
            #expect(try await world.count("SELECT count(*) FROM contents") == 2)
            let storage = try await world.storage(patient)
            #expect(storage.counted == storage.stored)
            #expect(try await world.send(.POST, "/fhir/r4/Binary", patient, Array(sent.dropLast(20)), type: "image/tiff").status == 422)
        }
    }

    @Test func aRetryIsTheSameBinary() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let key: HTTPHeaders = ["Idempotency-Key": "one"]
            let first = try await world.send(.POST, "/fhir/r4/Binary", patient, Self.bytes, headers: key, type: "application/pdf")
            let again = try await world.send(.POST, "/fhir/r4/Binary", patient, Self.bytes, headers: key, type: "application/pdf")
            #expect(first.status == 201 && again.status == 201 && again.locationID == first.locationID)
            #expect(again.header("Idempotent-Replayed") == "true")
            #expect(try await world.send(.POST, "/fhir/r4/Binary", patient, Files.pdf(500, seed: 3), headers: key, type: "application/pdf").status == 422)
            #expect(try await world.count("SELECT count(*) FROM records") == 1)
            #expect(try await world.count("SELECT count(*) FROM contents") == 1)
        }
    }

    /// The rules of what a Binary belongs to hold for it.
    @Test func whoMayNotReadItsContextMayNotReadIt() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let headers: HTTPHeaders = ["X-Security-Context": "DocumentReference/d"]
            let made = try await world.send(.POST, "/fhir/r4/Binary", patient, Self.bytes, headers: headers, type: "application/pdf")
            let path = "/fhir/r4/Binary/\(made.locationID)"
            #expect(
                try await world.get(path, patient, headers: ["Accept": "application/fhir+json"]).json["securityContext"]?["reference"]?.string == "DocumentReference/d")
            func reader(_ scope: String) throws -> World.Person { World.Person(id: patient.id, token: try World.token(patient.id, .patient, scope: scope)) }
            #expect(try await world.get(path, try reader("user/Binary.r")).status == 403)
            #expect(try await world.get(path, try reader("user/Binary.r user/DocumentReference.r")).status == 200)
            #expect(try await world.get(path, try reader("user/DocumentReference.r")).status == 403)
            // Whichever way it is asked for, or changed.
            let narrow = try reader("user/Binary.cruds")
            for more in ["/_history", "/_history/1", "/$diff?from=1&to=1", "/$binary-access-read?path=data"] {
                #expect(try await world.get(path + more, narrow).status == 403)
            }
            #expect(try await world.send(.DELETE, path, narrow).status == 403)
            #expect(try await world.send(.PUT, path, narrow, Self.bytes, type: "application/pdf").status == 403)
            for list in ["/fhir/r4/Binary", "/fhir/r4/Binary?_sort=_id", "/fhir/r4/Binary/_history"] {
                let whole = try await world.get(list, patient)
                #expect(try whole.json["entry"]?.childCount == 1, "\(list) \(whole.text.prefix(400))")
                #expect(try await world.get(list, narrow).json["entry"] == nil, "\(list)")
            }
            // However the reference is written; and of what is nowhere here nobody knows whose rules it stands under.
            let contexts = ["http://care.test/fhir/r4/DocumentReference/d", "DocumentReference/d/_history/1", "http://elsewhere.test/records/d", "urn:oid:1.2.3"]
            for (index, context) in contexts.enumerated() {
                let (id, data) = ("c\(index)", Data(Self.bytes).base64EncodedString())
                let body = #"{"resourceType":"Binary","id":"\#(id)","contentType":"application/pdf","securityContext":{"reference":"\#(context)"},"data":"\#(data)"}"#
                #expect(try await world.send(.PUT, "/fhir/r4/Binary/\(id)", patient, body).status == 201, "\(context)")
                #expect(try await world.get("/fhir/r4/Binary/\(id)", narrow).status >= 403, "\(context)")
                // Of an id that is not found a list says so.
                #expect(try await !world.get("/fhir/r4/Binary?_id=\(id)", narrow).text.contains("application/pdf"), "\(context)")
                #expect(try await world.get("/fhir/r4/Binary/\(id)", patient).status == 200, "\(context)")
            }
            let wrong: HTTPHeaders = ["X-Security-Context": "somewhere else"]
            #expect(try await world.send(.POST, "/fhir/r4/Binary", patient, Self.bytes, headers: wrong, type: "application/pdf").status == 400)
        }
    }

    /// More than may be put back in memory: a single read sends it all, a list says that it is not there.
    @Test func aLargeFileIsAStreamAndAPartOfAList() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let bytes = Files.pdf(7_000_000)
            let id = try await world.store(bytes, "application/pdf", patient)
            let resource = try await world.get("/fhir/r4/Binary/\(id)", patient, headers: ["Accept": "application/fhir+json"])
            #expect(try resource.json["data"]?.string == Data(bytes).base64EncodedString())
            let list = try await world.get("/fhir/r4/Binary", patient)
            let entry = try #require(try list.json["entry"]?.children.first { _ in true }?["resource"])
            #expect(entry["data"] == nil && entry["contentType"]?.string == "application/pdf")
            #expect(entry["meta"]?["tag"]?.children.contains { $0["code"]?.string == "SUBSETTED" } == true)
            // Sent back, it would take the file away.
            let path = "/fhir/r4/Binary/\(id)"
            let part = String(decoding: entry.bytes, as: UTF8.self)
            let refused = try await world.send(.PUT, path, patient, part)
            #expect(refused.status == 422)
            #expect(try refused.issue["code"]?.string == "business-rule")
            #expect(try refused.issue["expression"]?.children.first { _ in true }?.string == "Binary.meta.tag")
            let batch = #"{"resourceType":"Bundle","type":"batch","entry":[{"request":{"method":"PUT","url":"Binary/\#(id)"},"resource":\#(part)}]}"#
            let entries = try #require(try await world.send(.POST, "/fhir/r4", patient, batch).json["entry"])
            #expect(entries.children.first { _ in true }?["response"]?["status"]?.string?.hasPrefix("422") == true)
            let imported = try await world.send(.POST, "/fhir/r4/$import", patient, Array(part.utf8), type: "application/fhir+ndjson")
            #expect(try imported.json["parameter"]?.children.first { $0["name"]?.string == "refused" }?["valueInteger"]?.number == 1)
            #expect(try await world.get(path, patient).body == bytes)
        }
    }

    @Test func aPictureWithoutAProgramForItIsServedWhole() async throws {
        try await World.run { world in
            let patient = try world.patient()
            // As it is: nothing could be taken out of it.
            let kept: HTTPHeaders = ["Care-Keep-Metadata": "true"]
            let id = try await world.send(.POST, "/fhir/r4/Binary", patient, Files.png, headers: kept, type: "image/png").locationID
            var dependencies = world.dependencies
            dependencies.thumbnailer = Thumbnailer(program: "/nowhere/vipsthumbnail")
            #expect(!dependencies.thumbnailer.isThere)
            #expect(try await world.get("/fhir/r4/Binary/\(id)?size=full", patient).body == Files.png)
            for size in ["300", "200;id", "200'%20x", "-1", ""] {
                #expect(try await world.get("/fhir/r4/Binary/\(id)?size=\(size)", patient).status == 400, "\(size)")
            }
            // No program makes anything of these bytes, which only begin as a picture.
            #expect(try await world.get("/fhir/r4/Binary/\(id)?size=200", patient).status == 404)
            let text = try await world.store(Array("Dear".utf8), "text/plain", patient)
            #expect(try await world.get("/fhir/r4/Binary/\(text)?size=200", patient).status == 400)
        }
    }

    /// What is kept is in nobody's quota, so that it is in proportion to what is.
    @Test func aSmallerPictureFarLargerThanItsOriginalIsNotKept() async throws {
        try await World.run { world in
            let patient = try world.patient()
            _ = try await world.store(Files.picture, "image/png", patient)
            for (more, kept) in [(1, 0), (0, 1)] {
                try await world.pool.transaction { tx in
                    let row = try #require(try await tx.first("SELECT content_id, size FROM contents"))
                    let content = StoredContent(id: try row["content_id"], size: try row["size"], digest: [])
                    let key = try #require(try await world.dependencies.keys.forReading(patient.id, tx))
                    try await KeepRendition()([UInt8](repeating: 7, count: 2 * content.size + more), 200, of: content, key, tx)
                }
                #expect(try await world.count("SELECT count(*) FROM content_renditions") == kept)
            }
        }
    }

    @Test(.enabled(if: Thumbnailer().isThere, "libvips-tools is not installed")) func aPictureComesInThreeSizes() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let id = try await world.store(Files.picture, "image/png", patient)
            let small = try await world.get("/fhir/r4/Binary/\(id)?size=200", patient)
            #expect(small.status == 200 && small.header("Content-Type") == "image/jpeg" && small.tag == "\"1-200\"")
            #expect(small.body.starts(with: [0xFF, 0xD8, 0xFF]) && small.body.ranges(of: Array("Exif".utf8)).isEmpty)
            // Made once, and kept sealed.
            #expect(try await world.get("/fhir/r4/Binary/\(id)?size=200", patient).body == small.body)
            #expect(try await world.count("SELECT count(*) FROM content_renditions") == 1)
            let begin = Array(small.body.prefix(20))
            #expect(try await world.count("SELECT count(*) FROM content_renditions WHERE position(\(begin)::bytea IN data) > 0") == 0)
            #expect(try await world.get("/fhir/r4/Binary/\(id)?size=1000", patient).status == 200)
            #expect(try await world.get("/fhir/r4/Binary/\(id)", patient).body == Files.picture)
        }
    }
}
