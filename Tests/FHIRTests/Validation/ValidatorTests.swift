import JSON
import Testing

@testable import FHIR

@Suite struct ValidatorTests {
    private func validate(_ text: String, _ release: FHIRRelease = .r4) throws -> ValidationResult {
        try Validator(release).validate(try JSONDocument(Array(text.utf8)).root)
    }

    private func told(_ text: String, _ release: FHIRRelease = .r4) throws -> [String] {
        try validate(text, release).issues.filter { $0.rule != "dom-6" }.map { "\($0.severity.rawValue) \($0.code.rawValue) \($0.expression) | \($0.rule)" }
    }

    // MARK: What is right

    @Test(
        .enabled(if: OfficialExamples.areThere, OfficialExamples.reason),
        arguments: [
            (FHIRRelease.r4, "r4-examples", 352), (.stu3, "stu3-examples", 301), (.r4, "r4-synthea", 24)
        ]) func everyOfficialExampleIsValid(release: FHIRRelease, folder: String, count: Int) throws
    {
        let files = try OfficialExamples.all(folder)
        #expect(files.count >= count)
        for (name, document) in files {
            let errors = try Validator(release).validate(document.root).errors
            #expect(errors.isEmpty, "\(name): \(errors.map { "\($0.expression) \($0.rule)" })")
        }
    }

