import Foundation
import JSON
import Testing

@testable import FHIR

/// What expressions come to, by the sections of http://hl7.org/fhirpath/N1, and what FHIR adds (http://hl7.org/fhir/R4/fhirpath.html).
@Suite struct FHIRPathTests {
    static let patient = #"""
        {"resourceType":"Patient","id":"p1","active":true,"gender":"male","birthDate":"1974-12-25",
        "_birthDate":{"id":"b","extension":[{"url":"http://x/time","valueDateTime":"1974-12-25T14:35:45-05:00"}]},
        "_maritalStatus":{},"multipleBirthInteger":2,
        "text":{"status":"generated","div":"<div xmlns=\"http://www.w3.org/1999/xhtml\"><p>Peter</p></div>"},
        "contained":[{"resourceType":"Organization","id":"o1","name":"Contained"}],
        "managingOrganization":{"reference":"#o1"},
        "generalPractitioner":[{"reference":"Practitioner/1"},{"reference":"Organization/2"},{"type":"Practitioner","identifier":{"value":"9"}}],
        "name":[{"use":"official","family":"Chalmers","given":["Peter","James"]},{"use":"usual","given":["Jim"]},
        {"use":"maiden","family":"Windsor","given":["Peter",null],"_given":[null,{"extension":[{"url":"http://x/masked","valueBoolean":true}]}]}],
        "telecom":[{"use":"home"},{"system":"phone","value":"(03) 5555 6473","use":"work","rank":1},{"system":"phone","value":"(03) 3410 5613","rank":2},
        {"system":"email","value":"p@example.org"}],
        "deceasedBoolean":false,
        "contact":[{"relationship":[{"coding":[{"system":"http://terminology.hl7.org/CodeSystem/v2-0131","code":"N"}]}]}],
        "extension":[{"url":"http://x/one","valueString":"first"},{"url":"http://x/two","valueQuantity":{"value":5.40,"unit":"mg","system":"http://unitsofmeasure.org","code":"mg"}}]}
        """#

    static let observation = #"""
        {"resourceType":"Observation","status":"final","code":{"coding":[{"system":"http://loinc.org","code":"85354-9"},{"code":"bp"}],"text":"Pressure"},
        "subject":{"reference":"Patient/p1"},"effectiveDateTime":"2026-03-08T14:30:00+01:00","issued":"2026-03-08T14:30:00.250Z",
        "valueQuantity":{"value":185,"unit":"lbs","system":"http://unitsofmeasure.org","code":"[lb_av]"},
        "referenceRange":[{"low":{"value":1.0,"code":"g"},"high":{"value":2000,"code":"mg"},"age":{"low":{"value":3,"code":"a"}}}],
        "component":[{"code":{"coding":[{"code":"8480-6"}]},"valueQuantity":{"value":107,"code":"mm[Hg]"}},
        {"code":{"coding":[{"code":"8462-4"}]},"valueQuantity":{"value":60,"code":"mm[Hg]"}},{"code":{"text":"none"},"valueString":"n/a"}]}
        """#

    /// As FHIRPath would write it; a node as its JSON.
    static func text(_ value: FHIRPathValue) -> String {
        switch value {
        case .node(let node): (node.hasValue ? "" : "without ") + String(decoding: node.value.bytes, as: UTF8.self)
        case .boolean(let truth): "\(truth)"
        case .integer(let integer): "\(integer)"
        case .decimal(let decimal): decimal.text
        case .string(let text): "'\(text)'"
        case .date(let time): "@\(time.text)"
        case .dateTime(let time): "@\(time.text)" + (time.precision >= .hour ? "" : "T")
        case .time(let time): "@T\(time.text)"
        case .quantity(let amount, let unit): "\(amount.text) '\(unit)'"
        case .resource(let type): "<\(type)>"
        }
    }

    static func answer(_ expression: String, _ resource: String) throws -> String {
        let value = try JSONDocument(Array(resource.utf8)).root
        let environment = FHIRPathEnvironment(
            resolve: { _ in nil }, resolvesToTypes: true, isMember: { set, _, code in set == "http://hl7.org/fhir/ValueSet/known" ? code == "male" : nil },
            now: Date(timeIntervalSince1970: 1_772_980_200))
        return try FHIRPath(expression).evaluate(value, environment).map(text).joined(separator: ", ")
    }

    @Test(arguments: FHIRPathCases.ofPatient)
    func comesTo(_ expression: String, _ expected: String) throws { #expect(try Self.answer(expression, Self.patient) == expected, "\(expression)") }

    @Test(arguments: FHIRPathCases.ofObservation)
    func comesToOfAnObservation(_ expression: String, _ expected: String) throws {
        #expect(try Self.answer(expression, Self.observation) == expected, "\(expression)")
    }

    @Test(arguments: FHIRPathCases.wrong)
    func isNotRead(_ expression: String, _ error: FHIRPathError) { #expect(throws: error) { try FHIRPath(expression) } }

    @Test(arguments: FHIRPathCases.failing)
    func hasNoAnswer(_ expression: String, _ error: FHIRPathError) { #expect(throws: error) { try Self.answer(expression, Self.patient) } }

    @Test func aConstraintIsTrueFalseOrNothing() throws {
        let patient = try JSONDocument(Array(Self.patient.utf8)).root
        #expect(try FHIRPath("name.exists() and active").isTrue(patient) == true)
        #expect(try FHIRPath("name.empty()").isTrue(patient) == false)
        #expect(try FHIRPath("photo.title = 'x'").isTrue(patient) == nil)
        #expect(try FHIRPath("name.first()").isTrue(patient) == true)
    }

    @Test func anElementOfAKnownTypeIsAsked() throws {
        let quantity = try JSONDocument(Array(#"{"value":1,"code":"g"}"#.utf8)).root
        #expect(try FHIRPath("code.empty() or system.exists()").isTrue(FHIRPathNode(quantity, type: "Quantity")) == false)
        #expect(try FHIRPath("$this is Quantity and value is decimal").isTrue(FHIRPathNode(quantity, type: "Quantity")) == true)
        let patient = try JSONDocument(Array(Self.patient.utf8)).root
        let date = try #require(patient["birthDate"])
        let node = FHIRPathNode(date, type: "date", extensions: patient["_birthDate"])
        #expect(try FHIRPath("hasValue() or (children().count() > id.count())").isTrue(node) == true)
        #expect(try FHIRPath("extension('http://x/time').exists() and id = 'b'").isTrue(node) == true)
    }

    @Test func theResourceIsWhatItIsSaidToBe() throws {
        let patient = try JSONDocument(Array(Self.patient.utf8)).root
        let name = try #require(patient["name"]?.children.first { _ in true })
        let environment = FHIRPathEnvironment(resource: patient, rootResource: patient)
        #expect(try FHIRPath("%resource.id = 'p1' and %context.family = 'Chalmers'").isTrue(FHIRPathNode(name, type: "HumanName"), environment) == true)
        let contained = try #require(patient["contained"]?.children.first { _ in true })
        let inner = FHIRPathEnvironment(resource: contained, rootResource: patient)
        #expect(try FHIRPath("%resource.id = 'o1' and %rootResource.id = 'p1'").isTrue(contained, inner) == true)
    }

    @Test func nodesAreThoseOfTheDocumentInItsOrderAndEachOnce() throws {
        let patient = try JSONDocument(Array(Self.patient.utf8)).root
        let nodes = try FHIRPath("name.given.combine(name.given) .combine(name.family)").nodes(patient)
        #expect(
            nodes.map { $0.value.path } == [
                "name[0].family", "name[0].given[0]", "name[0].given[1]", "name[1].given[0]", "name[2].family", "name[2].given[0]", "name[2]._given[1]"
            ])
        #expect(try FHIRPath("name.given.upper() | 1").nodes(try JSONDocument(Array(#"{"resourceType":"Patient","name":[{"given":["a"]}]}"#.utf8)).root).isEmpty)
    }

    @Test func withoutAClockThereIsNoNow() throws {
        let patient = try JSONDocument(Array(Self.patient.utf8)).root
        #expect(try FHIRPath("now() | today() | timeOfDay()").evaluate(patient).isEmpty)
    }

    @Test func theReleaseSaysWhichElementsThereAre() throws {
        let resource = try JSONDocument(Array(#"{"resourceType":"Patient","animal":{"species":{"text":"dog"}}}"#.utf8)).root
        #expect(try FHIRPath("animal.species.text").evaluate(resource, .init(release: .stu3)).count == 1)
        #expect(try FHIRPath("animal.species.text").evaluate(resource, .init(release: .r4)).isEmpty)
    }
}
