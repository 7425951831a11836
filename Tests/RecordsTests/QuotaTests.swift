import CareModels
import CareService
import Foundation
import HTTP
import Outbox
import Postgres
import ServiceTestKit
import Testing

@testable import RecordsService

/// What a person may have stored.
@Suite(.timeLimit(.minutes(5))) struct QuotaTests {
    private static let small: StorageQuota = {
        var quota = StorageQuota()
        quota.limit = 40_000
        quota.limitWhenNew = 10_000
        return quota
    }()

    private func counted(_ world: World, _ person: World.Person) async throws -> Int {
        try await world.count("SELECT bytes FROM record_storage WHERE owner_id = \(person.id)")
    }

    /// From the rows themselves.
    private func stored(_ world: World, _ person: World.Person) async throws -> Int {
        try await world.count(
            """
            SELECT (SELECT coalesce(sum(octet_length(v.body) + 256), 0) FROM records r JOIN record_versions v USING (record_id)
                    WHERE r.owner_id = \(person.id) AND v.body IS NOT NULL)
                + (SELECT coalesce(sum(octet_length(head)), 0) FROM records WHERE owner_id = \(person.id))
            """)
    }

    @Test func isNeverExceededHoweverManyWriteAtOnce() async throws {
        try await World.run(quota: Self.small) { world in
            let patient = try world.patient()
            let answers = try await together(40) { index in
                try await world.send(.POST, "/app-data", patient, [UInt8](repeating: 7, count: 500), headers: ["Idempotency-Key": "\(index)"], type: "a/b")
            }
            #expect(Set(answers.map(\.status)) == [201, 409])
            let refusal = try #require(answers.first { $0.status == 409 })
            #expect(try refusal.problem.slug == "quota-exceeded")
            let numbers: QuotaBody = try refusal.decode()
            #expect(numbers.limit == 10_000 && numbers.used <= 10_000 && numbers.used > 10_000 - 1000)
            let bytes = try await counted(world, patient)
            #expect(bytes <= 10_000 && bytes > 10_000 - 1000)
            #expect(try await stored(world, patient) == bytes)
            #expect(try await world.count("SELECT count(*) FROM records") == answers.count { $0.status == 201 })
            // What can be read can still be deleted.
            let id = try #require(answers.first { $0.status == 201 }?.id)
            #expect(try await world.send(.DELETE, "/app-data/\(id)", patient).status == 204)
            #expect(try await stored(world, patient) == bytes)
        }
    }

    @Test func countsEveryWayOfWriting() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let headers: HTTPHeaders = ["Care-Annotations": "one, two"]
            let id = try await world.send(.POST, "/app-data", patient, [1, 2, 3], headers: headers, type: "a/b").id
            #expect(try await world.send(.PUT, "/app-data/\(id)", patient, [9], headers: ["Care-Annotations": ""], type: "text/plain").status == 200)
            #expect(try await world.send(.POST, "/fhir/r4", patient, Examples.bundle).status == 200)
            #expect(try await world.send(.PUT, "/fhir/r4/Patient/p", patient, #"{"resourceType":"Patient","id":"p"}"#, headers: headers).status == 201)
            #expect(try await world.send(.PUT, "/fhir/r4/Patient/p", patient, #"{"resourceType":"Patient","id":"p","gender":"other"}"#).status == 200)
            #expect(try await world.send(.DELETE, "/fhir/r4/Patient/p", patient).status == 204)
            #expect(try await world.send(.POST, "/fhir/r4", patient, #"{"resourceType":"Bundle","type":"transaction","entry":[{}]}"#).status == 400)
            #expect(try await counted(world, patient) == stored(world, patient))

            // Who was not counted yet, as those of the release before, is counted by the next write.
            try await world.pool.transaction { try await $0.execute("DELETE FROM record_storage") }
            #expect(try await world.send(.POST, "/fhir/r4/Patient", patient, Examples.patient).status == 201)
            #expect(try await counted(world, patient) == stored(world, patient))

            let erased = UserDeleted(userId: patient.id, version: 2, deletedAt: Date())
            try await world.pool.transaction { try await OnUserDeleted(dependencies: world.dependencies).handle(erased, $0) }
            #expect(try await world.count("SELECT count(*) FROM record_storage") == 0)
        }
    }

    @Test func ofABatchWhatFitsIsTaken() async throws {
        try await World.run(quota: Self.small) { world in
            let patient = try world.patient()
            let entry = #"{"resource":{"resourceType":"Basic","text":{"div":"\#(String(repeating: "x", count: 2000))"}},"request":{"method":"POST","url":"Basic"}}"#
            func bundle(_ kind: String) -> String {
                #"{"resourceType":"Bundle","type":"\#(kind)","entry":[\#(Array(repeating: entry, count: 6).joined(separator: ","))]}"#
            }
            let refused = try await world.send(.POST, "/fhir/r4", patient, bundle("transaction"))
            #expect(refused.status == 409)
            #expect(try refused.issue["code"]?.string == "business-rule")
            #expect(try await world.count("SELECT count(*) FROM records") == 0)
            let answer = try await world.send(.POST, "/fhir/r4", patient, bundle("batch"))
            #expect(answer.status == 200)
            let states = try #require(try answer.json["entry"]).children.map { $0["response"]?["status"]?.string ?? "" }
            #expect(states.map { $0.prefix(3) } == ["201", "201", "201", "201", "409", "409"])
            #expect(try await counted(world, patient) == stored(world, patient))
        }
    }

    /// Who has more than is allowed by now can still give something back.
    @Test func whatIsTooMuchCanBeGivenBack() async throws {
        try await World.run { world in
            let patient = try world.patient()
            #expect(try await world.send(.POST, "/app-data", patient, [UInt8](repeating: 7, count: 60_000), type: "a/b").status == 201)
            let headers: HTTPHeaders = ["Tus-Resumable": Tus.version, "Upload-Length": "1000"]
            let begun = try await world.send(.POST, "/records/uploads", patient, nil as [UInt8]?, headers: headers)
            let address = try #require(begun.headers.first(name: "Location"))
            let id = try #require(UploadID(address.split(separator: "/").last ?? ""))
            var narrower = world.dependencies
            narrower.quota = Self.small
            let cancel = CancelUpload(writing: narrower.writing)
            #expect(try await world.pool.transaction { tx in try await cancel(id, of: patient.id, tx) })
            #expect(try await counted(world, patient) == stored(world, patient))
        }
    }

    @Test func anOlderAccountMayHaveMore() async throws {
        try await World.run(quota: Self.small) { world in
            let now = try #require(RFC3339.parse(World.start))
            let (newcomer, older) = (try world.patient(since: now.addingTimeInterval(-6 * 86_400)), try world.patient(since: now.addingTimeInterval(-8 * 86_400)))
            let bytes = [UInt8](repeating: 7, count: 20_000)
            #expect(try await world.send(.POST, "/app-data", newcomer, bytes, type: "a/b").status == 409)
            #expect(try await world.send(.POST, "/app-data", older, bytes, type: "a/b").status == 201)
        }
    }
}
