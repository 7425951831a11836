import CareModels
import FHIR
import Foundation

@testable import HTTP
@testable import RecordsService

private struct SearchedNothing: SearchedResource {
    let fhirID = "one"
    let updatedAt: Int64 = 0
    let index = SearchIndex(id: nil, [])
}

extension FuzzTarget {
    private static let search = SearchReading(release: .r4, base: "https://care.test/fhir/r4", now: Date(timeIntervalSince1970: 1_772_798_400))

    /// A request's query: the kit's typed parameters, a FHIR search, annotations.
    static let query = FuzzTarget("query", longest: 2048) { input in
        let text = String(decoding: input, as: UTF8.self)
        let accepted: Set = ["n", "x", "at", "id", "flag", "role", "limit", "after"]
        if let query = refusal({ try QueryParameters(parsing: text[...], accepted: accepted, repeatable: ["id"]) }) {
            if let number = refusal({ try query.int("n", in: -5...1000) }), let number { expect((-5...1000).contains(number), "\(number)") }
            if let number = refusal({ try query.number("x", in: -90...90) }), let number { expect((-90...90).contains(number), "\(number)") }
            if let instant = refusal({ try query.instant("at") }), let instant { _ = RFC3339.format(instant) }
            _ = refusal { try query.id("id", of: User.self) }
            _ = refusal { try query.bool("flag") }
            _ = refusal { try query.value("role", Role.self) }
            expect(query.all("id").count >= (query["id"] == nil ? 0 : 1), "a parameter that is there and is not")
        }
        if let pairs = refusal({ try QueryParameters.list(input) }), let search = refusal({ try Self.search.query(pairs, .type("Observation")) }) {
            expect((0...SearchQuery.mostPerPage).contains(search.page.limit), "a page of \(search.page.limit)")
            expect((0...SearchQuery.mostSkipped).contains(search.page.offset), "\(search.page.offset) skipped")
            expect((search.criteria.ids?.count ?? 0) <= SearchQuery.mostIDs, "too many ids")
            let resource = SearchedNothing()
            for condition in search.conditions["Observation"] ?? [] { _ = condition.holds(of: resource) }
        }
        if let annotations = try? Annotations(header: text) {
            expect(annotations.words.count <= Annotations.most, "too many annotations")
            expect((try? Annotations(header: annotations.header)) == annotations, "annotations written and read are others: \(annotations.header)")
        }
        if let query = try? AnnotationQuery(text) {
            let words = query.all + query.anyOf.flatMap { $0 }
            expect(words.count <= AnnotationQuery.mostWords && words.allSatisfy { !$0.isEmpty }, "words as none may be")
            let spelled = (query.all + query.anyOf.map { "(" + $0.joined(separator: ",") + ")" }).joined(separator: ",")
            expect((try? AnnotationQuery(spelled)) == query, "a query written and read is another: \(spelled)")
        }
    }
}
