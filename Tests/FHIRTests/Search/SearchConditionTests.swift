import FHIR
import Foundation
import JSON
import Testing

/// http://hl7.org/fhir/R4/search.html, modifier by modifier and prefix by prefix.
@Suite struct SearchConditionTests {
    static let hour: Int64 = 3_600_000
    /// An afternoon of 8 March 2026.
    static let march8 = Int64(1_772_928_000_000)

    static let observation = Searched([
        1: [.token(system: "http://loinc.org", code: "8867-4", text: "Heart rate"), .token(system: nil, code: "pulse"), .token(system: "http://a|b", code: "x,y")],
        2: [.date(from: march8 + 14 * hour, until: march8 + 14 * hour + 1000)],
        3: [.quantity(.init(value: 62.5, low: 62.45, high: 62.55), system: "http://unitsofmeasure.org", code: "/min", unit: "beats/minute")],
        4: [.reference(.init(type: "Patient", id: "amara"))],
        6: [
            .composite([
                [.token(system: "http://loinc.org", code: "8867-4")], [.quantity(.init(value: 62.5, low: 62.45, high: 62.55), system: nil, code: "/min", unit: nil)]
            ])
        ],
        7: [.token(system: nil, code: "final")],
        8: [.reference(.init(url: "http://elsewhere.test/Observation/2")), .reference(.init(identifierSystem: "urn:ids", identifierValue: "77"))]
    ])

    static let patient = Searched([
        9: [.string("Okafor-Lindqvist"), .string("Jérôme  Straße"), .string("Amara"), .string("किरण")], 10: [.token(system: "urn:mrn", code: "007")],
        12: [.date(from: 0, until: 24 * hour)]
    ])

    static let valueSet = Searched([
        13: [.uri("http://acme.test/fhir/ValueSet/123/history/5"), .uri("urn:acme:set|2.1")],
        17: [.uri("http://hl7.org/fhir/ValueSet/a|4.0.1"), .reference(.init(url: "http://hl7.org/b|2"))]
    ])

    static let risk = Searched([18: [.number(.init(value: 100, low: 99.5, high: 100.5))]])

    static let range = Searched([3: [.quantity(.init(value: 10, low: 9.5, high: 20.5), system: nil, code: "mg", unit: "mg")]])
    static let above = Searched([3: [.quantity(.init(value: 300, low: 300, high: .infinity), system: nil, code: "mg", unit: "mg")]])

    /// Of a Range from 10 to 20, and of a quantity with the comparator >.
    @Test(arguments: [
        ("15", false, false), ("lt15", true, false), ("gt15", true, true), ("gt21", false, true), ("sa9", true, true), ("eb21", true, false), ("gt1000", false, true),
        ("ge20", true, true), ("le9", false, false), ("ap19", true, false)
    ])
    func rangesOverlap(_ wanted: String, _ inRange: Bool, _ isAbove: Bool) throws {
        let condition = try SmallTable.parser.condition("value-quantity", wanted, of: "Observation")
        #expect(condition.holds(of: Self.range) == inRange)
        #expect(condition.holds(of: Self.above) == isAbove)
    }

