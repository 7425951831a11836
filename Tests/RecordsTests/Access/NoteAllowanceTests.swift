import CareModels
import Foundation
import HTTP
import ServiceTestKit
import Testing

@testable import RecordsService

/// How much is noted of what one person does with records.
@Suite(.timeLimit(.minutes(5))) struct NoteAllowanceTests {
    @Test func aPersonReadsSoMuchADay() async throws {
        try await World.run(notes: NoteAllowance(most: 20 * NoteAllowance.least)) { world in
            let (patient, pulse, _) = try await world.sick()
            let other = try world.patient()
            var statuses: [Int] = []
            for _ in 0..<30 { statuses.append(try await world.get("/fhir/r4/Observation/\(pulse)", patient).status) }
            // Two were written before.
            #expect(statuses == Array(repeating: 200, count: 18) + Array(repeating: 429, count: 12))
            let refused = try await world.get("/fhir/r4/Observation/\(pulse)", patient)
            #expect(refused.headers.first(name: "Retry-After") != nil)
            #expect(try await world.get("/fhir/r4/Observation", other).status == 200)
            let machine = try world.machine()
            for _ in 0..<30 { #expect(try await world.get("/fhir/r4/Observation/\(pulse)", machine, headers: World.of(patient)).status == 200) }
        }
    }

    /// What names many resources counts for as much as it takes, and is not shown where there is no room to note it.
    @Test func whatNamesManyCountsMore() async throws {
        try await World.run(notes: NoteAllowance(most: 20 * NoteAllowance.least)) { world in
            let (patient, _, _) = try await world.sick()
            for _ in 0..<12 { #expect(try await world.send(.POST, "/fhir/r4/Observation", patient, Examples.heartRate()).status == 201) }
            let provider = try await world.provider()
            _ = try await world.consent(patient, to: "Practitioner/\(provider.id)")
            var answers: [Int] = []
            for _ in 0..<10 { answers.append(try await world.get("/fhir/r4/Observation?_count=50", provider, headers: World.of(patient)).status) }
            // 13 are 1,088 bytes: four parts each.
            #expect(answers == [200, 200, 200, 200, 200, 429, 429, 429, 429, 429])
        }
    }

    /// Nor does what a bundle reads, which is noted in its commit, of one's own record by each resource, too.
    @Test(arguments: ["batch", "transaction"]) func whatABundleReadsCounts(type: String) async throws {
        try await World.run(notes: NoteAllowance(most: 20 * NoteAllowance.least)) { world in
            let (patient, _, _) = try await world.sick()
            for _ in 0..<12 { #expect(try await world.send(.POST, "/fhir/r4/Observation", patient, Examples.heartRate()).status == 201) }
            let provider = try await world.provider()
            _ = try await world.consent(patient, to: "Practitioner/\(provider.id)")
            let search = #"{"request":{"method":"GET","url":"Observation?_count=50"}}"#
            let bundle = #"{"resourceType":"Bundle","type":"\#(type)","entry":[\#(search)]}"#
            func read(_ person: World.Person, times: Int) async throws -> [Int] {
                var statuses: [Int] = []
                for _ in 0..<times { statuses.append(try await world.send(.POST, "/fhir/r4", person, bundle, headers: World.of(patient)).status) }
                return statuses
            }
            let noted = try await world.count("SELECT count(*) FROM access_log")
            // 13 are 832 bytes: three parts each, beside the one of the note.
            #expect(try await read(provider, times: 7) == [200, 200, 200, 200, 200, 429, 429])
            #expect(try await world.count("SELECT count(*) FROM access_log") == noted + 5)
            // Who wrote 14 and the consent before has five left.
            #expect(try await read(patient, times: 3) == [200, 429, 429])
        }
    }

    @Test func machinesAreTheirOperators() throws {
        let allowance = NoteAllowance(most: NoteAllowance.least)
        let machine = Identity(userID: nil, role: .service, clientID: "machine", sessionID: nil, scopes: [], expiresAt: .distantFuture)
        for _ in 0..<5 {
            try allowance.take(1, by: machine)
            try allowance.take(things: 500, by: machine)
        }
        let person = Identity(userID: UserID(.v7()), role: .patient, clientID: "app", sessionID: nil, scopes: [], expiresAt: .distantFuture)
        try allowance.take(1, by: person)
        #expect(throws: Problem.self) { try allowance.take(1, by: person) }
    }
}
