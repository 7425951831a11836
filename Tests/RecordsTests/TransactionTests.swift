import CareModels
import Foundation
import Postgres
import ServiceTestKit
import TestKit
import Testing

@testable import RecordsService

/// Many bundles of one person at once.
@Suite(.timeLimit(.minutes(5))) struct TransactionTests {
    private static func bundle(_ ids: [String], _ kind: String = "transaction", method: String = "PUT") -> String {
        let entries = ids.map { id in
            let resource = method == "PUT" ? #""resource":{"resourceType":"Patient","id":"\#(id)"},"# : ""
            return #"{\#(resource)"request":{"method":"\#(method)","url":"Patient/\#(id)"}}"#
        }
        return #"{"resourceType":"Bundle","type":"\#(kind)","entry":[\#(entries.joined(separator: ","))]}"#
    }

    @Test(arguments: ["transaction", "batch"]) func twentyInBothOrdersAllSucceed(_ kind: String) async throws {
        try await World.run { world in
            let patient = try world.patient()
            // The first ones make the resources, at the same time as others do.
            let answers = try await together(20) { index in
                let ids = ["a", "b", "c", "d"]
                return try await world.send(.POST, "/fhir/r4", patient, Self.bundle(index.isMultiple(of: 2) ? ids : ids.reversed(), kind))
            }
            #expect(answers.allSatisfy { $0.status == 200 }, "\(Set(answers.map(\.status)))")
            #expect(try await world.count("SELECT count(*) FROM records WHERE version = 20") == 4)
            // Nothing had to run again.
            #expect(world.pool.statistics.retries == 0)
        }
    }

    @Test func mixedWithSingleWritesNothingDeadlocks() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let answers = try await together(60) { index in
                let id = ["a", "b", "c"][index % 3]
                switch index % 4 {
                case 0: return try await world.send(.POST, "/fhir/r4", patient, Self.bundle(["a", "b", "c"]))
                case 1: return try await world.send(.POST, "/fhir/r4", patient, Self.bundle(["c", "b", "a"]))
                case 2: return try await world.send(.PUT, "/fhir/r4/Patient/\(id)", patient, #"{"resourceType":"Patient","id":"\#(id)"}"#)
                default: return try await world.send(.DELETE, "/fhir/r4/Patient/\(id)", patient)
                }
            }
            #expect(answers.allSatisfy { [200, 201, 204, 404].contains($0.status) }, "\(Set(answers.map(\.status)))")
            #expect(world.pool.statistics.retries == 0)
            #expect(
                try await world.count("SELECT count(*) FROM records WHERE version <> (SELECT count(*) FROM record_versions v WHERE v.record_id = records.record_id)") == 0
            )
        }
    }

    @Test func anotherPersonIsNotKeptWaiting() async throws {
        try await World.run(size: 3) { world in
            let (patient, other) = (try world.patient(), try world.patient())
            #expect(try await world.send(.POST, "/fhir/r4/Patient", patient, Examples.patient).status == 201)
            try await TestKit.withPool(url: world.url, size: 1) { elsewhere in
                let writers = try await elsewhere.transaction { tx in
                    // A write of the patient's, at another replica, that takes its time.
                    _ = try await world.dependencies.keys.forWriting(patient.id, alone: true, tx)
                    let writers = Task {
                        try await together(10) { _ in try await world.send(.POST, "/fhir/r4", patient, Self.bundle(["a", "b"])) }
                    }
                    while world.dependencies.turns.count(of: patient.id) != (2, 8) { try await Task.sleep(for: .milliseconds(5)) }
                    // Of three connections one is left.
                    #expect(try await world.send(.POST, "/fhir/r4/Patient", other, Examples.patient).status == 201)
                    #expect(try await world.get("/fhir/r4/Patient", other).status == 200)
                    return writers
                }
                #expect(try await writers.value.allSatisfy { $0.status == 200 })
            }
        }
    }
}
