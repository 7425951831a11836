import CareModels
import FHIR
import JSON
import Testing

@testable import RecordsService

/// What is denied by a code is denied in parts of something else too; what is permitted by it is that alone.
@Suite struct DeniedPartsTests {
    private static let pulse = #"{"coding":[{"system":"http://loinc.org","code":"8867-4"}]}"#
    private static let panel = #""code":{"coding":[{"system":"http://loinc.org","code":"85353-1"}]}"#
    private static let rule = ContentRule(codes: [CodeToken(system: "http://loinc.org", code: "8867-4")])

    private static let resources: [(text: String, isDenied: Bool)] = [
        (#"{"resourceType":"Observation","code":\#(pulse)}"#, true), (#"{"resourceType":"Observation",\#(panel)}"#, false),
        (#"{"resourceType":"Observation",\#(panel),"component":[{"code":{"text":"x"}},{"code":\#(pulse)}]}"#, true),
        (#"{"resourceType":"DiagnosticReport",\#(panel),"contained":[{"resourceType":"Observation","id":"1","code":\#(pulse)}]}"#, true),
        (#"{"resourceType":"DiagnosticReport","contained":[{"resourceType":"Observation",\#(panel),"component":[{"code":\#(pulse)}]}]}"#, true),
        (#"{"resourceType":"DiagnosticReport","contained":[1,{"resourceType":"Observation",\#(panel)}],"component":{"code":\#(pulse)}}"#, false)
    ]

    @Test(arguments: FHIRRelease.allCases) func partsAreDenied(_ release: FHIRRelease) throws {
        for (text, isDenied) in Self.resources {
            let resource = try JSONDocument(Array(text.utf8)).root
            let type = try #require(resource["resourceType"]?.string)
            let index = SearchIndex(id: nil, ResourceSearchValues(resource, [], release, base: "http://care.test").all)
            let portion = ContentPortion(within: ContentRule(), without: [Self.rule])
            #expect(portion.holds(ContentCodes(resource, [])) != isDenied, "\(text)")
            #expect(portion.holds(ContentCodes(index, of: type)) != isDenied, "\(text)")
            // A gift of pulses is none of panels.
            let gift = ContentPortion(within: Self.rule, without: [])
            let isPulse = resource.codings(of: "code").contains { $0["code"]?.string == "8867-4" }
            #expect(gift.holds(ContentCodes(resource, [])) == isPulse && gift.holds(ContentCodes(index, of: type)) == isPulse, "\(text)")
        }
    }

    /// An index of an earlier release has what its components are about by their parameter alone.
    @Test(arguments: FHIRRelease.allCases) func componentsOfBeforeAreDenied(_ release: FHIRRelease) throws {
        let resource = try JSONDocument(Array(Self.resources[2].text.utf8)).root
        let index = SearchIndex(id: nil, SearchLookup.values(of: resource, release, base: "http://care.test"))
        #expect(!ContentPortion(within: ContentRule(), without: [Self.rule]).holds(ContentCodes(index, of: "Observation")))
        let others = SearchLookup.of(release).parameters(of: "Observation").filter { $0.code != "component-code" }
        #expect(ContentRule.componentCodes.count == 2 && others.allSatisfy { !ContentRule.componentCodes.contains($0.number) })
    }
}
