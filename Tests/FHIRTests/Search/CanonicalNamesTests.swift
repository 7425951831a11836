import Foundation
import Testing

@testable import FHIR

/// References by `url` and `url|version`.
@Suite struct CanonicalNamesTests {
    private static let url = "http://acme.test/Questionnaire/intake"

    @Test(arguments: [
        ("http://a.test/q", "http://a.test/q"), ("http://a.test/q|2", "http://a.test/q|2"), ("http://a.test/q|2#item", "http://a.test/q|2"),
        ("http://a.test/q#item", "http://a.test/q#item"), ("", ""), ("|#", "|"),
        // Cut at bytes: with an accent on it the bar is another character.
        ("q|\u{301}1#item", "q|\u{301}1")
    ])
    func aPartIsNoName(_ reference: String, _ name: String) { #expect(CanonicalNames.name(reference) == name) }

    @Test(arguments: FHIRRelease.allCases) func whichTypesHaveThem(_ release: FHIRRelease) throws {
        let lookup = SearchLookup.of(release)
        for type in ["Questionnaire", "PlanDefinition", "ValueSet", "StructureDefinition"] { #expect(lookup.canonical(type) != nil, "\(type)") }
        // A subscription's url is where it is told, a device's where it is reached.
        for type in ["Subscription", "Device", "Patient"] { #expect(lookup.canonical(type) == nil, "\(type)") }
    }

    @Test func namesOfOneAndReferencesToIt() throws {
        let canonical = try #require(SearchLookup.of(.r4).canonical("Questionnaire"))
        let questionnaire = Searched([canonical.url: [.uri(Self.url)], canonical.version: [.token(system: nil, code: "2"), .token(system: nil, code: nil)]])
        #expect(Set(canonical.names(of: questionnaire.index)) == [Self.url, Self.url + "|2"])
        func isNamed(_ names: String...) -> Bool { SearchCondition.isNamed(canonical, Set(names)).holds(of: questionnaire) }
        #expect(isNamed(Self.url) && isNamed(Self.url + "|2") && !isNamed(Self.url + "|1") && !isNamed(Self.url + "/2") && !isNamed())
        let answers = Searched([5: [.reference(.init(type: "Patient", id: "1")), .reference(.init(url: Self.url + "|2#first"))]])
        func names(_ names: String...) -> Bool { SearchCondition.names(parameters: [4, 5], Set(names)).holds(of: answers) }
        #expect(names(Self.url + "|2") && !names(Self.url) && !names("Patient/1"))
    }

    /// Blind indexes let through whatever may match.
    @Test func termsAreThoseOfTheirAddresses() throws {
        let lookup = SearchLookup.of(.r4)
        let canonical = try #require(lookup.canonical("Questionnaire"))
        let parameter = try #require(lookup.find("questionnaire", of: "QuestionnaireResponse")).number
        let wanted = ["u" + Self.url]
        for name in [Self.url, Self.url + "|2"] {
            #expect(SearchTerms.any(of: .isNamed(canonical, [name]), lookup) == wanted)
            #expect(SearchTerms.any(of: .names(parameters: [parameter], [name]), lookup) == wanted)
            #expect(SearchTerms.all(of: [(parameter, [.reference(.init(url: name))])], lookup) == wanted)
        }
        #expect(SearchTerms.all(of: [(canonical.url, [.uri(Self.url)])], lookup) == wanted)
        let either = SearchCondition.either([.refers(parameters: [parameter], to: ["Questionnaire/q"]), .names(parameters: [parameter], [Self.url])])
        #expect(SearchTerms.any(of: either, lookup).map(Set.init) == ["rq", "u" + Self.url])
        #expect(SearchTerms.any(of: .either([.id(["q"]), .names(parameters: [parameter], [Self.url])]), lookup) == nil)
    }
}
