import CareModels
import HTTP
import JSON
import ServiceTestKit
import Testing

@testable import RecordsService

/// The log says of whatever shows resources which they were.
@Suite(.timeLimit(.minutes(5))) struct WhatWasReadTests {
    /// Of the newest event of an interaction: what it was about, its words' system, and the file.
    private static func newest(_ world: World, _ patient: World.Person, _ interaction: String) async throws -> (things: Set<String>, system: String?, file: String?) {
        let entries = try await world.get("/fhir/r4/AuditEvent", patient).json["entry"]?.children.compactMap { $0["resource"] } ?? []
        let event = try #require(entries.first { $0["subtype"]?.children.first { _ in true }?["code"]?.string == interaction })
        let entities = event["entity"].map { Array($0.children) } ?? []
        let things = entities.compactMap { $0["what"]?["reference"]?.string ?? ($0["description"] == nil ? $0["name"]?.string : nil) }
        let file = entities.first { $0["name"]?.string == "file" }?["description"]?.string
        return (Set(things).subtracting(["Patient/\(patient.id)"]), event["subtype"]?.children.first { _ in true }?["system"]?.string, file)
    }

    @Test func everythingAndHistoriesSayWhatTheyHaveShown() async throws {
        try await World.run { world in
            let (patient, pulse, condition) = try await world.sick()
            let provider = try await world.provider()
            let types = ["Observation", "Condition"].map { #"{"system":"http://hl7.org/fhir/resource-types","code":"\#($0)"}"# }
            _ = try await world.consent(patient, to: "Practitioner/\(provider.id)", #","class":[\#(types.joined(separator: ","))]"#)
            #expect(try await world.get("/fhir/r4/Patient/\(patient.id)/$everything", provider, headers: World.of(patient)).status == 200)
            let shown: Set = ["Observation/\(pulse)/_history/1", "Condition/\(condition)/_history/1"]
            let everything = try await Self.newest(world, patient, "everything")
            #expect(everything.things == shown)
            #expect(everything.system == AccessEvent.operationsSystem)
            for (path, things) in [("/_history", shown), ("/Observation/_history", ["Observation/\(pulse)/_history/1"])] {
                #expect(try await world.get("/fhir/r4\(path)", provider, headers: World.of(patient)).status == 200)
                let history = try await Self.newest(world, patient, "history")
                #expect(history.things == things, "\(path)")
                #expect(history.system == "http://hl7.org/fhir/restful-interaction")
            }
            // Of one's own the types are kept.
            #expect(try await world.get("/fhir/r4/_history", patient).status == 200)
            #expect(try await Self.newest(world, patient, "history").things == ["Condition", "Consent", "Observation"])
            // Who sees nothing is noted by what they asked for.
            _ = try await world.get("/fhir/r4/Encounter/_history", patient)
            #expect(try await Self.newest(world, patient, "history").things == ["Encounter"])
        }
    }

    @Test func aFileOfAnExportIsNamed() async throws {
        try await World.run { world in
            let (patient, _, _) = try await world.sick()
            let machine = try world.machine(scope: "system/*.rs records:any")
            for (caller, path) in [(patient, "$export?_type=Condition"), (machine, "Patient/$export?_type=Condition")] {
                let begun = try await world.get("/fhir/r4/\(path)", caller, headers: ["Prefer": "respond-async"])
                #expect(begun.status == 202)
                try await WholeRecordRouteTests.work(world)
                let status = try #require(begun.headers.first(name: "Content-Location")).replacing("http://care.test", with: "")
                let output = try await world.get(status, caller).json["output"]
                let url = try #require(output?.children.first { _ in true }?["url"]?.string).replacing("http://care.test", with: "")
                #expect(try await world.get(url, caller).text.contains("Migraine"))
                let read = try await Self.newest(world, patient, "export")
                #expect(read.things == ["Condition"] && read.file.map(url.hasSuffix) == true, "\(path)")
            }
        }
    }

    /// Words that FHIR's code system has stand under it; the others would be taken for unknown codes of it.
    @Test(arguments: [("read", true), ("history", true), ("batch", true), ("everything", false), ("break-glass", false), ("purge", false), ("measurement-key", false)])
    func operationsHaveASystemOfTheirOwn(_ word: String, _ isFHIRs: Bool) {
        #expect((AccessEvent.system(of: word) == AccessEvent.interactionsSystem) == isFHIRs)
    }
}
