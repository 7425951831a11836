import FHIR
import Foundation
import JSON
import Testing

/// A `code` says no system: it is of those of the value set that its element is bound to (http://hl7.org/fhir/R4/search.html#token).
@Suite struct ImpliedSystemTests {
    private static func holds(_ query: String, of resource: String, _ release: FHIRRelease) throws -> Bool {
        let halves = query.split(separator: "=", maxSplits: 1).map(String.init)
        let resource = try JSONDocument(Array(resource.utf8)).root
        let type = try #require(resource["resourceType"]?.string)
        var searched = Searched([:])
        searched.index = SearchIndex(id: "one", SearchLookup.values(of: resource, release, base: "https://care.test\(release.path)"))
        let parser = SearchParser(release, base: "https://care.test\(release.path)", now: Date(timeIntervalSince1970: 1_772_798_400))
        return try parser.condition(halves[0], halves[1], of: type).holds(of: searched)
    }

    private static let patient = #"{"resourceType":"Patient","gender":"female","identifier":[{"value":"7"}]}"#
    private static let observation = #"{"resourceType":"Observation","status":"final","code":{"coding":[{"code":"x"}]}}"#
    private static let document = #"{"resourceType":"DocumentReference","relatesTo":[{"code":"replaces","target":{"reference":"DocumentReference/1"}}]}"#
    private static let gender = "http://hl7.org/fhir/administrative-gender"
    private static let genders = "http://hl7.org/fhir/ValueSet/administrative-gender"
    private static let relations = "http://hl7.org/fhir/document-relationship-type"

    private static let cases: [(resource: String, query: String, isFound: Bool)] = [
        (patient, "gender=\(gender)|female", true), (patient, "gender=\(gender)|male", false), (patient, "gender=\(gender)|", true),
        (patient, "gender=\(gender)|male,\(gender)|female", true), (patient, "gender=http://other.test|female", false), (patient, "gender=http://other.test|", false),
        (patient, "gender=female", true), (patient, "gender=|female", true), (patient, "gender:not=\(gender)|female", false),
        (patient, "gender:not=\(gender)|male", true), (patient, "gender:in=\(genders)", true), (patient, "gender:not-in=\(genders)", false),
        (patient, "gender:in=http://hl7.org/fhir/ValueSet/observation-status", false), (patient, "identifier=\(gender)|7", false),
        (observation, "status=http://hl7.org/fhir/observation-status|final", true), (observation, "status=http://hl7.org/fhir/observation-status|amended", false),
        (observation, "status:in=http://hl7.org/fhir/ValueSet/observation-status", true), (observation, "code=http://hl7.org/fhir/observation-status|x", false),
        (document, "relation=\(relations)|replaces", true), (document, "relationship=DocumentReference/1$\(relations)|replaces", true),
        (document, "relationship=DocumentReference/1$\(relations)|appends", false), (document, "relationship=DocumentReference/2$\(relations)|replaces", false)
    ]

    @Test(arguments: FHIRRelease.allCases) func codesAreOfTheirElementsSystems(_ release: FHIRRelease) throws {
        for (resource, query, isFound) in Self.cases { #expect(try Self.holds(query, of: resource, release) == isFound, "\(query)") }
    }

    /// Sets that an element may be of and need not are known too, where they are of a few codes; terminologies are not.
    @Test func whatNothingHasToBeOfIsAskedByToo() throws {
        let set = "http://hl7.org/fhir/ValueSet/observation-category"
        let systems: [(FHIRRelease, String)] = [
            (.r4, "http://terminology.hl7.org/CodeSystem/observation-category"), (.stu3, "http://hl7.org/fhir/observation-category")
        ]
        for (release, system) in systems {
            func observation(_ code: String, _ system: String) -> String {
                #"{"resourceType":"Observation","category":[{"coding":[{"system":"\#(system)","code":"\#(code)"}]}]}"#
            }
            #expect(try Self.holds("category:in=\(set)", of: observation("laboratory", system), release))
            #expect(try !Self.holds("category:not-in=\(set)", of: observation("laboratory", system), release))
            #expect(try !Self.holds("category:in=\(set)", of: observation("gossip", system), release))
            #expect(try !Self.holds("category:in=\(set)", of: observation("laboratory", "urn:other"), release))
            #expect(throws: SearchFault.self) {
                try Self.holds("type:in=http://hl7.org/fhir/ValueSet/c80-doc-typecodes", of: #"{"resourceType":"DocumentReference"}"#, release)
            }
        }
    }

    /// In R4 it is a concept, in STU3 a code.
    @Test func eachReleaseHasItsOwn() throws {
        let (set, system) = ("http://hl7.org/fhir/ValueSet/condition-clinical", "http://terminology.hl7.org/CodeSystem/condition-clinical")
        func concept(_ code: String) -> String {
            #"{"resourceType":"Condition","clinicalStatus":{"coding":[{"system":"\#(system)","code":"\#(code)"}]}}"#
        }
        for query in ["clinical-status:in=\(set)", "clinical-status:in=\(set)|4.0.1"] {
            #expect(try Self.holds(query, of: concept("active"), .r4))
            #expect(try !Self.holds(query, of: concept("forgotten"), .r4))
        }
        let code = #"{"resourceType":"Condition","clinicalStatus":"active"}"#
        #expect(try Self.holds("clinical-status:in=\(set)|3.0.2", of: code, .stu3))
        #expect(try Self.holds("clinical-status=http://hl7.org/fhir/condition-clinical|active", of: code, .stu3))
        #expect(try !Self.holds("clinical-status=\(system)|active", of: code, .stu3))
        for unknown in ["\(set)|3.0.2", "http://hl7.org/fhir/ValueSet/nothing", "ValueSet/1"] {
            #expect(throws: SearchFault.self) { try Self.holds("clinical-status:in=\(unknown)", of: concept("active"), .r4) }
        }
    }
}
