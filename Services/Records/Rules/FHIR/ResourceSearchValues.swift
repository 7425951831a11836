import CareModels
import FHIR
import JSON

/// What a resource is found by.
struct ResourceSearchValues: Sendable {
    let all: [(parameter: Int, values: [SearchValue])]
    /// What blind indexes are made of.
    let terms: [String]

    /// - Parameter words: the record's annotations.
    init(_ resource: JSONValue, _ words: [String], _ release: FHIRRelease, base: String) {
        var all = SearchLookup.values(of: resource, release, base: base)
        let (categories, subjects) = (resource.codings(of: "category"), ContentRule.codeElements.flatMap { resource.codings(of: $0) })
        let sections = [(SearchIndex.categories, categories), (SearchIndex.subjects, subjects), (SearchIndex.parts, resource.codingsOfParts)]
        all += sections.compactMap { section, codings in
            codings.isEmpty ? nil : (section, codings.map { SearchValue.token(system: $0["system"]?.string, code: $0["code"]?.string) })
        }
        if !words.isEmpty { all.append((SearchIndex.annotations, words.map(SearchValue.string))) }
        self.all = all
        terms = SearchTerms.all(of: all, SearchLookup.of(release))
    }

    /// Of a body as it is stored.
    init(_ body: [UInt8], _ words: [String], _ release: FHIRRelease, base: String) throws {
        self.init(try JSONDocument(body, limits: .resource).root, words, release, base: base)
    }
}
