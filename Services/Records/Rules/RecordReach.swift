import CareModels
import FHIR
import JSON

/// Which resources of a type: all, or those of some categories that a token is for, and of some portions that consents are for. What is not known to be of
/// one is none of them; a deletion has no category.
struct RecordReach: Equatable, Sendable {
    static let everything = RecordReach(categories: nil)
    /// A code that is read or looked for takes as long as so many comparisons.
    private static let look = 8

    /// Of the token; nil for all.
    var categories: [CategoryToken]?
    /// Of consents, any of which lets a resource through; nil for all.
    var portions: [ContentPortion]?
    /// Of a Binary, by whom it is asked whose rules hold for it too (`SecurityContext`); nil where they may read all that there is.
    var contexts: RecordPermissions?
    /// Of consents to change what is there, what may be made where there is nothing yet; nil for whatever may be changed.
    var made: [ContentPortion]?

    init(categories: [CategoryToken]?, portions: [ContentPortion]? = nil) {
        self.categories = categories
        self.portions = portions
    }

    /// What is stored would not be what the token or the consent is for.
    struct OutOfReach: Error, Equatable {}

    /// As it is in a list: a Binary that stands under another resource's rules is there for whoever may read all resources of that type.
    ///
    /// - Parameter words: its annotations, where they are known.
    func holds(_ resource: JSONValue, _ words: [String]? = nil) -> Bool {
        guard holdsItself(resource, words) else { return false }
        guard let contexts, let context = SecurityContext(of: resource) else { return true }
        return FHIRRelease.allCases.contains { $0.hasType(context.type) } && contexts.decide(.read, context.type).isEverything
    }

    /// Whatever other resource's rules hold for it, too.
    func holdsItself(_ resource: JSONValue, _ words: [String]? = nil) -> Bool {
        if let categories {
            let fits = resource.codings(of: "category").contains { coding in
                categories.contains { $0.matches(system: coding["system"]?.string, code: coding["code"]?.string) }
            }
            guard fits else { return false }
        }
        guard let portions else { return true }
        let codes = ContentCodes(resource, words)
        return portions.contains { $0.holds(codes) }
    }

    /// A body as it is stored.
    func holds(_ body: [UInt8]?, _ words: [String]? = nil) -> Bool {
        if self == .everything { return true }
        guard let body, let document = try? JSONDocument(body, limits: .resource) else { return false }
        return holds(document.root, words)
    }

    /// The same of a body.
    func holdsItself(_ body: [UInt8]?, _ words: [String]? = nil) -> Bool {
        if categories == nil, portions == nil { return true }
        guard let body, let document = try? JSONDocument(body, limits: .resource) else { return false }
        return holdsItself(document.root, words)
    }

    /// By what a search has of it.
    func holds(_ index: SearchIndex, of type: String) -> Bool {
        var effort = 0
        return holds(index, of: type, &effort)
    }

    /// - Parameter effort: grows by what was looked at, in a search's comparisons.
    func holds(_ index: SearchIndex, of type: String, _ effort: inout Int) -> Bool {
        if let categories {
            let fits = index.contains(SearchIndex.categories) { value in
                guard case .token(let system, let code, _) = value else { return false }
                return categories.contains { $0.matches(system: system, code: code) }
            }
            guard fits else { return false }
        }
        guard let portions else { return true }
        let codes = ContentCodes(index, of: type)
        let isHeld = portions.contains { $0.holds(codes) }
        effort += portions.count + codes.looks * Self.look
        return isHeld
    }

    /// Whether anything may be made by a write that finds nothing to change.
    var mayMake: Bool { made?.isEmpty != true }

    func checkMade(_ content: RecordContent) throws(OutOfReach) {
        guard let made, case .resource(let draft, _) = content.body else { return }
        let codes = ContentCodes(draft.value, content.annotations?.words)
        guard made.contains(where: { $0.holds(codes) }) else { throw OutOfReach() }
    }

    func check(_ draft: ResourceDraft, _ annotations: Annotations? = nil) throws(OutOfReach) {
        guard holdsItself(draft.value, annotations?.words) else { throw OutOfReach() }
    }
}
