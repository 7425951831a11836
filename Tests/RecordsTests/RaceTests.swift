import CareModels
import CareService
import Foundation
import ServiceTestKit
import Testing

@testable import RecordsService

/// Many at once, over HTTP, against the real database.
@Suite(.timeLimit(.minutes(5))) struct RaceTests {
    @Test func ofFiftyUpdatesOfOneVersionOneSucceeds() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let id = try await world.send(.POST, "/fhir/r4/Patient", patient, #"{"resourceType":"Patient"}"#).id
            let answers = try await together(50) { index in
                let body = #"{"resourceType":"Patient","id":"\#(id)","multipleBirthInteger":\#(index)}"#
                return try await world.send(.PUT, "/fhir/r4/Patient/\(id)", patient, body, headers: ["If-Match": #"W/"1""#])
            }
            #expect(answers.filter { $0.status == 200 }.count == 1)
            #expect(answers.filter { $0.status == 412 }.count == 49)
            #expect(try await world.get("/fhir/r4/Patient/\(id)", patient).tag == #"W/"2""#)
        }
    }

    @Test func nobodyHearsOfAnotherWritesFault() async throws {
        var quota = StorageQuota()
        quota.limitWhenNew = 60_000
        try await World.run(quota: quota) { world in
            let patient = try world.patient()
            let id = try await world.send(.POST, "/fhir/r4/Patient", patient, #"{"resourceType":"Patient"}"#).id
            let long = String(repeating: "a", count: 100_000)
            let answers = try await together(40) { index in
                switch index {
                case 7:
                    return try await world.send(.PUT, "/fhir/r4/Patient/\(id)", patient, #"{"resourceType":"Patient","id":"\#(id)"}"#, headers: ["If-Match": #"W/"99""#])
                case 14: return try await world.send(.POST, "/fhir/r4/Patient", patient, #"{"resourceType":"Patient","language":"\#(long)"}"#)
                default: return try await world.send(.POST, "/fhir/r4/Patient", patient, #"{"resourceType":"Patient"}"#)
                }
            }
            #expect(answers.count { $0.status == 201 } == 38)
            #expect(answers.count { $0.status == 412 } == 1 && answers.count { $0.status == 409 } == 1)
            #expect(try await world.count("SELECT count(*) FROM records") == 39)
            #expect(try await world.count("SELECT count(*) FROM outbox WHERE topic = 'care.records.v1'") == 39)
        }
    }

    @Test func versionsHaveNoHole() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let id = try await world.send(.POST, "/fhir/r4/Patient", patient, #"{"resourceType":"Patient"}"#).id
            let answers = try await together(60) { index in
                if index % 6 == 0 { return try await world.send(.DELETE, "/fhir/r4/Patient/\(id)", patient) }
                return try await world.send(.PUT, "/fhir/r4/Patient/\(id)", patient, #"{"resourceType":"Patient","id":"\#(id)"}"#)
            }
            #expect(answers.allSatisfy { [200, 201, 204].contains($0.status) })
            let events = try await world.events(of: try #require(UUID(uuidString: id)))
            #expect(events.map(\.version) == Array(1...events.count))
            #expect(try await world.count("SELECT count(*) FROM record_versions") == events.count)
            #expect(try await world.count("SELECT max(version) FROM record_versions") == events.count)
        }
    }

    @Test func ofManyFirstWritesUnderOneIdOneCreates() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let body = #"{"resourceType":"Patient","id":"first"}"#
            let answers = try await together(30) { _ in try await world.send(.PUT, "/fhir/r4/Patient/first", patient, body) }
            #expect(answers.filter { $0.status == 201 }.count == 1)
            #expect(answers.filter { $0.status == 200 }.count == 29)
            #expect(try await world.count("SELECT count(*) FROM records") == 1)
            #expect(try await world.count("SELECT count(*) FROM record_versions") == 30)
            let absent = try await together(20) { _ in
                let body = #"{"resourceType":"Patient","id":"second"}"#
                return try await world.send(.PUT, "/fhir/r4/Patient/second", patient, body, headers: ["If-None-Match": "*"])
            }
            #expect(absent.filter { $0.status == 201 }.count == 1)
            #expect(absent.filter { $0.status == 412 }.count == 19)
        }
    }

    @Test func erasureLeavesNothingWhateverIsUnderWay() async throws {
        try await World.run { world in
            let (patient, other) = (try world.patient(), try world.patient())
            #expect(try await world.send(.POST, "/fhir/r4/Observation", patient, Examples.heartRate()).status == 201)
            #expect(try await world.send(.POST, "/fhir/r4/Patient", other, Examples.patient).status == 201)
            let erased = UserDeleted(userId: patient.id, version: 2, deletedAt: Date())
            let answers = try await together(40) { index in
                if index == 20 {
                    try await world.pool.transaction { try await OnUserDeleted(dependencies: world.dependencies).handle(erased, $0) }
                    return Answer(status: 0, headers: [:], body: [])
                }
                switch index % 4 {
                case 0: return try await world.send(.PUT, "/fhir/r4/Patient/p", patient, #"{"resourceType":"Patient","id":"p"}"#)
                case 1: return try await world.send(.POST, "/app-data", patient, [1], type: "a/b")
                case 2: return try await world.send(.POST, "/fhir/r4", patient, Examples.bundle)
                default: return try await world.send(.POST, "/fhir/r4/Patient", patient, Examples.patient)
                }
            }
            #expect(answers.allSatisfy { [0, 200, 201, 403].contains($0.status) })
            #expect(try await world.count("SELECT count(*) FROM records WHERE owner_id = \(patient.id)") == 0)
            #expect(try await world.count("SELECT count(*) FROM record_versions") == 1)
            #expect(try await world.count("SELECT count(*) FROM person_keys WHERE wrapped_key IS NOT NULL") == 1)
            #expect(try await world.send(.POST, "/fhir/r4/Patient", patient, Examples.patient).status == 403)
            #expect(try await world.send(.PUT, "/fhir/r4/Patient/p", patient, #"{"resourceType":"Patient","id":"p"}"#).status == 403)
            #expect(try await world.get("/fhir/r4/Patient", patient).status == 403)
            #expect(try await world.get("/fhir/r4/Patient", other).json["total"]?.number == 1)
        }
    }
}
