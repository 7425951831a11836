import CareModels
import Foundation
import HTTP
import JSON
import ServiceTestKit
import Testing

@testable import RecordsService

/// What becomes of resources that are not as FHIR has them, and what `$validate` says of them.
@Suite(.timeLimit(.minutes(5))) struct ValidationRouteTests {
    private static let broken =
        #"{"resourceType":"Observation","status":"done","valueString":"high","dataAbsentReason":{"text":"none"},"subjet":{"reference":"Patient/1"}}"#
    private static let sound = #"{"resourceType":"Observation","status":"final","code":{"text":"Pulse"}}"#

    private func issues(_ answer: Answer) throws -> [String] {
        #expect(try answer.json["resourceType"]?.string == "OperationOutcome")
        return try #require(try answer.json["issue"]).children.filter { $0["severity"]?.string == "error" }.map { issue in
            let place = issue["expression"]?.children.first { _ in true }?.string ?? ""
            return "\(issue["code"]?.string ?? "") \(place) | \(issue["details"]?["text"]?.string ?? "")"
        }
    }

    private static let faults = [
        "code-invalid Observation.status | Observation.status: binding http://hl7.org/fhir/ValueSet/observation-status",
        "structure Observation.subjet | Observation: unknown element",
        "required Observation.code | Observation.code: min 1",
        "invariant Observation | obs-6"
    ]

    @Test(arguments: ["r4", "stu3"]) func everyFaultIsToldAndNothingIsStored(release: String) async throws {
        try await World.run(validation: .enforce) { world in
            let patient = try world.patient()
            let post = try await world.send(.POST, "/fhir/\(release)/Observation", patient, Self.broken)
            #expect(post.status == 400)
            #expect(try issues(post) == Self.faults)
            let body = Self.broken.replacingOccurrences(of: #""status""#, with: #""id":"one","status""#)
            let put = try await world.send(.PUT, "/fhir/\(release)/Observation/one", patient, body)
            #expect(put.status == 400)
            #expect(try issues(put) == Self.faults)
            #expect(try await world.get("/fhir/\(release)/Observation?_summary=count", patient).json["total"]?.number == 0)
            #expect(try await world.send(.POST, "/fhir/\(release)/Observation", patient, Self.sound).status == 201)
        }
    }

    @Test func bundles() async throws {
        try await World.run(validation: .enforce) { world in
            let patient = try world.patient()
            let bundle = { (kind: String) in
                let entries = [Self.sound, Self.broken].map { #"{"resource":\#($0),"request":{"method":"POST","url":"Observation"}}"# }
                return #"{"resourceType":"Bundle","type":"\#(kind)","entry":[\#(entries.joined(separator: ","))]}"#
            }
            let all = try await world.send(.POST, "/fhir/r4", patient, bundle("transaction"))
            #expect(all.status == 400)
            #expect(try issues(all).contains("required Bundle.entry[1].resource.code | Observation.code: min 1"))
            #expect(try await world.get("/fhir/r4/Observation?_summary=count", patient).json["total"]?.number == 0)
            let each = try await world.send(.POST, "/fhir/r4", patient, bundle("batch"))
            let responses = try #require(try each.json["entry"]).children.compactMap { $0["response"] }
            #expect(responses.map { $0["status"]?.string?.prefix(3) } == ["201", "400"])
            #expect(responses.last?["outcome"]?["issue"]?.childCount ?? 0 >= Self.faults.count)
        }
    }

    @Test func warningsStoreAndTell() async throws {
        try await World.run(validation: .warn) { world in
            let patient = try world.patient()
            let answer = try await world.send(.POST, "/fhir/r4/Observation", patient, Self.broken, headers: ["Prefer": "return=OperationOutcome"])
            #expect(answer.status == 201)
            #expect(try issues(answer) == Self.faults)
        }
        try await World.run(validation: .off) { world in
            let patient = try world.patient()
            let answer = try await world.send(.POST, "/fhir/r4/Observation", patient, Self.broken, headers: ["Prefer": "return=OperationOutcome"])
            #expect(answer.status == 201)
            #expect(try issues(answer).isEmpty)
        }
    }

    @Test func validateStoresNothing() async throws {
        try await World.run { world in
            let patient = try world.patient()
            for path in ["/fhir/r4/Observation/$validate", "/fhir/r4/Observation/one/$validate"] {
                let wrong = try await world.send(.POST, path, patient, Self.broken)
                #expect(wrong.status == 200)
                #expect(try issues(wrong) == Self.faults)
                let right = try await world.send(.POST, path, patient, Self.sound.replacingOccurrences(of: #""final""#, with: #""final","id":"one""#))
                #expect(right.status == 200)
                #expect(try issues(right).isEmpty)
            }
            let parameters = { (more: String) in
                #"{"resourceType":"Parameters","parameter":[{"name":"resource","resource":\#(Self.sound)}\#(more)]}"#
            }
            let mode = parameters(#",{"name":"mode","valueCode":"update"}"#)
            #expect(try issues(try await world.send(.POST, "/fhir/r4/Observation/$validate", patient, mode)) == ["required Observation.id | mode update"])
            let other = try await world.send(.POST, "/fhir/r4/Condition/$validate", patient, parameters(""))
            #expect(try issues(other) == ["value Condition.resourceType | address"])
            #expect(try await world.send(.POST, "/fhir/r4/Observation/$validate", patient, parameters(#",{"name":"mode","valueCode":"delete"}"#)).status == 400)
            #expect(try await world.get("/fhir/r4/Observation?_summary=count", patient).json["total"]?.number == 0)
        }
    }

    @Test func whoMayAsk() async throws {
        try await World.run { world in
            for (scope, status) in [
                ("records:read", 200), ("records:write", 200), ("user/Observation.r", 200), ("user/Observation.c", 200), ("user/Condition.cruds", 403), ("openid", 403)
            ] {
                let answer = try await world.send(.POST, "/fhir/r4/Observation/$validate", try world.patient(scope: scope), Self.sound)
                #expect(answer.status == status, "\(scope)")
            }
        }
    }

    @Test func theTextIsInThePersonsLanguage() async throws {
        try await World.run(validation: .enforce) { world in
            let answer = try await world.send(
                .POST, "/fhir/r4/Observation", try world.patient(), #"{"resourceType":"Observation","status":"final"}"#, headers: ["Accept-Language": "fr"])
            #expect(try answer.issue["diagnostics"]?.string == "Observation.code manque\u{A0}; cet élément est obligatoire.")
        }
    }
}
