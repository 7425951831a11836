import FHIR
import JSON

/// A coding as a consent names it. Without a system: the code in any.
struct CodeToken: Codable, Hashable, Sendable {
    var system: String?
    var code: String?
}

/// Which of somebody's resources: those that are of one of the types, in one of the categories, with one of the codes and one of the annotations; what is
/// empty does not restrict.
struct ContentRule: Codable, Equatable, Sendable {
    var types: Set<String> = []
    var categories: Set<CodeToken> = []
    var codes: Set<CodeToken> = []
    var annotations: Set<String> = []

    /// How many types, categories, codes and words it names.
    var named: Int { types.count + categories.count + codes.count + annotations.count }

    /// Nothing of a resource has to be read but its type.
    var isOfTypesAlone: Bool { categories.isEmpty && codes.isEmpty && annotations.isEmpty }

    /// Of what it names.
    var bytes: Int {
        let tokens = (Array(categories) + Array(codes)).reduce(0) { $0 + ($1.system?.utf8.count ?? 0) + ($1.code?.utf8.count ?? 0) }
        return (Array(types) + Array(annotations)).reduce(tokens) { $0 + $1.utf8.count }
    }

    /// What of it lies within another one, as far as one rule says that: of types, categories, codes and words those alone that both name. Nil: nothing does.
    func within(_ outer: ContentRule) -> ContentRule? {
        var rule = self
        guard rule.types.narrow(by: outer.types), rule.categories.narrow(by: outer.categories), rule.codes.narrow(by: outer.codes),
            rule.annotations.narrow(by: outer.annotations)
        else { return nil }
        return rule
    }

    func covers(_ type: String) -> Bool { types.isEmpty || types.contains(type) }

    /// - Parameter otherwise: where it is not known, its annotations or which of very many codes it has.
    /// - Parameter withParts: its components count too, and what is contained in it: a part with one of the codes is enough.
    func holds(_ resource: ContentCodes, otherwise: Bool, withParts: Bool = false) -> Bool {
        guard covers(resource.type) else { return false }
        if !annotations.isEmpty {
            guard let words = resource.words else { return otherwise }
            if annotations.isDisjoint(with: words) { return false }
        }
        guard categories.isEmpty || resource.names(categories, .categories) ?? otherwise else { return false }
        if codes.isEmpty || resource.names(codes, .codes) ?? otherwise { return true }
        return withParts && resource.names(codes, .parts) ?? otherwise
    }

    /// The parameter that has them, in each release: by it alone an index of an earlier release knows of components. None is another parameter of Observations in the
    /// other release.
    static let componentCodes = FHIRRelease.allCases.compactMap { SearchLookup.of($0).find("component-code", of: "Observation")?.number }

    /// What a resource is about, where it has one code of that.
    static let codeElements = ["code", "medicationCodeableConcept", "vaccineCode"]
}

extension JSONValue {
    /// Of what is measured or said in parts of it.
    var codingsOfParts: [JSONValue] {
        let contained = objects("contained")
        let components = ([self] + contained).flatMap { $0.objects("component") }
        return contained.flatMap { one in ContentRule.codeElements.flatMap { one.codings(of: $0) } } + components.flatMap { $0.codings(of: "code") }
    }

    private func objects(_ name: String) -> [JSONValue] {
        guard let value = self[name], value.kind == .array else { return [] }
        return value.children.filter { $0.kind == .object }
    }

    /// Those of an element that is one concept or a list of them.
    func codings(of element: String) -> [JSONValue] {
        guard let value = self[element] else { return [] }
        let concepts = value.kind == .array ? Array(value.children) : [value]
        return concepts.flatMap { concept -> [JSONValue] in
            guard concept.kind == .object, let codings = concept["coding"], codings.kind == .array else { return [] }
            return codings.children.filter { $0.kind == .object }
        }
    }
}

extension Set {
    /// To what both name, where one that names nothing does not restrict. False: nothing is left.
    mutating func narrow(by other: Self) -> Bool {
        if other.isEmpty { return true }
        self = isEmpty ? other : intersection(other)
        return !isEmpty
    }
}
