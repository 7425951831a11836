import CareModels
import Foundation
import HTTP
import JSON
import Postgres
import ServiceTestKit
import TestKit
import Testing

@testable import Outbox
@testable import RecordsService
@testable import Sealing

/// The whole database of before somebody's erasure, by pg_dump and pg_restore: with the keys of after it nothing of theirs is found in any table, nor opened,
/// whoever asks for it by whatever address (docs/operators.md#erasure).
@Suite(.enabled(if: DatabaseBackup.canBeRestored, DatabaseBackup.reason), .timeLimit(.minutes(5))) struct RestoredBackupTests {
    private static let next = [UInt8](repeating: 7, count: 32)
    private static let old = [UInt8](repeating: 42, count: 32)
    private static var after: MasterKeys { MasterKeys(current: next) }

    /// Somebody who leaves a word of their own wherever a word can be left.
    private struct Life: Sendable {
        var person: World.Person
        var mark: String
        /// As an upload's name is written.
        var spelled: String
        /// Where something of it is asked for.
        var paths: [String]
    }

    private static func live(_ world: World, _ mark: String, _ provider: World.Person) async throws -> Life {
        let person = try world.patient()
        func post(_ path: String, _ body: String, _ headers: HTTPHeaders = [:], type: String? = nil, by caller: World.Person? = nil) async throws -> Answer {
            let answer = try await world.send(.POST, path, caller ?? person, Array(body.utf8), headers: headers, type: type)
            #expect(answer.status == 201, "\(path): \(answer.text)")
            return answer
        }
        // Who subscribed, and what that told; two versions, and one that is gone.
        _ = try await post("/fhir/r4/Subscription", World.subscription(["Patient?family=\(mark)"]))
        let named = #"{"resourceType":"Patient","name":[{"family":"\#(mark)"}]}"#
        let patient = try await post("/fhir/r4/Patient", named, ["Care-Annotations": mark, "Idempotency-Key": mark]).id
        let changed = #"{"resourceType":"Patient","id":"\#(patient)","active":true,"name":[{"family":"\#(mark)"}]}"#
        #expect(try await world.send(.PUT, "/fhir/r4/Patient/\(patient)", person, changed).status == 200)
        let gone = try await post("/fhir/r4/Condition", #"{"resourceType":"Condition","code":{"text":"\#(mark)"}}"#).id
        #expect(try await world.send(.DELETE, "/fhir/r4/Condition/\(gone)", person).status == 204)
        let condition = try await post("/fhir/stu3/Condition", #"{"resourceType":"Condition","code":{"text":"\#(mark)"}}"#).id
        _ = try await post("/fhir/r4/Observation", Examples.heartRate())
        let data = try await post("/app-data", mark, type: "text/plain").id
        let binary = try await world.store(Array(mark.utf8), "text/plain", person)
        // A file that has come in part.
        let spelled = Data("\(mark).txt".utf8).base64EncodedString()
        let begin: HTTPHeaders = ["Tus-Resumable": "1.0.0", "Upload-Length": "100", "Upload-Metadata": "filename \(spelled),filetype dGV4dC9wbGFpbg=="]
        let upload = try await world.send(.POST, "/records/uploads", person, nil as [UInt8]?, headers: begin).locationID
        let part: HTTPHeaders = ["Tus-Resumable": "1.0.0", "Upload-Offset": "0"]
        let came = try await world.send(
            .PATCH, "/records/uploads/\(upload)", person, Array(mark.utf8), headers: part, type: "application/offset+octet-stream")
        #expect(came.status == 204)
        // Who was let in, why, and that they came.
        _ = try await world.consent(person, to: "Practitioner/\(provider.id)")
        _ = try await post("/records/break-glass", #"{"patientId":"\#(person.id)","reason":"\#(mark)"}"#, type: "application/json", by: provider)
        #expect(try await world.get("/fhir/r4/Patient", provider, headers: World.of(person)).text.contains(mark))
        return Life(
            person: person, mark: mark, spelled: spelled.replacing("=", with: ""),
            paths: [
                "/fhir/r4/Patient", "/fhir/r4/Patient/\(patient)", "/fhir/r4/Patient/\(patient)/_history/1", "/fhir/r4/Patient/\(patient)/$everything",
                "/fhir/r4/_history", "/fhir/r4/Condition/\(gone)/_history/1", "/fhir/r4/Subscription", "/fhir/r4/Subscription/$status", "/fhir/r4/AuditEvent",
                "/fhir/r4/Binary/\(binary)", "/fhir/stu3/Condition", "/fhir/stu3/Condition/\(condition)", "/app-data", "/app-data/\(data)",
                "/records/uploads/\(upload)", "/records/access-log"
            ])
    }

    /// What each who was let in is told at each of the addresses.
    private static func asked(of life: Life, _ world: World, _ provider: World.Person) async throws -> [(path: String, answer: Answer)] {
        let callers: [(World.Person, HTTPHeaders)] = [
            (life.person, [:]), (provider, World.of(life.person)), (try world.machine(), World.of(life.person))
        ]
        var told: [(path: String, answer: Answer)] = []
        for (caller, headers) in callers {
            for path in life.paths { told.append((path, try await world.get(path, caller, headers: headers))) }
        }
        return told
    }

    /// Everybody's, by a machine: what a search shows, and the files of an export.
    private static func everybodys(_ world: World) async throws -> String {
        let machine = try world.machine(scope: "system/*.rs records:any")
        var text = try await world.get("/fhir/r4/Patient", machine).text
        let begun = try await world.get("/fhir/r4/$export", machine, headers: ["Prefer": "respond-async"])
        let status = try #require(begun.headers.first(name: "Content-Location")).replacing("http://care.test", with: "")
        try await WholeRecordRouteTests.work(world)
        for file in try #require(try await world.get(status, machine).json["output"]).children {
            let url = try #require(file["url"]?.string).replacing("http://care.test", with: "")
            let answer = try await world.get(url, machine)
            #expect(answer.status == 200)
            text += answer.text
        }
        return text
    }

    @Test func whoWasErasedIsInNoBackupThatTheKeysOfAfterOpen() async throws {
        try await World.run(size: 6) { world in
            let provider = try await world.provider()
            let gone = try await Self.live(world, "wanderfalter", provider)
            let other = try await Self.live(world, "distelfink", provider)
            let backup = try await DatabaseBackup(of: world.url)
            defer { backup.remove() }
            // The erasure, then another master key, and the one before is gone.
            let erased = UserDeleted(userId: gone.person.id, version: 2, deletedAt: Date())
            try await world.pool.transaction { try await OnUserDeleted(dependencies: world.dependencies).handle(erased, $0) }
            let both = PersonKeys(MasterKeys(current: Self.next, earlier: [Self.old]))
            #expect(try await world.pool.transaction { try await both.rewrap(after: nil, limit: 100, $0) } == nil)
            let keys = try await DatabaseBackup(of: world.url, table: "person_keys")
            defer { keys.remove() }

            try await TestKit.withDatabase { url in
                try await backup.restore(into: url)
                try await Self.isThereByTheKeysOfBefore(gone, url, world.clock, provider)
                try await TestKit.withPool(url: url, size: 2) { copy in
                    // As it was, the master key that wrapped everybody's key is missing.
                    for person in [gone.person.id, other.person.id] {
                        await #expect(throws: MasterKeyMissing.self) {
                            _ = try await copy.withConnection { try await PersonKeys(Self.after).forReading(person, $0) }
                        }
                    }
                    try await copy.withConnection { _ = try await $0.execute("DELETE FROM person_keys") }
                    try await keys.restore(into: url)
                    try await Self.opensNothing(of: gone, by: other, copy)
                }
                try await Self.tellsNothing(of: gone, but: other, url, world.clock, provider)
                let dump = try await DatabaseDump.text(url)
                // What must be in it, so that this looks in the right place.
                #expect(dump.contains(gone.person.id.description))
                for word in [gone.mark, gone.spelled] { #expect(!dump.localizedCaseInsensitiveContains(word), "\(word) is in the restored tables") }
            }
        }
    }

    /// The backup is whole: who has kept the key of then reads all of it, which is why that goes with the last of these backups.
    private static func isThereByTheKeysOfBefore(_ gone: Life, _ url: String, _ clock: TestClock, _ provider: World.Person) async throws {
        try await World.again(on: url, clock, World.masters) { world in
            let told = try await asked(of: gone, world, provider)
            #expect(told.filter { $0.answer.status == 200 && $0.answer.text.contains(gone.mark) }.count > 10)
            #expect(try await everybodys(world).contains(gone.mark))
        }
    }

    /// Neither by their own key, nor by somebody else's, nor by the master key of after.
    private static func opensNothing(of gone: Life, by other: Life, _ copy: PostgresPool) async throws {
        let keys = PersonKeys(after)
        await #expect(throws: PersonErased.self) { _ = try await copy.withConnection { try await keys.forReading(gone.person.id, $0) } }
        try await copy.withConnection { connection in
            let key = try #require(try await keys.forReading(other.person.id, connection))
            let rows = try await connection.query(
                """
                SELECT \(unescaped: RecordVersion.columns) FROM records r JOIN record_versions v ON v.record_id = r.record_id
                WHERE r.owner_id = \(gone.person.id) AND v.body IS NOT NULL
                """)
            #expect(rows.count > 5)
            for row in rows { #expect(throws: (any Error).self) { _ = try RecordVersion(row, key).body } }
            // What waited to be told.
            var sealed = 0
            for row in try await connection.query("SELECT event_id, data FROM outbox") {
                let (event, data): (UUID, [UInt8]) = (try row["event_id"], try row["data"])
                guard EventSeal.isSealed(data) else { continue }
                sealed += 1
                #expect(throws: MasterKeyMissing.self) { _ = try EventSeal(after).open(data, of: event) }
            }
            #expect(sealed > 0)
        }
    }

    /// A service that is begun on it tells of the others, and of nobody else.
    private static func tellsNothing(of gone: Life, but other: Life, _ url: String, _ clock: TestClock, _ provider: World.Person) async throws {
        try await World.again(on: url, clock, after) { world in
            let kept = try await asked(of: other, world, provider)
            #expect(kept.filter { $0.answer.status == 200 && $0.answer.text.contains(other.mark) }.count > 10)
            for (path, answer) in try await asked(of: gone, world, provider) {
                #expect(answer.status < 500 && !answer.text.localizedCaseInsensitiveContains(gone.mark), "\(path): \(answer.status) \(answer.text)")
            }
            #expect(try await world.get("/fhir/r4/Patient", gone.person).status == 403)
            let all = try await everybodys(world)
            #expect(all.contains(other.mark) && !all.localizedCaseInsensitiveContains(gone.mark))
        }
    }
}

extension World {
    /// The service, begun again on a database that is there, with these keys.
    fileprivate static func again<R: Sendable>(
        on url: String, _ clock: TestClock, _ masters: MasterKeys, _ body: (World) async throws -> R
    ) async throws -> R {
        let dependencies = { (pool: PostgresPool) in
            Dependencies(
                pool: pool, keys: PersonKeys(masters), eventSeal: EventSeal(masters), base: "http://care.test", validation: .off,
                turns: RecordsSettings.turns(patience: .seconds(120)), now: { clock.now })
        }
        return try await run(on: url, clock, size: 4, contentType: "application/fhir+json", dependencies: dependencies, routes: routes, body)
    }
}
