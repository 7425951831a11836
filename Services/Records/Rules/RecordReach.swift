import CareModels
import FHIR
import JSON

/// Which resources of a type: all, or those of some categories. What is not known to be of one is none of them; a deletion has no category.
struct RecordReach: Equatable, Sendable {
    static let everything = RecordReach(categories: nil)

    /// Nil for all.
    var categories: [CategoryToken]?

    /// What is stored would not be what the token is for.
    struct OutOfReach: Error, Equatable {}

    func holds(_ resource: JSONValue) -> Bool {
        guard let categories else { return true }
        return Self.categoryCodings(of: resource).contains { coding in categories.contains { $0.matches(system: coding.system, code: coding.code) } }
    }

    /// By what a search has of it.
    func holds(_ index: SearchIndex) -> Bool {
        guard let categories else { return true }
        return index.contains(SearchIndex.categories) { value in
            guard case .token(let system, let code, _) = value else { return false }
            return categories.contains { $0.matches(system: system, code: code) }
        }
    }

    /// A body as it is stored.
    func holds(_ body: [UInt8]?) -> Bool {
        if categories == nil { return true }
        guard let body, let document = try? JSONDocument(body, limits: .resource) else { return false }
        return holds(document.root)
    }

    func check(_ draft: ResourceDraft) throws(OutOfReach) {
        guard holds(draft.value) else { throw OutOfReach() }
    }

    /// Of `category`, which is one concept or a list of them.
    static func categoryCodings(of resource: JSONValue) -> [(system: String?, code: String?)] {
        guard let category = resource["category"] else { return [] }
        let concepts = category.kind == .array ? Array(category.children) : [category]
        return concepts.flatMap { concept -> [(system: String?, code: String?)] in
            guard concept.kind == .object, let codings = concept["coding"], codings.kind == .array else { return [] }
            return codings.children.filter { $0.kind == .object }.map { ($0["system"]?.string, $0["code"]?.string) }
        }
    }
}
