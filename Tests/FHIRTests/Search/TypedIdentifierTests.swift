import Foundation
import JSON
import Testing

@testable import FHIR

/// `:of-type`: an identifier by its value and its type together, of one and the same.
@Suite struct TypedIdentifierTests {
    private static let parser = SearchParser(.r4, base: "", now: Date(timeIntervalSince1970: 0))
    private static let types = "http://terminology.hl7.org/CodeSystem/v2-0203"

    private static func identifier(_ code: String, _ value: String) -> String {
        #"{"type":{"coding":[{"system":"urn:x","code":"other"},{"system":"\#(types)","code":"\#(code)"}]},"system":"urn:house","value":"\#(value)"}"#
    }

    private static let patient = #"{"resourceType":"Patient","identifier":[\#(identifier("MR", "12345")),\#(identifier("SS", "777|1")),{"value":"9"}]}"#

    /// `T` stands for `types`: an interpolation in a test's arguments ends this compiler.
    @Test(arguments: [
        ("T|MR|12345", true), ("T|SS|777\\|1", true), ("T|SS|12345", false), ("T|MR|1234", false), ("urn:other|MR|12345", false), ("T|XX|1,T|MR|12345", true),
        ("T|SS|9", false), ("urn:x|other|12345", true)
    ])
    func isOfItsType(_ spelled: String, _ isFound: Bool) throws {
        let value = spelled.replacingOccurrences(of: "T|", with: "\(Self.types)|")
        guard case .body(let condition) = try Self.parser.condition("identifier:of-type", value, of: "Patient") else {
            Issue.record("\(value) asks no body")
            return
        }
        #expect(condition.holds(of: try JSONDocument(Array(Self.patient.utf8)).root) == isFound)
    }

    /// What has no identifier of such a value need not be opened.
    @Test func theIndexNarrows() throws {
        func searched(_ resource: String) throws -> Searched {
            var searched = Searched([:])
            searched.index = SearchIndex(id: "one", SearchLookup.values(of: try JSONDocument(Array(resource.utf8)).root, .r4, base: ""))
            return searched
        }
        let many = (0..<20).map { "\(Self.types)|MR|\($0)" }.joined(separator: ",") + ",\(Self.types)|MR|12345"
        for value in ["\(Self.types)|MR|12345", many] {
            let condition = try Self.parser.condition("identifier:of-type", value, of: "Patient")
            let beforehand = try #require(condition.ofIndex)
            #expect(beforehand.isSettled && !condition.isSettled)
            #expect(beforehand.holds(of: try searched(Self.patient)))
            #expect(!beforehand.holds(of: try searched(#"{"resourceType":"Patient","identifier":[\#(Self.identifier("MR", "54321"))]}"#)))
        }
        #expect(try Self.parser.condition("_content", "x", of: "Patient").ofIndex == nil)
        let status = try Self.parser.condition("gender", "female", of: "Patient")
        #expect(status.ofIndex == status)
    }

    /// Wherever a parameter is of identifiers, whatever it is called.
    @Test(arguments: [
        ("requisition", "ServiceRequest", #""requisition":%"#), ("identifier", "CarePlan", #""identifier":[%]"#),
        ("related-id", "Composition", #""relatesTo":[{"targetIdentifier":%}]"#)
    ])
    func parametersOfIdentifiers(_ code: String, _ type: String, _ member: String) throws {
        let text = #"{"resourceType":"\#(type)",\#(member.replacing("%", with: Self.identifier("MR", "7")))}"#
        guard case .body(let condition) = try Self.parser.condition("\(code):of-type", "\(Self.types)|MR|7", of: type) else {
            Issue.record("\(code) asks no body")
            return
        }
        #expect(condition.holds(of: try JSONDocument(Array(text.utf8)).root))
    }

    @Test func whatItIsNot() {
        for value in ["MR|12345", "|MR|12345", "urn:x||12345", "urn:x|MR|", "12345", "urn:x|MR|1,"] {
            #expect { try Self.parser.condition("identifier:of-type", value, of: "Patient") } throws: { ($0 as? SearchFault)?.isUnknown == false }
        }
        // Of what is no identifier, and in STU3, there is no such modifier.
        for (parser, name) in [(Self.parser, "gender:of-type"), (SearchParser(.stu3, base: "", now: Date()), "identifier:of-type")] {
            #expect { try parser.condition(name, "urn:x|MR|1", of: "Patient") } throws: { ($0 as? SearchFault)?.isUnknown == true }
        }
    }
}
