import Foundation
import JSON
import Testing

@testable import FHIR

/// What resources are found by, by kind and datatype (http://hl7.org/fhir/R4/search.html).
@Suite struct SearchValueTests {
    static func text(_ value: SearchValue) -> String {
        switch value {
        case .token(let system, let code, let text): return "token \(system ?? "")|\(code ?? "")|\(text ?? "")"
        case .string(let text): return "string \(text)"
        case .uri(let text): return "uri \(text)"
        case .reference(let reference):
            var text = "reference " + (reference.url.map { "url \($0)" } ?? "\(reference.type ?? "-")/\(reference.id ?? "-")")
            if let value = reference.identifierValue { text += " identifier \(reference.identifierSystem ?? "-")|\(value)" }
            return text
        case .date(let from, let until): return "date \(from == .min ? "min" : "\(from)") \(until == .max ? "max" : "\(until)")"
        case .number(let interval): return "number \(interval.low) \(interval.high)"
        case .quantity(let interval, let system, let code, let unit):
            return "quantity \(interval.value) \(interval.low) \(interval.high) \(system ?? "")|\(code ?? "")|\(unit ?? "")"
        case .composite(let parts): return "composite " + parts.map { "[" + $0.map(text).joined(separator: ", ") + "]" }.joined(separator: " ")
        }
    }

    static func values(_ resource: String, _ code: String, _ release: FHIRRelease = .r4) throws -> [String] {
        let found = SearchParameters.of(release).values(of: try JSONDocument(Array(resource.utf8)).root, base: "https://care.example/fhir/r4")
        return found.filter { $0.parameter.code == code }.flatMap(\.values).map(text)
    }

    @Test(arguments: SearchValueCases.all)
    func isFoundBy(_ one: SearchValueCases.Case) throws { #expect(try Self.values(one.resource, one.code) == one.expected, "\(one.code) of \(one.resource)") }

    static let stu3: [(String, String, [String])] = [
        (#"{"resourceType":"Patient","deceasedBoolean":false}"#, "deceased", ["token |false|"]),
        (#"{"resourceType":"Patient","deceasedDateTime":"2020"}"#, "death-date", ["date 1577836800000 1609459200000"]),
        (#"{"resourceType":"Patient","animal":{"species":{"text":"dog"}}}"#, "animal-species", ["token ||dog"]),
        (#"{"resourceType":"Condition","abatementAge":{"value":1}}"#, "abatement-boolean", ["token |true|"]),
        (#"{"resourceType":"Observation","valueString":"v"}"#, "value-string", ["string v"]),
        (#"{"resourceType":"Observation","effectiveDateTime":"2026"}"#, "date", ["date 1767225600000 1798761600000"]),
        (
            #"{"resourceType":"Observation","code":{"coding":[{"code":"c"}]},"valueQuantity":{"value":1}}"#, "code-value-quantity",
            ["composite [token |c|] [quantity 1.0 0.5 1.5 ||]"]
        ),
        (#"{"resourceType":"Observation","subject":{"reference":"Patient/1"}}"#, "patient", ["reference Patient/1"]),
        (
            #"{"resourceType":"Condition","extension":[{"url":"http://hl7.org/fhir/StructureDefinition/condition-basedOn","valueReference":{"reference":"CarePlan/1"}}]}"#,
            "based-on", ["reference CarePlan/1"]
        )
    ]

    @Test(arguments: stu3)
    func isFoundByInSTU3(_ resource: String, _ code: String, _ expected: [String]) throws {
        #expect(try Self.values(resource, code, .stu3) == expected, "\(code) of \(resource)")
    }

    @Test func isBoundedHoweverMuchIsSent() throws {
        let codings = (0..<6_000).map { #"{"code":"c\#($0)"}"# }.joined(separator: ",")
        let found = SearchParameters.of(.r4).values(of: try JSONDocument(Array(#"{"resourceType":"Observation","code":{"coding":[\#(codings)]}}"#.utf8)).root)
        #expect(found.map(\.parameter.code).sorted() == ["code", "combo-code"])
        #expect(found.allSatisfy { $0.values.count == SearchWalk.mostOfOne })
        let long = String(repeating: "ä", count: 2_000)
        let cut = try Self.values(#"{"resourceType":"Observation","valueString":"\#(long)"}"#, "value-string")
        #expect(cut == ["string " + String(repeating: "ä", count: SearchWalk.longestText / 2)])
    }

    @Test(arguments: [
        "{}", "[]", "1", #"{"resourceType":1}"#, #"{"resourceType":"Nobody","id":"x"}"#, #"{"resourceType":"Patient.contact","id":"x"}"#, #"{"resourceType":"Resource"}"#
    ])
    func ofWhatIsNoResourceThereIsNothing(_ text: String) throws {
        #expect(SearchParameters.of(.r4).values(of: try JSONDocument(Array(text.utf8)).root).isEmpty)
    }

    @Test(arguments: FHIRRelease.allCases)
    func everyParameterHasANumberOfItsOwnAndAnExpression(_ release: FHIRRelease) throws {
        let all = SearchParameters.of(release).all
        #expect(all.count == (release == .r4 ? 1_382 : 1_226))
        #expect(Set(all.map(\.number)).count == all.count)
        for parameter in all { #expect(throws: Never.self, "\(parameter.url)") { try FHIRPath(parameter.expression) } }
        for type in release.types {
            let codes = SearchParameters.of(release).parameters(of: type).map(\.code)
            #expect(Set(codes).count == codes.count, "\(type) has a code twice")
            #expect(codes.contains("_id") && codes.contains("_lastUpdated"), "\(type)")
        }
    }

    @Test(arguments: FHIRRelease.allCases)
    func aCompositesComponentsAreParameters(_ release: FHIRRelease) {
        let parameters = SearchParameters.of(release)
        for composite in parameters.all where composite.kind == .composite {
            #expect(composite.components.count > 1)
            for (component, type) in composite.components.flatMap({ component in composite.types.map { (component, $0) } }) {
                #expect(parameters.parameter(component.code, of: type) != nil, "\(composite.code): \(component.code) of \(type)")
            }
        }
    }

    /// An index keeps numbers: these never change.
    @Test func numbersStay() {
        #expect(SearchParameters.of(.r4).parameter("code", of: "Observation")?.url == "http://hl7.org/fhir/SearchParameter/clinical-code")
        #expect(SearchParameters.of(.r4).parameter(number: 1)?.url == "http://hl7.org/fhir/SearchParameter/Account-identifier")
        #expect(SearchParameters.of(.stu3).parameter(number: 1)?.url == "http://hl7.org/fhir/SearchParameter/Account-balance")
    }

    @Test func compartmentsSayByWhichParametersOneBelongs() throws {
        for release in FHIRRelease.allCases {
            let compartments = Compartments.of(release)
            #expect(compartments.names == ["Patient", "Encounter", "RelatedPerson", "Practitioner", "Device"])
            #expect(compartments.parameters(of: "Patient", type: "Observation") == ["subject", "performer"])
            #expect(compartments.parameters(of: "Patient", type: "Medication") == nil)
            for name in compartments.names {
                for type in compartments.types(of: name) { #expect(compartments.parameters(of: name, type: type)?.isEmpty == false, "\(name) \(type)") }
            }
        }
    }
}
