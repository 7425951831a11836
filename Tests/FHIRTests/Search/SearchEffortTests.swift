import JSON
import Testing

@testable import FHIR

/// What a search compares is counted, and grows with what is asked and what is there as their product at most.
@Suite struct SearchEffortTests {
    private static func effort(_ condition: SearchCondition, _ values: [Int: [SearchValue]]) -> Int {
        var effort = 0
        _ = condition.holds(of: Searched(values), &effort)
        return effort
    }

    @Test func everyPairCounts() {
        let codes = (0..<50).map { SearchValue.token(system: nil, code: "c\($0)") }
        let operands = (0..<30).map { SearchOperand.token(.any, code: "d\($0)") }
        #expect(Self.effort(.value(parameter: 1, any: operands, negated: false), [1: codes]) == 1500)
        #expect(Self.effort(.value(parameter: 1, any: operands, negated: true), [1: codes]) == 1500)
        #expect(Self.effort(.either([.refers(parameters: [1], to: ["Patient/1"]), .names(parameters: [1], ["u"])]), [1: codes]) == 100)
        // Each component's values are looked at, too.
        #expect(Self.effort(.value(parameter: 1, any: [.composite([])], negated: false), [1: [.composite([codes, codes])]]) == 101)
    }

    /// Of many codes and ids as many are compared as are alike, and the same is found as by one after the other.
    @Test func manyCodesAreLookedUp() throws {
        let values: [SearchValue] = [.token(system: "s", code: "c7"), .token(system: nil, code: "c8", text: "eight"), .token(system: "t", code: nil), .string("c9")]
        func condition(_ name: String, _ texts: [String], _ modifier: String = "") throws -> SearchCondition {
            try SmallTable.parser.condition(name + modifier, texts.joined(separator: ","), of: "Observation")
        }
        let fillers = (100..<300).map { "c\($0)" }
        for wanted in ["c7", "s|c7", "t|c7", "|c7", "|c8", "t|", "u|", "c9", "c6"] {
            let (one, many) = (try condition("code", [wanted]), try condition("code", Array(fillers.prefix(150)) + [wanted]))
            guard case .keyed = many, case .value = one else {
                Issue.record("\(wanted): \(many)")
                continue
            }
            let resource = Searched([1: values])
            #expect(one.holds(of: resource) == many.holds(of: resource), "\(wanted)")
            let denied = try condition("code", Array(fillers.prefix(150)) + [wanted], ":not")
            #expect(denied.holds(of: resource) != many.holds(of: resource), "\(wanted)")
            #expect(SearchTerms.any(of: many, SmallTable.lookup)?.count == SearchTerms.any(of: one, SmallTable.lookup).map { $0.count + 150 })
            #expect(many.signatures.isEmpty == one.signatures.isEmpty)
            // Four values, each looked up once, and compared with what is alike.
            #expect(Self.effort(many, [1: values]) <= 4 + 4)
        }
        let subjects = try condition("subject", fillers.prefix(20).map { "Patient/\($0)" } + ["Group/c1"])
        #expect(
            subjects.holds(of: Searched([4: [.reference(.init(type: "Group", id: "c1"))]]))
                && !subjects.holds(of: Searched([4: [.reference(.init(type: "Patient", id: "c1"))]])))
    }

    /// What is compared where it stands is what is compared by its value, and counts as much.
    @Test func codesAndIDsAreComparedWhereTheyStand() {
        // The last three look like others, or are the same letters in other bytes.
        let texts = [nil, "", "final", "http://loinc.org", "urn:x", "\u{212A}elvin", "Kelvin", "e\u{301}", "\u{E9}"]
        let systems: [SearchOperand.System] =
            [.any, .none] + texts.compactMap { $0.map(SearchOperand.System.one) } + [.implied("urn:x", codes: ["final", "Kelvin"])]
        var operands = systems.flatMap { system in texts.map { SearchOperand.token(system, code: $0) } }
        operands += texts.compactMap { $0 }.flatMap { id in [[], ["final"], ["Group", "Kelvin"], ["e\u{301}"]].map { .reference(types: $0, id: id) } }
        var values = texts.flatMap { system in texts.flatMap { code in [nil, "read"].map { SearchValue.token(system: system, code: code, text: $0) } } }
        values += texts.flatMap { type in
            texts.map { .reference(.init(type: type, id: $0, url: type == nil ? "http://a" : nil, identifierSystem: "s", identifierValue: $0)) }
        }
        var compared = 0
        for value in values {
            // Behind one that nothing matches, and before one of another kind.
            let resource = Searched([1: [value], 2: [.token(system: "no", code: nil), value], 3: [value, .string("final")]])
            for operand in operands {
                var effort = 0
                guard let found = resource.index.contains(1, operand, &effort) else { continue }
                compared += 1
                #expect(found == operand.matches(value) && effort == 1, "\(operand) \(value)")
                for parameter in 2...4 {
                    var (one, other) = (0, 0)
                    let condition = SearchCondition.value(parameter: parameter, any: [operand], negated: false)
                    let both = SearchCondition.value(parameter: parameter, any: [operand, operand], negated: false)
                    #expect(condition.holds(of: resource, &one) == both.holds(of: resource, &other), "\(parameter) \(operand) \(value)")
                    #expect(2 * one == other, "\(parameter) \(operand) \(value)")
                }
            }
        }
        #expect(compared > 15_000)
    }

    /// What one resource puts into memory is bounded, whatever its elements are.
    @Test func theTextsOfAResourceAreBounded() throws {
        let long = String(repeating: "x", count: 1000)
        let identifiers = (0..<1000).map { #"{"system":"urn:s","value":"\#($0)\#(long)"}"# }.joined(separator: ",")
        let names = (0..<1000).map { #"{"family":"\#($0)\#(long)"}"# }.joined(separator: ",")
        let text = #"{"resourceType":"Patient","identifier":[\#(identifiers)],"name":[\#(names)],"birthDate":"2000-01-01"}"#
        let values = SearchParameters.of(.r4).values(of: try JSONDocument(Array(text.utf8)).root)
        let bytes = values.reduce(0) { $0 + $1.values.reduce(0) { $0 + $1.bytes } }
        #expect((SearchWalk.mostBytes / 2...SearchWalk.mostBytes + SearchWalk.longestText).contains(bytes))
        #expect(SearchValue.composite([[.string("abc")], [.token(system: "s", code: nil, text: "é"), .date(from: 0, until: 1)]]).bytes == 6)
    }

    /// A part that nearly is there, at every place.
    @Test func partsOfTextsAreFoundAsBefore() {
        let text = String(repeating: "a", count: 1024)
        #expect(SearchFolding.contains(text, String(repeating: "a", count: 1024)) && SearchFolding.contains(text, ""))
        #expect(!SearchFolding.contains(text, String(repeating: "a", count: 512) + "b") && !SearchFolding.contains(text, text + "a") && !SearchFolding.contains("", "a"))
        #expect(SearchFolding.contains("jérôme straße", "ôme s") && !SearchFolding.contains("jérôme", "ome"))
    }
}
