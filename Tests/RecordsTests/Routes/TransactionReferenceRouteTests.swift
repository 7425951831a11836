import CareModels
import FHIR
import Foundation
import HTTP
import JSON
import ServiceTestKit
import TestKit
import Testing

@testable import RecordsService

@Suite(.timeLimit(.minutes(5))) struct TransactionReferenceRouteTests {
    private static func bundle(_ entries: [String], _ kind: String = "transaction") -> String {
        #"{"resourceType":"Bundle","type":"\#(kind)","entry":[\#(entries.joined(separator: ","))]}"#
    }

    private static func entry(_ method: String, _ url: String, _ resource: String, as name: String? = nil, more: String = "") -> String {
        let fullURL = name.map { #""fullUrl":"\#($0)","# } ?? ""
        return #"{\#(fullURL)"resource":\#(resource),"request":{"method":"\#(method)","url":"\#(url)"\#(more)}}"#
    }

    private static func condition(_ subject: String) -> String { #"{"resourceType":"Condition","subject":{"reference":"\#(subject)"}}"# }

    /// The resources that were answered.
    private static func send(_ world: World, _ patient: World.Person, _ entries: [String], _ kind: String = "transaction") async throws -> [JSONValue] {
        let answer = try await world.send(.POST, "/fhir/r4", patient, bundle(entries, kind), headers: ["Prefer": "return=representation"])
        #expect(answer.status == 200, "\(answer.text)")
        return try answer.json["entry"]?.children.compactMap { $0["resource"] } ?? []
    }

    private static func subject(_ resource: JSONValue) -> String? { resource["subject"]?["reference"]?.string }

    /// As long as a search in an entry's url, and not as long as a resource.
    @Test func aReferencesSearchIsBounded() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let long = "Patient?identifier=" + String(repeating: "a,", count: BundleEntry.longestText)
            let answer = try await world.send(
                .POST, "/fhir/r4", patient, Self.bundle([Self.entry("POST", "Condition", Self.condition(long))]))
            #expect(answer.status == 413)
            #expect(try answer.issue["code"]?.string == "too-costly")
            #expect(answer.text.contains("reference has "))
        }
    }

    @Test func addressesLeadToTheTransactionsOwn() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let (here, there) = ("http://care.test/fhir/r4/", "https://other.example/fhir/")
            let made = try await Self.send(
                world, patient,
                [
                    Self.entry("POST", "Patient", #"{"resourceType":"Patient","id":"1"}"#, as: there + "Patient/1"),
                    Self.entry("POST", "Patient", #"{"resourceType":"Patient"}"#, as: here + "Patient/2"),
                    Self.entry("PUT", "Patient/own", #"{"resourceType":"Patient","id":"own"}"#, as: "urn:uuid:0f5a7c1e-8f5c-4a43-9c0f-0d8a3a5f7b13"),
                    Self.entry("POST", "Condition", Self.condition(there + "Patient/1"), as: there + "Condition/1"),
                    Self.entry("POST", "Condition", Self.condition("Patient/1"), as: there + "Condition/2"),
                    Self.entry("POST", "Condition", Self.condition("Patient/2"), as: here + "Condition/1"),
                    Self.entry("POST", "Condition", Self.condition("urn:uuid:0f5a7c1e-8f5c-4a43-9c0f-0d8a3a5f7b13")),
                    // Nobody in it is called so.
                    Self.entry("POST", "Condition", Self.condition("Patient/1")),
                    Self.entry("POST", "Condition", Self.condition(here + "Patient/3"))
                ])
            let ids = made.compactMap { $0["id"]?.string }
            #expect(
                made.dropFirst(3).map(Self.subject) == [
                    "Patient/\(ids[0])", "Patient/\(ids[0])", "Patient/\(ids[1])", "Patient/own", "Patient/1", here + "Patient/3"
                ])
            #expect(try await world.get("/fhir/r4/Condition?subject=Patient/\(ids[0])", patient).json["entry"]?.childCount == 2)
            // A batch's entries know nothing of each other.
            let alone = try await Self.send(
                world, patient,
                [
                    Self.entry("POST", "Patient", #"{"resourceType":"Patient"}"#, as: there + "Patient/1"),
                    Self.entry("POST", "Condition", Self.condition(there + "Patient/1"))
                ], "batch")
            #expect(Self.subject(try #require(alone.last)) == there + "Patient/1")
        }
    }

    @Test func aReferenceToOneVersionIsOneToTheVersionThatIsStored() async throws {
        try await World.run { world in
            let patient = try world.patient()
            for _ in 0..<2 { _ = try await world.send(.PUT, "/fhir/r4/Patient/own", patient, #"{"resourceType":"Patient","id":"own"}"#) }
            let there = "https://other.example/fhir/"
            let made = try await Self.send(
                world, patient,
                [
                    Self.entry("PUT", "Patient/own", #"{"resourceType":"Patient","id":"own"}"#, as: there + "Patient/own"),
                    Self.entry("POST", "Patient", #"{"resourceType":"Patient"}"#, as: there + "Patient/new"),
                    Self.entry("POST", "Condition", Self.condition("Patient/own/_history/9"), as: there + "Condition/1"),
                    Self.entry("POST", "Condition", Self.condition(there + "Patient/new/_history/4"))
                ])
            let id = try #require(made[1]["id"]?.string)
            #expect(made.dropFirst(2).map(Self.subject) == ["Patient/own/_history/3", "Patient/\(id)/_history/1"])
            #expect(try await world.get("/fhir/r4/Patient/own/_history/3", patient).status == 200)
        }
    }

    @Test func aNameIsOneResources() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let twice = (0..<2).map { _ in Self.entry("POST", "Patient", #"{"resourceType":"Patient"}"#, as: "urn:uuid:1") }
            let refused = try await world.send(.POST, "/fhir/r4", patient, Self.bundle(twice))
            #expect(refused.status == 400 && refused.text.contains("Two entries of a transaction have this fullUrl."))
            let search = (0..<2).map { _ in Self.entry("PUT", "Patient?identifier=a", #"{"resourceType":"Patient"}"#) }
            #expect(try await world.send(.POST, "/fhir/r4", patient, Self.bundle(search)).status == 400)
            #expect(try await world.count("SELECT count(*) FROM records") == 0)
        }
    }

    private static func patient(_ identifier: String, id: String? = nil) -> String {
        #"{"resourceType":"Patient",\#(id.map { "\"id\":\"\($0)\"," } ?? "")"identifier":[{"system":"urn:s","value":"\#(identifier)"}]}"#
    }

    /// Before it and in it: what a search finds when all is done.
    @Test func aSearchFindsWhatIsThereInTheEnd() async throws {
        try await World.run { world in
            let patient = try world.patient()
            for id in ["stays", "changes", "goes"] {
                #expect(try await world.send(.PUT, "/fhir/r4/Patient/\(id)", patient, Self.patient(id, id: id)).status == 201)
            }
            func run(_ reference: String, _ more: [String] = []) async throws -> Answer {
                let entries = [
                    Self.entry("PUT", "Patient/changes", Self.patient("changed", id: "changes")), #"{"request":{"method":"DELETE","url":"Patient/goes"}}"#,
                    Self.entry("POST", "Patient", Self.patient("new"))
                ]
                let bundle = Self.bundle(entries + more + [Self.entry("POST", "Condition", Self.condition(reference))])
                return try await world.send(.POST, "/fhir/r4", patient, bundle, headers: ["Prefer": "return=representation"])
            }
            // Nothing, or too much.
            for value in ["goes", "changes", "nobody"] { #expect(try await run("Patient?identifier=urn:s|\(value)").status == 400, "\(value)") }
            #expect(try await run("Patient?identifier=urn:s|new", [Self.entry("POST", "Patient", Self.patient("new"))]).status == 412)
            #expect(try await run("Patient?identifier=urn:s|stays", [Self.entry("POST", "Patient", Self.patient("stays"))]).status == 412)
            #expect(try await run("Observation?identifier=urn:s|new").status == 400)
            #expect(try await world.count("SELECT count(*) FROM record_versions") == 3)
            // One.
            let stays = try await run("Patient?identifier=urn:s|stays")
            #expect(stays.status == 200 && stays.text.contains(#""reference":"Patient/stays""#))
            #expect(try await world.send(.PUT, "/fhir/r4/Patient/goes", patient, Self.patient("goes", id: "goes")).status == 201)
            #expect(try await run("Patient?identifier=urn:s|changed").text.contains(#""reference":"Patient/changes""#))
        }
    }

    @Test func whatIsMadeByASearchIsFoundByIt() async throws {
        try await World.run { world in
            let patient = try world.patient()
            let made = try await Self.send(
                world, patient,
                [
                    Self.entry("POST", "Condition", Self.condition("Patient?identifier=urn:s|a")),
                    Self.entry("POST", "Patient", Self.patient("a"), more: #","ifNoneExist":"identifier=urn:s|a""#),
                    Self.entry("PUT", "Practitioner?identifier=b", #"{"resourceType":"Practitioner"}"#),
                    Self.entry("POST", "Condition", Self.condition("Practitioner?identifier=b"))
                ])
            let ids = made.compactMap { $0["id"]?.string }
            #expect(made.map(Self.subject) == ["Patient/\(ids[1])", nil, nil, "Practitioner/\(ids[2])"])
        }
    }

    /// A few bytes of each reference ask for a comparison with each resource.
    @Test func searchesOfATransactionsOwnAreBounded() async throws {
        var candidates = TransactionCandidates()
        candidates.begin("Patient")
        for _ in 0..<1_000 { try candidates.add(Self.indexed()) }
        for _ in 0..<500 { _ = try candidates.of("Patient", where: []) }
        #expect(throws: ResourceFault.self) { _ = try candidates.of("Patient", where: []) }
    }

    /// And each asks for a comparison of each of its values with each of a resource's.
    @Test func valuesOfATransactionsOwnAreBounded() throws {
        let budget = Budget()
        try budget.charge(.comparisons, Budget.Item.comparisons.most - 1_500_000)
        var candidates = TransactionCandidates(budget: budget)
        candidates.begin("Patient")
        let wanted = (0..<200).map { "x\($0)" }.joined(separator: ",")
        let condition = try SearchParser(.r4, base: "https://care.example/fhir/r4", now: Date()).condition("name", wanted, of: "Patient")
        guard case .value(let parameter, _, _) = condition else {
            Issue.record("names are compared each with each")
            return
        }
        let names = (0..<5_000).map { SearchValue.string("n\($0)") }
        try candidates.add(Self.indexed([(parameter: parameter, values: names)]))
        let found = try candidates.of("Patient", where: [condition])
        #expect(found.isEmpty)
        #expect(throws: ResourceFault.self) { _ = try candidates.of("Patient", where: [condition]) }
    }

    /// One record may have a hundred thousand values, and be asked by thousands of conditions: it is looked at between them whether that is too much.
    @Test func whatOneRecordIsAskedIsBounded() throws {
        let budget = Budget()
        try budget.charge(.comparisons, Budget.Item.comparisons.most - 1_500_000)
        let names = (0..<50_000).map { SearchValue.string("n\($0)") }
        let record = Self.indexed([(parameter: 1, values: names)])
        var effort = 0
        let missing = SearchCondition.value(parameter: 1, any: [SearchOperand.string("x", .begins)], negated: true)
        #expect(throws: ResourceFault.self) { _ = try budget.holds(Array(repeating: missing, count: 100), of: record, &effort) }
    }

    private static func indexed(_ values: [(parameter: Int, values: [SearchValue])] = []) -> IndexedRecord {
        IndexedRecord(
            id: RecordID(.v7()), type: "Patient", version: 1, status: .active, createdAt: 0, updatedAt: 0, change: 0, index: SearchIndex(id: nil, values))
    }
}
