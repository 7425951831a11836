import Foundation
import JSON
import Testing

@testable import FHIR

@Suite struct FHIRPathPatchTests {
    private static func value(_ text: String) throws -> JSONValue { try JSONDocument(Array(text.utf8)).root }

    private static func patch(_ operations: String...) throws -> FHIRPathPatch {
        let parts = operations.map { #"{"name":"operation","part":[\#($0)]}"# }.joined(separator: ",")
        return try FHIRPathPatch(try value(#"{"resourceType":"Parameters","parameter":[\#(parts)]}"#), .r4)
    }

    private static func part(_ type: String, _ path: String, _ more: String = "") -> String {
        #"{"name":"type","valueCode":"\#(type)"},{"name":"path","valueString":"\#(path)"}"# + (more.isEmpty ? "" : "," + more)
    }

    private static func text(_ patch: FHIRPathPatch, _ document: String) throws -> String { String(decoding: try patch.apply(to: try value(document)), as: UTF8.self) }

    /// After the cases of the specification (http://hl7.org/fhir/R4/test-cases.html, fhir-path-patch).
    static let cases: [(String, String, String)] = [
        // Nothing.
        (#"{"resourceType":"Patient","birthDate":"1920-01-01"}"#, part("delete", "Patient.maritalStatus"), #"{"resourceType":"Patient","birthDate":"1920-01-01"}"#),
        // Primitives.
        (
            #"{"resourceType":"Patient"}"#, part("add", "Patient", #"{"name":"name","valueString":"birthDate"},{"name":"value","valueDate":"1930-01-01"}"#),
            #"{"resourceType":"Patient","birthDate":"1930-01-01"}"#
        ),
        (
            #"{"resourceType":"Patient","birthDate":"1920-01-01"}"#, part("replace", "Patient.birthDate", #"{"name":"value","valueDate":"1930-01-01"}"#),
            #"{"resourceType":"Patient","birthDate":"1930-01-01"}"#
        ),
        (#"{"resourceType":"Patient","birthDate":"1920-01-01"}"#, part("delete", "Patient.birthDate"), #"{"resourceType":"Patient"}"#),
        // With an extension beside it.
        (#"{"resourceType":"Patient","birthDate":"1920-01-01","_birthDate":{"id":"b"}}"#, part("delete", "Patient.birthDate"), #"{"resourceType":"Patient"}"#),
        (
            #"{"resourceType":"Patient","birthDate":"1920-01-01"}"#,
            part("add", "Patient.birthDate", #"{"name":"name","valueString":"extension"},{"name":"value","valueExtension":{"url":"http://e","valueString":"x"}}"#),
            #"{"resourceType":"Patient","birthDate":"1920-01-01","_birthDate":{"extension":[{"url":"http://e","valueString":"x"}]}}"#
        ),
        // Elements.
        (
            #"{"resourceType":"Patient"}"#,
            part("add", "Patient", #"{"name":"name","valueString":"maritalStatus"},{"name":"value","valueCodeableConcept":{"text":"married"}}"#),
            #"{"resourceType":"Patient","maritalStatus":{"text":"married"}}"#
        ),
        (
            #"{"resourceType":"Patient","maritalStatus":{"text":"married"}}"#,
            part("replace", "Patient.maritalStatus.text", #"{"name":"value","valueString":"not married"}"#),
            #"{"resourceType":"Patient","maritalStatus":{"text":"not married"}}"#
        ),
        (#"{"resourceType":"Patient","maritalStatus":{"text":"married"}}"#, part("delete", "Patient.maritalStatus.text"), #"{"resourceType":"Patient"}"#),
        // An element with elements of its own, given in parts.
        (
            #"{"resourceType":"Patient"}"#,
            part(
                "add", "Patient",
                #"{"name":"name","valueString":"contact"},{"name":"value","part":[{"name":"name","valueHumanName":{"text":"a name"}},{"name":"gender","valueCode":"male"}]}"#
            ),
            #"{"resourceType":"Patient","contact":[{"name":{"text":"a name"},"gender":"male"}]}"#
        ),
        // Lists.
        (
            #"{"resourceType":"Patient","identifier":[{"value":"a"},{"value":"b"}]}"#,
            part("insert", "Patient.identifier", #"{"name":"index","valueInteger":1},{"name":"value","valueIdentifier":{"value":"c"}}"#),
            #"{"resourceType":"Patient","identifier":[{"value":"a"},{"value":"c"},{"value":"b"}]}"#
        ),
        (
            #"{"resourceType":"Patient","identifier":[{"value":"a"},{"value":"b"}]}"#, part("delete", "Patient.identifier[0]"),
            #"{"resourceType":"Patient","identifier":[{"value":"b"}]}"#
        ),
        (#"{"resourceType":"Patient","identifier":[{"value":"a"}]}"#, part("delete", "Patient.identifier.where(value = 'a')"), #"{"resourceType":"Patient"}"#),
        (
            #"{"resourceType":"Patient","identifier":[{"value":"a"},{"value":"b"},{"value":"c"}]}"#,
            part("move", "Patient.identifier", #"{"name":"source","valueInteger":2},{"name":"destination","valueInteger":0}"#),
            #"{"resourceType":"Patient","identifier":[{"value":"c"},{"value":"a"},{"value":"b"}]}"#
        ),
        (
            #"{"resourceType":"Patient","name":[{"given":["a","b"],"_given":[null,{"id":"g"}]}]}"#, part("delete", "Patient.name[0].given[0]"),
            #"{"resourceType":"Patient","name":[{"given":["b"],"_given":[{"id":"g"}]}]}"#
        ),
        // A choice of another type.
        (
            #"{"resourceType":"Observation","valueString":"a"}"#, part("replace", "Observation.value", #"{"name":"value","valueInteger":7}"#),
            #"{"resourceType":"Observation","valueInteger":7}"#
        ),
        (
            #"{"resourceType":"Observation"}"#, part("add", "Observation", #"{"name":"name","valueString":"value"},{"name":"value","valueQuantity":{"value":1.50}}"#),
            #"{"resourceType":"Observation","valueQuantity":{"value":1.50}}"#
        )
    ]

    @Test(arguments: cases)
    func casesHold(document: String, operation: String, result: String) throws { #expect(try Self.text(Self.patch(operation), document) == result) }

    @Test func operationsFollowOneAnother() throws {
        let patch = try Self.patch(
            Self.part("add", "Patient", #"{"name":"name","valueString":"name"},{"name":"value","valueHumanName":{"family":"A"}}"#),
            Self.part("add", "Patient.name[0]", #"{"name":"name","valueString":"given"},{"name":"value","valueString":"B"}"#),
            Self.part("replace", "Patient.name.given", #"{"name":"value","valueString":"C"}"#))
        #expect(
            try Self.text(patch, #"{ "resourceType" : "Patient" , "active" : true }"#)
                == #"{ "resourceType" : "Patient" , "active" : true ,"name":[{"family":"A","given":["C"]}]}"#)
    }

    /// Its paths share one budget, however many they are.
    @Test func whatItsPathsCostIsBounded() throws {
        let document = #"{"resourceType":"Patient","name":[\#((0..<200).map { #"{"family":"f\#($0)"}"# }.joined(separator: ","))]}"#
        let costly = Self.part("delete", "Patient.name.where(%resource.name.where(family = 'x').exists())")
        _ = try Self.text(try Self.patch(costly), document)
        let parts = Array(repeating: #"{"name":"operation","part":[\#(costly)]}"#, count: 100).joined(separator: ",")
        let patch = try FHIRPathPatch(try Self.value(#"{"resourceType":"Parameters","parameter":[\#(parts)]}"#), .r4)
        #expect { try Self.text(patch, document) } throws: { ($0 as? PatchFault)?.operation ?? 0 > 0 }
    }

    /// Each read as it stands, 500 of the longest would be a hundred times their bytes.
    @Test func howLongItsPathsAreTogetherIsBounded() throws {
        func patch(_ count: Int) throws -> FHIRPathPatch {
            let path = "Patient.where(" + Array(repeating: "1", count: 2_000).joined(separator: "+") + " = 0)"
            let operation = #"{"name":"operation","part":[\#(Self.part("delete", path))]}"#
            let parts = Array(repeating: operation, count: count).joined(separator: ",")
            return try FHIRPathPatch(try Self.value(#"{"resourceType":"Parameters","parameter":[\#(parts)]}"#), .r4)
        }
        _ = try patch(50)
        #expect { try patch(100) } throws: { ($0 as? PatchFault)?.operation ?? 0 > 50 }
    }

    /// The list beside is as long as the list, and has one item: what is not there takes no document for each place.
    @Test func aListBesideIsFilledUpWithNothing() throws {
        let patch = try Self.patch(
            Self.part("move", "Patient.name.given", #"{"name":"source","valueInteger":2},{"name":"destination","valueInteger":0}"#))
        #expect(
            try Self.text(patch, #"{"resourceType":"Patient","name":[{"given":["a","b","c"],"_given":[{"id":"1"}]}]}"#)
                == #"{"resourceType":"Patient","name":[{"given":["c","a","b"],"_given":[null,{"id":"1"},null]}]}"#)
        let list = PatchTree.Container(try Self.value(#"["a"]"#))
        list.fill(to: 1_000)
        let made = list.slots.filter { if case .changed = $0 { true } else { false } }
        #expect(list.slots.count == 1_000 && made.isEmpty)
        guard case .null = list.part(at: 999) else {
            Issue.record("What fills it up is something.")
            return
        }
    }

    static let noShapes = [
        (0..<1_200).map { "\"e\($0)\":1" }.joined(separator: ","), "\"\(String(repeating: "n", count: 2_000))\":1", #""te\u0078t":"x""#
    ]

    /// What it adds is of no shape that an element has, and is walked by the next operation's path.
    @Test(arguments: noShapes)
    func shapesThatNoElementHasAreRefused(members: String) throws {
        let patch = try Self.patch(
            Self.part("add", "Patient", #"{"name":"name","valueString":"maritalStatus"},{"name":"value","valueCodeableConcept":{\#(members)}}"#),
            Self.part("delete", "Patient.descendants().where($this = 2)"))
        #expect { try Self.text(patch, #"{"resourceType":"Patient"}"#) } throws: { ($0 as? PatchFault)?.operation == 1 }
    }

    /// In as long as there are parts: each is looked up.
    @Test func manyPartsMakeOneElement() throws {
        let parts = (0..<2_000).map { #"{"name":"p\#($0)","valueString":"x"}"# } + [#"{"name":"p7","valueString":"y"}"#]
        let value = try PatchValue(
            try Self.value(#"{"name":"value","part":[\#(parts.joined(separator: ","))]}"#), becoming: nil, FHIRTypes.of(.r4), FHIRLists.of(.r4)
        ).value
        #expect(value?.childCount == 2_000)
        #expect(value?["p7"]?.children.map(\.string) == ["x", "y"])
    }

    @Test(arguments: [
        (part("replace", "Patient.birthDate", #"{"name":"value","valueDate":"1930-01-01"}"#), false), (part("delete", "Patient.name"), false),
        (part("add", "Patient", #"{"name":"name","valueString":"gender"},{"name":"value","valueCode":"male"}"#), false),
        (part("insert", "Patient.name", #"{"name":"index","valueInteger":3},{"name":"value","valueHumanName":{"text":"x"}}"#), false),
        (part("delete", "Patient"), false), (part("change", "Patient"), true),
        (part("add", "Patient.(", #"{"name":"name","valueString":"x"},{"name":"value","valueCode":"x"}"#), true),
        (part("add", "Patient", #"{"name":"value","valueCode":"male"}"#), true), (part("replace", "Patient.gender"), true)
    ])
    func othersAreRefused(operation: String, isMalformed: Bool) throws {
        do {
            _ = try Self.text(try Self.patch(operation), #"{"resourceType":"Patient","gender":"female","name":[{"text":"a"},{"text":"b"}]}"#)
            Issue.record("applied")
        } catch let fault as PatchFault {
            #expect(fault.isMalformed == isMalformed)
            #expect(fault.operation == 0)
        }
    }
}
