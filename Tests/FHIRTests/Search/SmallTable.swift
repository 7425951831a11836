import FHIR

/// A few parameters as the standard has them, and resources as their values.
enum SmallTable {
    static let base = "https://care.test/fhir/r4"
    /// 2026-03-06T12:00:00Z.
    static let now: Int64 = 1_772_798_400_000

    static let lookup = SearchLookup([
        "Observation": [
            entry(1, "code", .token), entry(2, "date", .date), entry(3, "value-quantity", .quantity),
            entry(4, "subject", .reference, targets: ["Patient", "Group"]), entry(5, "patient", .reference, targets: ["Patient"]),
            entry(6, "code-value-quantity", .composite, components: [("code", "code"), ("value-quantity", "value")]), entry(7, "status", .token),
            entry(8, "derived-from", .reference, targets: ["Observation"]), entry(14, "encounter", .reference, targets: ["Encounter"])
        ],
        "Patient": [
            entry(9, "name", .string), entry(10, "identifier", .token), entry(11, "general-practitioner", .reference, targets: ["Practitioner"]),
            entry(12, "birthdate", .date)
        ],
        "Practitioner": [entry(9, "name", .string)], "Encounter": [entry(15, "subject", .reference, targets: ["Patient"])],
        "Group": [entry(16, "identifier", .token)],
        "ValueSet": [entry(13, "url", .uri), entry(17, "reference", .reference)],
        "RiskAssessment": [entry(18, "probability", .number)]
    ])

    static let parser = SearchParser(lookup, base: base, now: now) { url in
        url == "http://care.test/vs" ? [SearchOperand.Coding(system: "http://loinc.org", code: "8867-4"), SearchOperand.Coding(system: nil, code: "any")] : nil
    }

    private static func entry(
        _ number: Int, _ code: String, _ kind: SearchParameter.Kind, targets: [String] = [], components: [(code: String, expression: String)] = []
    ) -> SearchParameter {
        SearchParameter(
            number: number, code: code, kind: kind, url: "http://care.test/\(code)", expression: code, types: [], targets: targets, components: components)
    }
}

struct Searched: SearchedResource {
    var fhirID = "one"
    var updatedAt: Int64 = SmallTable.now
    var index: SearchIndex

    init(_ values: [Int: [SearchValue]]) { index = SearchIndex(id: "one", values.map { ($0.key, $0.value) }) }
}
