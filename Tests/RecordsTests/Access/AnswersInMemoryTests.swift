import CareModels
import Foundation
import ServiceTestKit
import TestKit
import Testing

@testable import HTTP
@testable import RecordsService

/// What is to be answered is noted first, and while that waits for the database the answer is in memory, beside those of all who wait too.
@Suite(.timeLimit(.minutes(3))) struct AnswersInMemoryTests {
    @Test(arguments: [(HTTPMethod.GET, "/fhir/r4/Patient"), (.POST, "/fhir/r4/Patient/_search"), (.GET, "/fhir/r4/Patient/_history")])
    func aPageIsInTheBudgetWhileItWaitsToBeNoted(method: HTTPMethod, path: String) async throws {
        try await World.run { world in
            let patient = try world.patient()
            let names = Array(repeating: #"{"text":"\#(String(repeating: "a", count: 200_000))"}"#, count: 11).joined(separator: ",")
            #expect(try await world.send(.POST, "/fhir/r4/Patient", patient, #"{"resourceType":"Patient","name":[\#(names)]}"#).status == 201)
            let asked = try await world.pool.transaction { tx in
                try await tx.execute("LOCK TABLE access_log IN ACCESS EXCLUSIVE MODE")
                let asked = Task {
                    try await world.send(method, path, patient, method == .POST ? [] : nil, type: "application/x-www-form-urlencoded")
                }
                try await until { world.server.keptBytes > 2_200_000 }
                return asked
            }
            #expect(try await asked.value.status == 200)
            try await until { world.server.keptBytes == 0 }
        }
    }

    private func until(_ condition: () -> Bool) async throws {
        for _ in 0..<3000 where !condition() { try await Task.sleep(for: .milliseconds(10)) }
        #expect(condition())
    }
}
