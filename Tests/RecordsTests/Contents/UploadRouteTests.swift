import CareModels
import CareService
import Crypto
import Foundation
import HTTP
import JSON
import ServiceTestKit
import Testing

@testable import RecordsService

/// Resumable uploads as tus 1.0 has them.
@Suite(.timeLimit(.minutes(3))) struct UploadRouteTests {
    private static let tus: HTTPHeaders = ["Tus-Resumable": "1.0.0"]
    private static let bytes = Files.pdf(1_000_000)

    private func begin(_ world: World, _ person: World.Person, length: Int, type: String = "application/pdf", more: String = "") async throws -> Answer {
        var headers = Self.tus
        headers.add(name: "Upload-Length", value: String(length))
        headers.add(name: "Upload-Metadata", value: "filetype \(Data(type.utf8).base64EncodedString())\(more)")
        return try await world.send(.POST, "/records/uploads", person, nil as [UInt8]?, headers: headers)
    }

    private func append(
        _ world: World, _ person: World.Person, _ id: String, _ bytes: [UInt8], at offset: Int, checksum: String? = nil
    ) async throws -> Answer {
        var headers = Self.tus
        headers.add(name: "Upload-Offset", value: String(offset))
        if let checksum { headers.add(name: "Upload-Checksum", value: checksum) }
        return try await world.send(.PATCH, "/records/uploads/\(id)", person, bytes, headers: headers, type: "application/offset+octet-stream")
    }

    private func offset(_ world: World, _ person: World.Person, _ id: String) async throws -> String? {
        try await world.send(.HEAD, "/records/uploads/\(id)", person, headers: Self.tus).header("Upload-Offset")
    }

    /// Whatever the pieces: less than a chunk, just one, more than two.
    @Test(arguments: [1_000_000, 393_216, 100_000, 393_217, 999_999]) func aFileComesInPieces(piece: Int) async throws {
        try await World.run { world in
            let patient = try world.patient()
            let begun = try await begin(world, patient, length: Self.bytes.count)
            #expect(begun.status == 201 && begun.header("Tus-Resumable") == "1.0.0" && begun.header("Upload-Expires") != nil)
            let id = begun.locationID
            #expect(begun.header("Location") == "http://care.test/records/uploads/\(id)")
            for start in stride(from: 0, to: Self.bytes.count, by: piece) {
                #expect(try await offset(world, patient, id) == String(start))
                let end = min(Self.bytes.count, start + piece)
                let answer = try await append(world, patient, id, Array(Self.bytes[start..<end]), at: start)
                #expect(answer.status == 204 && answer.header("Upload-Offset") == String(end))
                #expect((answer.header("Content-Location") != nil) == (end == Self.bytes.count))
            }
            #expect(try await world.get("/fhir/r4/Binary/\(id)", patient).body == Self.bytes)
            let shown: UploadBody = try await world.get("/records/uploads/\(id)", patient).decode()
            #expect(shown.size == 1_000_000 && shown.length == 1_000_000)
            #expect(shown.received == 1_000_000 && shown.binary == "http://care.test/fhir/r4/Binary/\(id)")
            #expect(try await world.count("SELECT count(*) FROM upload_chunks") == 0)
            let storage = try await world.storage(patient)
            #expect(storage.counted == storage.stored)
            // A retry of what is done does nothing.
            #expect(try await append(world, patient, id, [], at: 1_000_000).status == 204)
            #expect(try await world.count("SELECT count(*) FROM records") == 1)
        }
    }

    @Test func whatIsKnownOfTheProtocolIsTold() async throws {
        try await World.run { world in
            let told = try await world.send(.OPTIONS, "/records/uploads", token: nil, headers: [:])
            #expect(told.status == 204 && told.header("Tus-Version") == "1.0.0" && told.header("Tus-Max-Size") == String(100 << 20))
            #expect(told.header("Tus-Extension") == "creation,expiration,checksum,termination" && told.header("Tus-Checksum-Algorithm") == "sha1,sha256")
        }
    }

    @Test func anAnswerThatIsSaidAgainIsTusToo() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let headers: HTTPHeaders = ["Tus-Resumable": "1.0.0", "Upload-Length": "1000", "Idempotency-Key": "one"]
            func begin() async throws -> Answer { try await world.send(.POST, "/records/uploads", patient, nil as [UInt8]?, headers: headers) }
            let (first, again) = (try await begin(), try await begin())
            #expect(first.status == 201 && again.status == 201 && again.locationID == first.locationID)
            for answer in [first, again] { #expect(answer.header("Tus-Resumable") == "1.0.0") }
        }
    }

    private struct UploadBody: Decodable {
        var size: Int
        /// The former name of `size`.
        var length: Int
        var received: Int
        var binary: String?
    }

    @Test func aWrongPlaceOrVersionOrTypeIsRefused() async throws {
        try await World.run { world in
            let (patient, other) = (try world.patient(), try world.patient())
            let id = try await begin(world, patient, length: 1000).locationID
            #expect(try await append(world, patient, id, Array(Self.bytes.prefix(10)), at: 0).status == 204)
            let moved = try await append(world, patient, id, [1], at: 9)
            #expect(moved.status == 409)
            #expect(try moved.problem.slug == "upload-moved")
            let (nobodys, unknown) = (
                try await world.send(.HEAD, "/records/uploads/\(id)", token: nil, headers: Self.tus), try await world.get("/records/uploads/\(UUID())", patient)
            )
            #expect(nobodys.status == 401 && unknown.status == 404)
            for refused in [moved, nobodys, unknown] { #expect(refused.header("Tus-Resumable") == "1.0.0") }
            #expect(try await append(world, patient, id, [UInt8](repeating: 1, count: 991), at: 10).status == 400)
            #expect(try await append(world, other, id, [1], at: 10).status == 404)
            #expect(try await world.send(.HEAD, "/records/uploads/\(id)", other, headers: Self.tus).status == 404)
            let old = try await world.send(.PATCH, "/records/uploads/\(id)", patient, [1], headers: ["Upload-Offset": "10"], type: "application/offset+octet-stream")
            #expect(old.status == 412 && old.header("Tus-Version") == "1.0.0")
            var headers = Self.tus
            headers.add(name: "Upload-Offset", value: "10")
            #expect(try await world.send(.PATCH, "/records/uploads/\(id)", patient, [1], headers: headers, type: "a/b").status == 415)
            #expect(try await offset(world, patient, id) == "10")
            #expect(try await begin(world, patient, length: 0).status == 400)
            let long = try await begin(world, patient, length: 5, type: "application/" + String(repeating: "a", count: 200))
            #expect(try long.status == 400 && long.decode(FaultsBody.self).fields.map(\.limit) == [200])
            #expect(try await begin(world, patient, length: 100 << 20 | 1).status == 413)
            #expect(try await begin(world, patient, length: 5, more: ",release \(Data("r5".utf8).base64EncodedString())").status == 400)
        }
    }

    /// What came otherwise than it was sent is as if it had never come.
    @Test func aChecksumIsForAllOfAPieceOrNone() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let id = try await begin(world, patient, length: Self.bytes.count).locationID
            func sha1(_ bytes: ArraySlice<UInt8>) -> String { "sha1 " + Data(Insecure.SHA1.hash(data: bytes)).base64EncodedString() }
            #expect(try await append(world, patient, id, Array(Self.bytes[..<100_000]), at: 0, checksum: sha1(Self.bytes[..<100_000])).status == 204)
            var spoiled = Array(Self.bytes[100_000..<900_000])
            spoiled[700_000] ^= 1
            let refused = try await append(world, patient, id, spoiled, at: 100_000, checksum: sha1(Self.bytes[100_000..<900_000]))
            #expect(refused.status == 460)
            #expect(try refused.problem.slug == "checksum-mismatch")
            #expect(try await offset(world, patient, id) == "100000")
            let sha256 = "sha256 " + Data(SHA256.hash(data: Self.bytes[100_000...])).base64EncodedString()
            #expect(try await append(world, patient, id, Array(Self.bytes[100_000...]), at: 100_000, checksum: sha256).status == 204)
            #expect(try await world.get("/fhir/r4/Binary/\(id)", patient).body == Self.bytes)
            #expect(try await append(world, patient, id, [], at: 1_000_000, checksum: "md5 AA==").status == 400)
        }
    }

    @Test func ofOnePersonFewAreBegunAndEachHoldsItsLength() async throws {
        var quota = StorageQuota()
        quota.limitWhenNew = 3_000_000
        try await World.run(quota: quota) { world in
            let patient = try world.patient()
            let first = try await begin(world, patient, length: 2_000_000).locationID
            #expect(try await begin(world, patient, length: 2_000_000).status == 409)
            var gone = Self.tus
            gone.add(name: "X-Request-Id", value: "a")
            #expect(try await world.send(.DELETE, "/records/uploads/\(first)", patient, headers: gone).status == 204)
            #expect(try await world.send(.DELETE, "/records/uploads/\(first)", patient, headers: Self.tus).status == 404)
            #expect(try await world.storage(patient).counted == 0)
            let answers = try await together(30) { _ in try await begin(world, patient, length: 1000) }
            #expect(answers.count { $0.status == 201 } == BeginUpload.mostOpen)
            #expect(try answers.first { $0.status == 409 }?.problem.slug == "too-many-uploads")
        }
    }

    @Test func whatNobodyGoesOnWithIsSwept() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let id = try await begin(world, patient, length: Self.bytes.count).locationID
            #expect(try await append(world, patient, id, Array(Self.bytes.prefix(500_000)), at: 0).status == 204)
            try world.setClock("2026-03-07T12:00:01Z")
            #expect(try await offset(world, patient, id) == nil)
            let forget = ForgetUnusedContents(now: { world.clock.now })
            try await world.pool.transaction { _ = try await forget($0) }
            for table in ["uploads", "upload_chunks", "contents"] { #expect(try await world.count("SELECT count(*) FROM \(unescaped: table)") == 0) }
            #expect(try await world.storage(patient).counted == 0)
        }
    }

    @Test func aFileThatIsNotWhatItSaysIsGivenUp() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let id = try await begin(world, patient, length: 1000, type: "image/png").locationID
            let answer = try await append(world, patient, id, Files.pdf(1000), at: 0)
            #expect(answer.status == 422)
            #expect(try answer.problem.slug == "content-mismatch")
            for table in ["uploads", "upload_chunks", "contents", "records"] { #expect(try await world.count("SELECT count(*) FROM \(unescaped: table)") == 0) }
            #expect(try await world.storage(patient).counted == 0)
        }
    }

    /// Each try reads the whole file, which is whoever's sends its last byte again and again.
    @Test func aFileThatCannotBeFinishedIsNotReadForEver() async throws {
        try await World.run { world in
            let (patient, other) = (try world.patient(), try world.patient())
            try await world.pool.transaction { try await $0.script("ALTER TABLE records ADD CONSTRAINT never CHECK (false)") }
            let id = try await begin(world, patient, length: 1000).locationID
            let bytes = Files.pdf(1000)
            for _ in 0..<BeginUpload.mostOpen { #expect(try await append(world, patient, id, bytes, at: 0).status == 500) }
            let refused = try await append(world, patient, id, bytes, at: 0)
            #expect(refused.status == 429)
            #expect(Int(refused.header("Retry-After") ?? "").map { (1...60).contains($0) } == true)
            #expect(try await world.count("SELECT count(*) FROM contents") == 0)
            // It is there to be finished later, and somebody else's is somebody else's.
            #expect(try await offset(world, patient, id) == "0")
            try await world.pool.transaction { try await $0.script("ALTER TABLE records DROP CONSTRAINT never") }
            let others = try await begin(world, other, length: 1000).locationID
            #expect(try await append(world, other, others, bytes, at: 0).status == 204)
        }
    }

    /// What is finished, and what is given up for what it is, has nobody wait.
    @Test func filesThatAreFinishedAreNotCounted() async throws {
        try await World.run { world in
            let patient = try world.patient()
            for _ in 0...BeginUpload.mostOpen {
                let id = try await begin(world, patient, length: 1000).locationID
                #expect(try await append(world, patient, id, Files.pdf(1000), at: 0).status == 204)
                let wrong = try await begin(world, patient, length: 1000, type: "image/png").locationID
                #expect(try await append(world, patient, wrong, Files.pdf(1000), at: 0).status == 422)
            }
        }
    }

    /// Neither of two requests at one place writes over what the other one is yet to prove: who began first has lost their turn.
    @Test func ofTwoRequestsAtOnePlaceTheLaterGoesOn() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let id = try await begin(world, patient, length: Self.bytes.count).locationID
            let (owner, now) = (patient.id, world.clock.now)
            let uploadID = try #require(UploadID(id))
            let found = try await world.pool.read(of: owner, world.dependencies.keys) { key, connection in
                (try await connection.upload(uploadID, of: owner, key, now: now), key)
            }
            let (begun, key) = (try #require(found?.0), try #require(found?.1))
            var (first, second) = (begun, begun)
            let sealed = try key.seal(Array(Self.bytes.prefix(ContentChunks.size)), at: ContentChunks.place(first.id, 0))
            let (one, other) = (UUID(), UUID())
            (first.turn, second.turn) = (one, other)
            let done = try await world.pool.transaction { [earlier = first, later = second] tx -> [Bool] in
                var done = [try await tx.takeTurn(one, at: earlier)]
                done.append(try await tx.storeUploadChunk(0, of: earlier, sealed, received: 0))
                done.append(try await tx.takeTurn(other, at: later))
                done.append(try await tx.storeUploadChunk(0, of: earlier, sealed, received: 0))
                done.append(try await tx.finish(earlier) != nil)
                done.append(try await tx.storeUploadChunk(0, of: later, sealed, received: ContentChunks.size))
                // And nobody takes over what has moved on.
                done.append(try await tx.takeTurn(UUID(), at: earlier))
                return done
            }
            #expect(done == [true, true, true, false, false, true, false])
        }
    }

    @Test func anUploadIsItsSendersAndWithinWhatTheyMayStore() async throws {
        try await World.run { world in
            let (patient, provider) = (try world.patient(), try await world.provider())
            let id = try await begin(world, patient, length: 1000).locationID
            _ = try await world.consent(patient, to: "Practitioner/\(provider.id)")
            var headers = World.of(patient)
            headers.add(name: "Tus-Resumable", value: "1.0.0")
            #expect(try await world.get("/records/uploads/\(id)", provider, headers: headers).status == 404)
            #expect(try await world.send(.DELETE, "/records/uploads/\(id)", provider, headers: headers).status == 404)
            #expect(try await offset(world, patient, id) == "0")
            // Whoever was given what is in one category alone is given no file.
            let other = try await world.provider()
            let labs = #","class":[{"system":"http://terminology.hl7.org/CodeSystem/observation-category","code":"laboratory"}]"#
            _ = try await world.consent(patient, to: "Practitioner/\(other.id)", labs)
            headers.add(name: "Upload-Length", value: "1000")
            #expect(try await world.send(.POST, "/records/uploads", other, nil as [UInt8]?, headers: headers).status == 403)
            #expect(try await world.send(.POST, "/records/uploads", provider, nil as [UInt8]?, headers: headers).status == 201)
        }
    }

    /// Both bring the last bytes: one of them makes the Binary.
    @Test func theLastBytesCountOnce() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let id = try await begin(world, patient, length: Self.bytes.count).locationID
            #expect(try await append(world, patient, id, Array(Self.bytes.prefix(900_000)), at: 0).status == 204)
            let answers = try await together(2) { _ in try await append(world, patient, id, Array(Self.bytes[900_000...]), at: 900_000) }
            #expect(answers.contains { $0.status == 204 } && answers.allSatisfy { [204, 409].contains($0.status) }, "\(answers.map(\.status))")
            #expect(try await world.count("SELECT count(*) FROM records") == 1)
            #expect(try await world.count("SELECT count(*) FROM contents") == 1)
            #expect(try await world.get("/fhir/r4/Binary/\(id)", patient).body == Self.bytes)
        }
    }
}
