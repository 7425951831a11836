import CareModels
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
        return Self.codings(of: resource).contains { coding in
            categories.contains { $0.matches(system: coding["system"]?.string, code: coding["code"]?.string) }
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
    private static func codings(of resource: JSONValue) -> [JSONValue] {
        guard let category = resource["category"] else { return [] }
        let concepts = category.kind == .array ? Array(category.children) : [category]
        return concepts.flatMap { concept -> [JSONValue] in
            guard concept.kind == .object, let codings = concept["coding"], codings.kind == .array else { return [] }
            return codings.children.filter { $0.kind == .object }
        }
    }
}