    /// Official examples that the definitions themselves refuse are let through with a warning: these rules are the reason.
    @Test(.enabled(if: OfficialExamples.areThere, OfficialExamples.reason)) func whatOfficialExamplesBreak() throws {
        var broken: Set<String> = []
        for (release, folder) in [(FHIRRelease.r4, "r4-examples"), (.stu3, "stu3-examples")] {
            for (_, document) in try OfficialExamples.all(folder) {
                for issue in try Validator(release).validate(document.root).issues where issue.rule != "dom-6" { broken.insert("\(release.rawValue) \(issue.rule)") }
            }
        }
        #expect(
            broken == [
                // The narrative holds nothing but white space.
                "r4 txt-2", "stu3 txt-2",
                // A name with a space, which the definitions only warn of.
                "r4 pdf-0",
                // References to types that the definition does not name.
                "r4 Observation.performer: target", "r4 DeviceUseStatement.reasonReference: target", "r4 DeviceMetric.parent: target",
                // A contained resource with a narrative: R4 lets it.
                "stu3 dom-1",
                // The code of a system that was renamed, or of none.
                "stu3 PlanDefinition.action.type: binding http://hl7.org/fhir/ValueSet/action-type",
                "stu3 Claim.accident.type: binding http://hl7.org/fhir/ValueSet/v3-ActIncidentCode"
            ])
    }

    // MARK: What is wrong

    private static let faulty: [(String, [String])] = [
        // Companions of primitives.
        (#"{"resourceType":"Patient","_active":{"extension":[{"url":"urn:x","valueString":"y"}]}}"#, []),
        (#"{"resourceType":"Patient","name":[{"given":["a",null],"_given":[null,{"id":"x"}]}]}"#, []),
        (#"{"resourceType":"Patient","name":[{"given":["a",null],"_given":[{"id":"x"}]}]}"#, ["error structure Patient.name[0].given[1] | HumanName.given: null"]),
        (#"{"resourceType":"Patient","name":[{"given":["a",null]}]}"#, ["error structure Patient.name[0].given[1] | HumanName.given: null"]),
        (#"{"resourceType":"Patient","name":[{"family":"a","_given":[]}]}"#, ["error structure Patient.name[0].given | HumanName.given: list"]),
        (#"{"resourceType":"Patient","name":[null]}"#, ["error structure Patient.name[0] | Patient.name: null"]),
        (#"{"resourceType":"Patient","_gender":[{"id":"x"}]}"#, ["error structure Patient.gender | Patient.gender: type"]),
        (#"{"resourceType":"Patient","_name":{"id":"x"}}"#, ["error structure Patient.name | Patient.name: type"]),
        (#"{"resourceType":"Patient","_gender":{"extension":[{"url":"urn:x"}]}}"#, ["error invariant Patient.gender.extension[0] | ext-1"]),
        (#"{"resourceType":"Patient","_gender":{"value":"x"}}"#, ["error structure Patient.gender.value | Element: unknown element"]),
        // Choices.
        (#"{"resourceType":"Patient","deceasedBoolean":true,"deceasedDateTime":"2026"}"#, ["error structure Patient.deceased | Patient.deceased[x]: max 1"]),
        (#"{"resourceType":"Patient","deceasedString":"x"}"#, ["error structure Patient.deceasedString | Patient: unknown element"]),
        // Extensions.
        (
            #"{"resourceType":"Patient","extension":[{"url":"urn:x","valueString":"a","extension":[{"url":"y","valueCode":"b"}]}]}"#,
            ["error invariant Patient.extension[0] | ext-1"]
        ),
        (#"{"resourceType":"Patient","extension":[{"valueString":"a"}]}"#, ["error required Patient.extension[0].url | Extension.url: min 1"]),
        // Contained resources.
        (##"{"resourceType":"Patient","contained":[{"resourceType":"Organization","id":"o","name":"O"}],"managingOrganization":{"reference":"#o"}}"##, []),
        (#"{"resourceType":"Patient","contained":[{"resourceType":"Organization","id":"o","name":"O"}]}"#, ["error invariant Patient.contained[0] | dom-3"]),
        (##"{"resourceType":"Patient","managingOrganization":{"reference":"#o"}}"##, ["error invariant Patient.managingOrganization.reference | ref-1"]),
        (
            ##"{"resourceType":"Patient","contained":[{"resourceType":"Organization","id":"o","nam":"O","identifier":[{"value":"1"}]}],"managingOrganization":{"reference":"#o"}}"##,
            ["error structure Patient.contained[0].nam | Organization: unknown element"]
        ),
        (
            #"{"resourceType":"Patient","contained":[{"id":"o"}]}"#,
            ["error required Patient.contained[0].resourceType | resourceType", "error invariant Patient.contained[0] | dom-3"]
        ),
        // Bundles.
        (
            #"{"resourceType":"Bundle","type":"collection","entry":[{"resource":{"resourceType":"Patient","gender":"x"}}]}"#,
            ["error code-invalid Bundle.entry[0].resource.gender | Patient.gender: binding http://hl7.org/fhir/ValueSet/administrative-gender"]
        ),
        // Constraints.
        (#"{"resourceType":"Patient","contact":[{"gender":"male"}]}"#, ["error invariant Patient.contact[0] | pat-1"]),
        (#"{"resourceType":"Patient","identifier":[{"period":{"start":"2026-03-06","end":"2026-03-05"}}]}"#, ["error invariant Patient.identifier[0].period | per-1"]),
        // References.
        (
            #"{"resourceType":"Patient","managingOrganization":{"reference":"Patient/1"}}"#,
            ["warning value Patient.managingOrganization.reference | Patient.managingOrganization: target"]
        ),
        (#"{"resourceType":"Patient","managingOrganization":{"reference":"https://example.org/fhir/Organization/1/_history/2"}}"#, []),
        // Narratives.
        (#"{"resourceType":"Patient","text":{"status":"generated","div":"<div xmlns=\"http://www.w3.org/1999/xhtml\">A<br/></div>"}}"#, []),
        (#"{"resourceType":"Patient","text":{"status":"generated","div":"<div><script>x</script></div>"}}"#, ["error invariant Patient.text.div | txt-1"]),
        (#"{"resourceType":"Patient","text":{"status":"generated","div":"<div><p>x</div>"}}"#, ["error invariant Patient.text.div | txt-1"]),
        (#"{"resourceType":"Patient","text":{"status":"generated","div":"<div><a href=\"java\tscript:x\">x</a></div>"}}"#, ["error invariant Patient.text.div | txt-1"]),
        (#"{"resourceType":"Patient","text":{"status":"generated","div":"<div onclick='x'>x</div>"}}"#, ["error invariant Patient.text.div | txt-1"]),
        (
            #"{"resourceType":"Patient","text":{"status":"generated","div":"<!DOCTYPE div [<!ENTITY a 'b'>]><div>&a;</div>"}}"#,
            ["error invariant Patient.text.div | txt-1"]
        ),
        // The whole.
        ("[]", ["error structure Resource | JSON object"]), (#"{"a":1}"#, ["error required Resource.resourceType | resourceType"]),
        (#"{"resourceType":"DomainResource"}"#, ["error value Resource.resourceType | resourceType"]),
        (#"{"resourceType":"Patient","nmae":[{"family":"x"}]}"#, ["error structure Patient.nmae | Patient: unknown element"])
    ]

    @Test(arguments: faulty) func faults(text: String, expected: [String]) throws {
        #expect(try told(text) == expected)
    }

    @Test func theNearestNameIsTold() throws {
        let issue = try #require(try validate(#"{"resourceType":"Patient","birthdate":"2026"}"#).errors.first)
        #expect(issue.text == "Patient has no element birthdate; did you mean birthDate?")
    }

    @Test func releasesDiffer() throws {
        let text = #"{"resourceType":"MedicationStatement","status":"active","taken":"y","medicationCodeableConcept":{"text":"x"},"subject":{"reference":"Patient/1"}}"#
        #expect(try told(text, .stu3) == [])
        #expect(try told(text) == ["error structure MedicationStatement.taken | MedicationStatement: unknown element"])
    }

    // MARK: Bounds

    private static func many(_ text: String, _ count: Int) -> String { Array(repeating: text, count: count).joined(separator: ",") }
    private static let people = #"{"resourceType":"Patient","name":["# + many(#"{"given":["a"]}"#, 20_000) + "]}"
    private static let hostile: [String] = [
        people,
        #"{"resourceType":"Patient","name":[{"given":["# + many("null", 50_000) + #"],"_given":["# + many(#"{"id":"a"}"#, 50_000) + "]}]}",
        #"{"resourceType":"Patient","# + (0..<50_000).map { "\"x\($0)\":1" }.joined(separator: ",") + "}",
        #"{"resourceType":"Questionnaire","status":"draft","item":"# + String(repeating: #"[{"linkId":"a","type":"group","item":"#, count: 45) + "[]"
            + String(repeating: "}]", count: 45) + "}",
        ##"{"resourceType":"Patient","contained":["## + (0..<20_000).map { #"{"resourceType":"Basic","id":"i\#($0)","code":{"text":"x"}}"# }.joined(separator: ",")
            + ##"],"link":["## + (0..<20_000).map { ##"{"type":"refer","other":{"reference":"#i\##($0)"}}"## }.joined(separator: ",") + "]}",
        #"{"resourceType":"Basic","code":{"text":""# + String(repeating: "x", count: 3_000_000) + #""}}"#,
        #"{"resourceType":"Basic","code":{"text":"x"},"text":{"status":"generated","div":""# + String(repeating: "<div>", count: 200_000) + #""}}"#
    ]

    /// A step for each value and for every 64 bytes of a text: no shape costs more.
    @Test(arguments: 0..<hostile.count) func hostileShapes(index: Int) throws {
        let document = try JSONDocument(Array(Self.hostile[index].utf8))
        let result = try Validator(.r4).validate(document.root)
        #expect(result.steps <= document.nodes.count * 2 + document.bytes.count / 64 + 16)
        #expect(result.issues.count <= Validator.mostErrors + Validator.mostWarnings + 2)
    }

    private static let growing: [@Sendable (Int) -> String] = [
        { #"{"resourceType":"Patient","name":["# + many(#"{"given":["a","b"],"period":{"start":"2026-03-06"}}"#, $0) + "]}" },
        { #"{"resourceType":"Patient","identifier":["# + many(#"{"period":{"start":"2026-03-06","end":"2026-03-07"}}"#, $0) + "]}" },
        { #"{"resourceType":"Patient","name":[{"given":["# + many("null", $0) + #"],"_given":["# + many(#"{"id":"a"}"#, $0) + "]}]}" },
        { #"{"resourceType":"Patient","extension":["# + many(#"{"url":"https://example.org/a","valueString":"b"}"#, $0) + "]}" },
        { count in
            let contained = (0..<count).map { #"{"resourceType":"Basic","id":"i\#($0)","code":{"text":"x"}}"# }.joined(separator: ",")
            let links = (0..<count).map { ##"{"type":"refer","other":{"reference":"#i\##($0)"}}"## }.joined(separator: ",")
            return ##"{"resourceType":"Patient","contained":[\##(contained)],"link":[\##(links)]}"##
        },
        { count in #"{"resourceType":"Patient","# + (0..<count).map { "\"x\($0)\":1" }.joined(separator: ",") + #","birthDate":"2000-01-01"}"# },
        { #"{"resourceType":"Basic","code":{"text":""# + String(repeating: "x", count: $0 * 100) + #""}}"# }
    ]

    /// Counted in values that are looked at, and in the constraints' own steps: twice as much costs twice as much.
    @Test(.enabled(if: Looks.areCounted, "a release counts nothing"), arguments: 0..<growing.count) func timeIsLinear(index: Int) throws {
        func cost(_ count: Int) throws -> (looks: Int, steps: Int, pathSteps: Int) {
            let document = try JSONDocument(Array(Self.growing[index](count).utf8))
            var result = ValidationResult()
            let looks = try Looks.counted { result = try Validator(.r4).validate(document.root) }
            return (looks, result.steps, result.pathSteps)
        }
        for count in [200, 400, 800] {
            let (once, twice) = (try cost(count), try cost(count * 2))
            #expect(Double(twice.looks) < 2.5 * Double(once.looks) && once.looks > 0, "\(twice.looks) after \(once.looks) values")
            #expect(Double(twice.steps) < 2.5 * Double(once.steps) && once.steps > 0, "\(twice.steps) after \(once.steps) steps")
            #expect(Double(twice.pathSteps) <= 2.5 * Double(once.pathSteps), "\(twice.pathSteps) after \(once.pathSteps) steps of constraints")
        }
    }

    @Test func theHappyPathIsShort() throws {
        let text =
            #"{"resourceType":"Observation","status":"final","code":{"text":"Pulse"},"subject":{"reference":"Patient/1"},"valueQuantity":{"value":62.5,"code":"/min","system":"http://unitsofmeasure.org"}}"#
        let document = try JSONDocument(Array(text.utf8))
        let result = try Validator(.r4).validate(document.root)
        #expect(result.isValid)
        #expect(result.steps <= document.nodes.count)
        #expect(result.pathSteps == 0)
    }

    @Test func whatIsCancelledEnds() async throws {
        let document = try JSONDocument(Array(Self.people.utf8))
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try Validator(.r4).validate(document.root).isValid
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    // MARK: Constraints that are not asked

    @Test(arguments: FHIRRelease.allCases) func everyConstraintIsAsked(release: FHIRRelease) {
        #expect(Invariants.of(release).notAsked == [:])
    }

    /// `_summary` and `_elements` are made of these.
    @Test(arguments: FHIRRelease.allCases) func whatIsShownInASummary(release: FHIRRelease) throws {
        let structures = Structures.of(release)
        #expect(structures.mandatory(of: "Observation") == ["status", "code"])
        #expect(structures.summary(of: "Observation").isSuperset(of: ["id", "meta", "status", "code", "subject", "valueQuantity", "effectiveDateTime"]))
        #expect(!structures.summary(of: "Observation").contains("note"))
        for type in ["Patient", "Bundle", "Questionnaire"] { #expect(structures[type]?.kind == .resource) }
        for type in release.types { #expect(structures[type] != nil, "\(type)") }
    }
}
