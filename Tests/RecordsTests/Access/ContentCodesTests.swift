import CareModels
import FHIR
import JSON
import Testing

@testable import RecordsService

/// What rules of content cost, however many there are, and however many codes a resource has.
@Suite struct ContentCodesTests {
    private static func resource(_ codes: Int) throws -> JSONValue {
        let codings = (0..<codes).map { #"{"system":"urn:c","code":"c\#($0)"}"# }.joined(separator: ",")
        return try JSONDocument(Array(#"{"resourceType":"Observation","code":{"coding":[\#(codings)]}}"#.utf8)).root
    }

    private static func rule(_ code: String) -> ContentRule { ContentRule(codes: [CodeToken(system: "urn:c", code: code)]) }

    /// A thousand consents of one code each.
    private static let gifts = (0..<1000).map { ContentPortion(within: rule("absent-\($0)"), without: []) }

    @Test func codesAreReadOnce() throws {
        let resource = try Self.resource(2_000)
        let codes = ContentCodes(resource, [])
        #expect(!Self.gifts.contains { $0.holds(codes) })
        #expect(codes.looks == 2_000 + 2 * Self.gifts.count)
        let index = SearchIndex(id: nil, ResourceSearchValues(resource, [], .r4, base: "http://care.test/fhir/r4").all)
        let reach = RecordReach(categories: nil, portions: Self.gifts)
        var effort = 0
        #expect(!reach.holds(index, of: "Observation", &effort))
        #expect((1...100_000).contains(effort), "\(effort)")
        let one = RecordReach(categories: nil, portions: Self.gifts + [ContentPortion(within: Self.rule("c7"), without: [])])
        #expect(one.holds(resource) && one.holds(index, of: "Observation"))
    }

    /// Of so many nothing is told, neither that it is given nor that it is not taken out.
    @Test func ofTooManyNothingIsKnown() throws {
        let (most, more) = (try Self.resource(ContentCodes.most), try Self.resource(ContentCodes.most + 1))
        for portion in [ContentPortion(within: Self.rule("c7"), without: []), ContentPortion(within: ContentRule(), without: [Self.rule("absent")])] {
            #expect(portion.holds(ContentCodes(most, [])))
            #expect(!portion.holds(ContentCodes(more, [])))
        }
        #expect(ContentPortion(within: ContentRule(types: ["Observation"]), without: []).holds(ContentCodes(more, [])))
    }
}
