import CareModels
import CareService
import Foundation
import HTTP
import ServiceTestKit
import Testing

@testable import RecordsService

/// How what is large lies in the database.
@Suite(.timeLimit(.minutes(3))) struct ContentStoreTests {
    /// Three chunks, the last one short.
    private static let bytes = Files.pdf(2 * ContentChunks.size + 1000)

    /// Each spoils it in another way. The stream breaks off, so that nobody takes what is left for the file.
    @Test(arguments: [
        "UPDATE content_chunks c SET data = o.data FROM content_chunks o WHERE c.index + o.index = 1",
        "DELETE FROM content_chunks WHERE index = 1",
        "DELETE FROM content_chunks WHERE index = 2",
        "UPDATE content_chunks SET data = set_byte(data, 100, get_byte(data, 100) # 1) WHERE index = 1",
        "UPDATE content_chunks SET data = (SELECT data FROM content_chunks o WHERE o.index = 0) WHERE index = 1",
        "UPDATE contents SET size = size - 1000",
        "DELETE FROM contents"
    ])
    func whatWasChangedIsNotRead(change: String) async throws {
        try await World.run { world in
            let patient = try world.patient()
            let id = try await world.store(Self.bytes, "application/pdf", patient)
            #expect(try await world.get("/fhir/r4/Binary/\(id)", patient).body == Self.bytes)
            try await world.pool.transaction { try await $0.script(change) }
            let answer = try? await world.get("/fhir/r4/Binary/\(id)", patient)
            #expect(answer == nil || answer?.status == 500)
        }
    }

    /// A file cut by one chunk, its length with it: what is last there was not sealed as the last.
    @Test func aFileThatWasCutShortIsNotRead() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let id = try await world.store(Files.pdf(2 * ContentChunks.size), "application/pdf", patient)
            try await world.pool.transaction { try await $0.script("DELETE FROM content_chunks WHERE index = 1; UPDATE contents SET size = size / 2") }
            let answer = try? await world.get("/fhir/r4/Binary/\(id)", patient)
            #expect(answer == nil || answer?.status == 500)
        }
    }

    /// However long it takes to be sent.
    @Test func aFileThatIsTakenBackMeanwhileBreaksOff() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let provider = try await world.provider()
            let id = try await world.store(Self.bytes, "application/pdf", patient)
            let consent = try await world.consent(patient, to: "Practitioner/\(provider.id)")
            let found = try await world.pool.read(of: patient.id, world.dependencies.keys) { key, connection -> ContentReader? in
                let stored = try await connection.storedCurrent(id, in: .resources("Binary", .r4, patient.id), key)
                guard let cut = stored?.cuts.first, let content = try await connection.content(cut, of: patient.id, key) else { return nil }
                return ContentReader(pool: world.pool, key: key, content: content, changes: try await connection.consentChanges(of: patient.id))
            }
            let reader = try #require(found.flatMap { $0 })
            try await reader.forEachChunk(0..<Self.bytes.count) { _ in }
            await #expect(throws: ConsentsChanged.self) {
                try await reader.forEachChunk(0..<Self.bytes.count) { _ in
                    _ = try await world.send(.DELETE, "/fhir/r4/Consent/\(consent)", patient)
                }
            }
        }
    }

    @Test func theSameIsStoredOnceAPerson() async throws {
        try await World.run { world in
            let (patient, other) = (try world.patient(), try world.patient())
            let first = try await world.store(Self.bytes, "application/pdf", patient)
            let second = try await world.store(Self.bytes, "application/pdf", patient, release: "stu3")
            let attached =
                #"{"resourceType":"Media","status":"completed","content":{"contentType":"application/pdf","data":"\#(Data(Self.bytes).base64EncodedString())"}}"#
            let third = try await world.send(.POST, "/fhir/r4/Media", patient, attached)
            #expect(third.status == 201)
            #expect(try await world.count("SELECT count(*) FROM contents") == 1)
            #expect(try await world.count("SELECT count(*) FROM content_chunks") == 3)
            let storage = try await world.storage(patient)
            #expect(storage.counted == storage.stored)
            #expect(try await world.get("/fhir/r4/Binary/\(first)", patient).body == Self.bytes)
            #expect(try await world.get("/fhir/stu3/Binary/\(second)", patient).body == Self.bytes)
            // Somebody else's is their own.
            _ = try await world.store(Self.bytes, "application/pdf", other)
            #expect(try await world.count("SELECT count(DISTINCT address) FROM contents") == 2)
            #expect(try await world.get("/fhir/r4/Binary/\(first)", other).status == 404)
        }
    }

    @Test func theQuotaHoldsHoweverManyComeAtOnce() async throws {
        var quota = StorageQuota()
        quota.limitWhenNew = 1_500_000
        try await World.run(quota: quota) { world in
            let patient = try world.patient()
            let answers = try await together(2) { index in
                try await world.send(.POST, "/fhir/r4/Binary", patient, Files.pdf(1_000_000, seed: index + 1), type: "application/pdf")
            }
            #expect(Set(answers.map(\.status)).isSubset(of: [201, 409]) && answers.contains { $0.status == 409 })
            let storage = try await world.storage(patient)
            #expect(storage.counted == storage.stored && storage.counted <= 1_500_000)
            #expect(try await world.count("SELECT count(*) FROM contents") == answers.count { $0.status == 201 })
        }
    }

    @Test func goesWithItsOwner() async throws {
        try await World.run { world in
            let (patient, other) = (try world.patient(), try world.patient())
            _ = try await world.store(Self.bytes, "application/pdf", patient)
            let kept = try await world.store(Self.bytes, "application/pdf", other)
            let erased = UserDeleted(userId: patient.id, version: 2, deletedAt: Date())
            try await world.pool.transaction { try await OnUserDeleted(dependencies: world.dependencies).handle(erased, $0) }
            #expect(try await world.count("SELECT count(*) FROM contents") == 1)
            #expect(try await world.count("SELECT count(*) FROM content_chunks") == 3)
            #expect(try await world.get("/fhir/r4/Binary/\(kept)", other).body == Self.bytes)
            #expect(try await world.send(.POST, "/fhir/r4/Binary", patient, Self.bytes, type: "application/pdf").status == 403)
        }
    }

    /// What a replica left that was killed while it came.
    @Test func whatNoResourceTookIsSwept() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let kept = try await world.store(Self.bytes, "application/pdf", patient)
            let before = try await world.storage(patient).counted
            var file = try await IncomingFile(world.dependencies, of: patient.id, contentType: "application/pdf", keepsMetadata: false, isCharged: true)
            try await file.take(Files.pdf(2_000_000, seed: 9))
            _ = try await file.finish()
            #expect(try await world.storage(patient).counted > before + 2_000_000)
            let forget = ForgetUnusedContents(now: { world.clock.now })
            try await world.pool.transaction { _ = try await forget($0) }
            #expect(try await world.count("SELECT count(*) FROM contents") == 2)
            try world.setClock("2026-03-06T19:00:00Z")
            try await world.pool.transaction { _ = try await forget($0) }
            #expect(try await world.count("SELECT count(*) FROM contents") == 1)
            let storage = try await world.storage(patient)
            #expect(storage.counted == before && storage.stored == before)
            #expect(try await world.get("/fhir/r4/Binary/\(kept)", patient).body == Self.bytes)
        }
    }

    @Test func whatIsRefusedLeavesNothing() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let lie = try await world.send(.POST, "/fhir/r4/Binary", patient, Self.bytes, type: "image/png")
            #expect(lie.status == 422)
            #expect(try lie.issue["diagnostics"]?.string?.contains("application/pdf") == true)
            let moved = try await world.send(.PUT, "/fhir/r4/Binary/scan", patient, Self.bytes, headers: ["If-Match": "W/\"3\""], type: "application/pdf")
            #expect(moved.status == 412)
            #expect(try await world.send(.POST, "/fhir/r4/Binary", patient, [], type: "application/pdf").status == 422)
            #expect(try await world.count("SELECT count(*) FROM contents") == 0)
            #expect(try await world.storage(patient).counted == 0)
        }
    }
}