    /// A value of Synthea's has more digits than a double tells apart: nothing is between half a unit of the last one less and half a unit more.
    @Test(arguments: ["181.53208606062282", "0.32812917901063443", "29.119999999999997", "1e22", "-98.60000000000001", "9007199254740993"])
    func whatHasManyDigitsEqualsItself(_ digits: String) throws {
        let resource = try JSONDocument(Array(#"{"resourceType":"Observation","valueQuantity":{"value":\#(digits)}}"#.utf8)).root
        let values = SearchParameters.of(.r4).values(of: resource).first { $0.parameter.code == "value-quantity" }?.values ?? []
        let searched = Searched([3: values])
        func holds(_ prefix: String) throws -> Bool { try SmallTable.parser.condition("value-quantity", prefix + digits, of: "Observation").holds(of: searched) }
        #expect(try holds("") && holds("eq") && holds("ge") && holds("le") && holds("ap"))
        #expect(try !holds("ne") && !holds("gt") && !holds("lt") && !holds("sa") && !holds("eb"))
    }

    static let cases: [(type: String, query: String, isFound: Bool)] = [
        // token
        ("Observation", "code=8867-4", true), ("Observation", "code=http://loinc.org|8867-4", true), ("Observation", "code=http://snomed.info/sct|8867-4", false),
        ("Observation", "code=|8867-4", false), ("Observation", "code=|pulse", true), ("Observation", "code=http://loinc.org|", true),
        ("Observation", "code=http://snomed.info/sct|", false), ("Observation", "code=PULSE", false), ("Observation", "code=nothing,pulse", true),
        ("Observation", #"code=http://a\|b|x\,y"#, true), ("Observation", #"code=x\,y"#, true), ("Observation", "code=x,y", false),
        ("Observation", "code:not=8867-4", false), ("Observation", "code:not=1,2", true), ("Observation", "code:not=1,pulse", false),
        ("Observation", "code:text=heart", true), ("Observation", "code:text=RATE", true), ("Observation", "code:text=eart", false),
        ("Observation", "code:in=http://care.test/vs", true), ("Observation", "code:not-in=http://care.test/vs", false),
        ("Observation", "status:in=http://care.test/vs", false), ("Observation", "code:missing=false", true), ("Observation", "code:missing=true", false),
        ("Observation", "patient:missing=true", true), ("Patient", "identifier=007", true), ("Patient", "identifier=7", false),
        // date: 2026-03-08T14:00:00Z
        ("Observation", "date=2026", true), ("Observation", "date=2026-03", true), ("Observation", "date=2026-03-08", true), ("Observation", "date=2026-03-09", false),
        ("Observation", "date=2026-03-08T14:00", true), ("Observation", "date=2026-03-08T14:00:00Z", true), ("Observation", "date=2026-03-08T15:00:00+01:00", true),
        ("Observation", "date=2026-03-08T15:00:00 01:00", true), ("Observation", "date=2026-03-08T14:01Z", false), ("Observation", "date=ne2026-03-08", false),
        ("Observation", "date=ne2026-03-07", true), ("Observation", "date=gt2026-03-08", false), ("Observation", "date=gt2026-03-07", true),
        ("Observation", "date=ge2026-03-08", true), ("Observation", "date=ge2026-03-09", false), ("Observation", "date=lt2026-03-08", false),
        ("Observation", "date=lt2026-03-09", true), ("Observation", "date=le2026-03-08", true), ("Observation", "date=le2026-03-07", false),
        ("Observation", "date=sa2026-03-07", true), ("Observation", "date=sa2026-03-08", false), ("Observation", "date=eb2026-03-09", true),
        ("Observation", "date=eb2026-03-08", false), ("Observation", "date=ap2026-03-09", false), ("Observation", "date=ap2026-03-08", true),
        ("Patient", "birthdate=ap1972", true), ("Patient", "birthdate=1970-01-01", true), ("Patient", "birthdate=1970-01-01T10:00:00Z", false),
        ("Patient", "birthdate=lt1970-01-01T10:00:00Z", true), ("Patient", "birthdate=gt1970-01-01T10:00:00Z", true),
        // quantity and number
        ("Observation", "value-quantity=62.5", true), ("Observation", "value-quantity=62.50", true), ("Observation", "value-quantity=62", false),
        ("Observation", "value-quantity=63", true), ("Observation", "value-quantity=6e1", true),
        ("Observation", "value-quantity=62.5|http://unitsofmeasure.org|/min", true),
        ("Observation", "value-quantity=62.5||/min", true), ("Observation", "value-quantity=62.5||beats/minute", true),
        ("Observation", "value-quantity=62.5|http://unitsofmeasure.org|beats/minute", false), ("Observation", "value-quantity=62.5||mg", false),
        ("Observation", "value-quantity=gt62.5", false), ("Observation", "value-quantity=ge62.5", true), ("Observation", "value-quantity=lt62.6||/min", true),
        ("Observation", "value-quantity=ap60", true), ("Observation", "value-quantity=ap70", false), ("Observation", "value-quantity=ne62.5", false),
        ("RiskAssessment", "probability=100", true), ("RiskAssessment", "probability=1e2", true), ("RiskAssessment", "probability=100.00", true),
        ("RiskAssessment", "probability=101", false), ("RiskAssessment", "probability=lt100", false), ("RiskAssessment", "probability=le100", true),
        ("RiskAssessment", "probability=sa99", true), ("RiskAssessment", "probability=eb100", false), ("RiskAssessment", "probability=-100", false),
        // string
        ("Patient", "name=oka", true), ("Patient", "name=OKAFOR-L", true), ("Patient", "name=jerome", true), ("Patient", "name=jérôme strasse", true),
        ("Patient", "name=afor", false), ("Patient", "name:contains=AFOR", true), ("Patient", "name:exact=Amara", true), ("Patient", "name:exact=amara", false),
        ("Patient", "name:exact=Amar", false), ("Patient", "name=nobody,ama", true), ("Patient", "name:contains=nobody,AFOR", true),
        ("Patient", "name:exact=nobody,Amara", true),
        // A letter without the vowel sign that makes one character with it.
        ("Patient", "name=क", true), ("Patient", "name=कि", true), ("Patient", "name=nobody,क", true), ("Patient", "name=ख", false), ("Patient", "name:contains=र", true),
        ("Patient", "name=nobody,noone", false), ("Observation", "code:text=lung,rate", true), ("Observation", "code:text=lung,eart", false),
        // uri
        ("ValueSet", "url=http://acme.test/fhir/ValueSet/123/history/5", true), ("ValueSet", "url=http://acme.test/fhir/ValueSet/123", false),
        ("ValueSet", "url:below=http://acme.test/fhir", true), ("ValueSet", "url:below=http://acme.test/fhir/ValueSet/12", false),
        ("ValueSet", "url:above=http://acme.test/fhir/ValueSet/123/history/5/6", true), ("ValueSet", "url:above=http://acme.test/fhir/ValueSet", false),
        ("ValueSet", "url:below=urn:acme:set", true), ("ValueSet", "url=urn:acme:set", false), ("ValueSet", "url:above=urn:acme:set|2.1", true),
        ("ValueSet", "reference=http://hl7.org/fhir/ValueSet/a", true), ("ValueSet", "reference=http://hl7.org/b|2", true),
        ("ValueSet", "reference=http://hl7.org/b|3", false), ("ValueSet", "reference:Patient=1", false),
        // reference
        ("Observation", "subject=amara", true), ("Observation", "subject=Patient/amara", true), ("Observation", "subject=Group/amara", false),
        ("Observation", "subject:Patient=amara", true), ("Observation", "subject:Patient=Patient/amara", true),
        ("Observation", "subject:Group=amara", false), ("Observation", "subject=bela", false),
        ("Observation", "subject=https://care.test/fhir/r4/Patient/amara", true), ("Observation", "subject=Patient/amara/_history/3", true),
        ("Observation", "subject=https://other.test/fhir/r4/Patient/amara", false), ("Observation", "derived-from=http://elsewhere.test/Observation/2", true),
        ("Observation", "derived-from:identifier=urn:ids|77", true), ("Observation", "derived-from:identifier=77", true),
        ("Observation", "derived-from:identifier=|77", false), ("Observation", "derived-from:identifier=urn:ids|78", false),
        // composite
        ("Observation", "code-value-quantity=8867-4$gt60", true), ("Observation", "code-value-quantity=http://loinc.org|8867-4$62.5||/min", true),
        ("Observation", "code-value-quantity=8867-4$gt63", false), ("Observation", "code-value-quantity=pulse$gt60", false),
        // what every resource has
        ("Observation", "_id=one", true), ("Observation", "_id=two,one", true), ("Observation", "_id=two", false),
        ("Observation", "_id:not=two", true), ("Observation", "_id:not=two,one", false),
        ("Observation", "_lastUpdated=ge2026-03-06", true), ("Observation", "_lastUpdated=gt2026-03-06T12:00:00Z,lt2026-03-07", true),
        ("Observation", "_lastUpdated=ne2026-03-06", false)
    ]

    @Test(arguments: cases) func holds(_ type: String, _ query: String, _ isFound: Bool) throws {
        let halves = query.split(separator: "=", maxSplits: 1).map(String.init)
        let condition = try SmallTable.parser.condition(halves[0], halves[1], of: type)
        let resource = ["Observation": Self.observation, "Patient": Self.patient, "ValueSet": Self.valueSet, "RiskAssessment": Self.risk][type]
        #expect(try condition.holds(of: #require(resource)) == isFound, "\(type)?\(query)")
        // What is passed over by its signature or by blind indexes must not match.
        if isFound {
            let index = try #require(resource).index
            let signatures = condition.signatures
            #expect(signatures.isEmpty || signatures.contains { index.signature & $0 == $0 })
            if let wanted = SearchTerms.any(of: condition, SmallTable.lookup) {
                let values = (1...18).map { ($0, index.values($0)) }
                #expect(!Set(SearchTerms.all(of: values, SmallTable.lookup)).isDisjoint(with: wanted))
            }
        }
    }

    static let faults = [
        ("Observation", "cod=1"), ("Observation", "code:near=1"), ("Observation", "code:exact=1"), ("Observation", "name=x"), ("Observation", "date=banana"),
        ("Observation", "date=xx2026"), ("Observation", "date:not=2026"), ("Observation", "value-quantity=many"), ("Observation", "value-quantity=1.|a|b"),
        ("Observation", "value-quantity=1e-9223372036854775808"), ("Observation", "value-quantity=1e-99999999999999999999"),
        ("Observation", "code="),
        ("Observation", "code=a,,b"), ("Observation", "code=|"), ("Observation", "code:missing=maybe"), ("Observation", "code:in=http://care.test/other"),
        ("Observation", "subject:Device=1"), ("Observation", "subject:Patient=Group/1"), ("Observation", "subject:Patient=Patient/1/2"),
        ("ValueSet", "reference:below=http://acme.test"), ("ValueSet", "reference:Nothing=1"), ("ValueSet", "reference:text=x"),
        ("Observation", "code.name=x"), ("Observation", "subject.birth=1"),
        ("Observation", "code-value-quantity=8867-4"), ("Observation", "code-value-quantity=a$b$c"), ("Observation", "_id:text=1"), ("Observation", "_id:not="),
        ("Patient", "_has:Observation:patient=1"), ("Patient", "_has:Nothing:patient:code=1"), ("Patient", "_has:Observation:code:code=1"),
        ("Patient", "_has:Observation:encounter:code=1"), ("Patient", "name= "),
        ("Observation", "derived-from.derived-from.derived-from.derived-from.derived-from.code=1"),
        ("Observation", "code=" + Array(repeating: "a", count: 201).joined(separator: ","))
    ]

    @Test(arguments: faults) func refuses(_ type: String, _ query: String) {
        let halves = query.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        #expect(throws: SearchFault.self) { try SmallTable.parser.condition(halves[0], halves[1], of: type) }
    }

    /// Of types that all lead to all: a chain that says none is read in each, and in each of those again.
    private static let webbed = SearchParser(
        SearchLookup(
            Dictionary(
                uniqueKeysWithValues: (0..<8).map { type in
                    let targets = (0..<8).map { "T\($0)" }
                    func entry(_ number: Int, _ code: String, _ kind: SearchParameter.Kind) -> SearchParameter {
                        SearchParameter(
                            number: number, code: code, kind: kind, url: "", expression: code, types: [], targets: kind == .reference ? targets : [], components: [])
                    }
                    return ("T\(type)", [entry(1, "to", .reference), entry(2, "code", .token)])
                })), base: "", now: 0)

    /// Eight types a step, and four steps, would be 4,096 ways for each of fifty parameters.
    @Test func theWaysOfAChainAreBounded() throws {
        var work = SearchParser.Work()
        var read = 0
        #expect(throws: SearchFault.self) {
            for _ in 0..<50 {
                _ = try Self.webbed.condition("to.to.to.to.code", "x", of: "T0", &work)
                read += 1
            }
        }
        #expect(read < 5)
        #expect(work.done <= SearchParser.mostWork + 1)
        // A long value counts by its length.
        #expect(throws: SearchFault.self) { try Self.webbed.condition("to.to.to.code", String(repeating: "x", count: 4_096), of: "T0") }
        #expect(throws: Never.self) { try Self.webbed.condition("to.to.to.code", "x", of: "T0") }
    }

    @Test(.enabled(if: Looks.areCounted, "a release counts nothing")) func aRefusedChainGoesNoFurther() {
        let looks = Looks.counted {
            #expect(throws: SearchFault.self) { try Self.webbed.condition("to.to.to.to.code", String(repeating: "x", count: 1_600), of: "T0") }
        }
        #expect(looks <= SearchParser.mostWork / 100 + 5)
    }

    @Test func readsChains() throws {
        let parser = SmallTable.parser
        #expect(
            try parser.condition("subject:Patient.name", "ama", of: "Observation")
                == .chain(parameter: 4, [.init(type: "Patient", condition: .value(parameter: 9, any: [.string("ama", .begins)], negated: false))]))
        // The type that has the parameter is the one that is meant.
        #expect(
            try parser.condition("subject.name:exact", "Ama", of: "Observation")
                == .chain(parameter: 4, [.init(type: "Patient", condition: .value(parameter: 9, any: [.string("Ama", .exact)], negated: false))]))
        let both = try parser.condition("subject.identifier", "1", of: "Observation")
        guard case .chain(4, let links) = both else { return #expect(Bool(false), "\(both)") }
        #expect(links.map(\.type) == ["Patient", "Group"])
        #expect(
            try parser.condition("_has:Observation:patient:code", "8867-4", of: "Patient")
                == .has(type: "Observation", parameter: 5, .value(parameter: 1, any: [.token(.any, code: "8867-4")], negated: false)))
        #expect(
            try parser.condition("_has:Encounter:subject:_has:Observation:encounter:code", "1", of: "Patient")
                == .has(
                    type: "Encounter", parameter: 15,
                    .has(type: "Observation", parameter: 14, .value(parameter: 1, any: [.token(.any, code: "1")], negated: false))))
        #expect(try !parser.condition("subject:Patient._id", "amara", of: "Observation").isSettled)
    }

    @Test func aMistypedParameterHearsOfTheNearest() {
        do throws(SearchFault) {
            _ = try SmallTable.parser.condition("stauts", "final", of: "Observation")
            Issue.record("stauts is no parameter")
        } catch {
            #expect(error.name == "stauts" && error.isUnknown)
            #expect("\(error.message)".contains("status"))
        }
    }
}
