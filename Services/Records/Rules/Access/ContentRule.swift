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

    func covers(_ type: String) -> Bool { types.isEmpty || types.contains(type) }

    /// - Parameter words: its annotations; nil when nobody knows them, and then it is as it is told `otherwise`.
    /// - Parameter withParts: its components count too, and what is contained in it: a part with one of the codes is enough.
    func holds(_ resource: JSONValue, _ words: [String]?, otherwise: Bool, withParts: Bool = false) -> Bool {
        if !types.isEmpty, !types.contains(resource["resourceType"]?.string ?? "") { return false }
        if !annotations.isEmpty {
            guard let words else { return otherwise }
            if annotations.isDisjoint(with: words) { return false }
        }
        guard Self.names(categories, in: resource, Self.categoryElements) else { return false }
        return Self.names(codes, in: resource, Self.codeElements)
            || withParts && resource.codingsOfParts.contains { Self.names(codes, $0["system"]?.string, $0["code"]?.string) }
    }

    /// By what a search has of it, its annotations among that.
    func holds(_ index: SearchIndex, of type: String, withParts: Bool = false) -> Bool {
        guard covers(type) else { return false }
        let isAnnotated =
            annotations.isEmpty
            || index.contains(SearchIndex.annotations) { value in
                guard case .string(let word) = value else { return false }
                return annotations.contains(word)
            }
        guard isAnnotated else { return false }
        guard Self.names(categories, in: index, SearchIndex.categories) else { return false }
        if Self.names(codes, in: index, SearchIndex.subjects) { return true }
        guard withParts else { return false }
        return Self.names(codes, in: index, SearchIndex.parts) || type == "Observation" && Self.componentCodes.contains { Self.names(codes, in: index, $0) }
    }

    private static func names(_ tokens: Set<CodeToken>, in index: SearchIndex, _ section: Int) -> Bool {
        guard !tokens.isEmpty else { return true }
        return index.contains(section) { value in
            guard case .token(let system, let code, _) = value else { return false }
            return names(tokens, system, code)
        }
    }

    /// Whether any of them matches, however many they are.
    private static func names(_ tokens: Set<CodeToken>, _ system: String?, _ code: String?) -> Bool {
        if tokens.isEmpty { return false }
        return tokens.contains(CodeToken(system: system, code: code)) || tokens.contains(CodeToken(system: nil, code: code))
            || tokens.contains(CodeToken(system: system, code: nil)) || tokens.contains(CodeToken())
    }

    /// The parameter that has them, in each release: by it alone an index of an earlier release knows of components. None is another parameter of Observations in the
    /// other release.
    static let componentCodes = FHIRRelease.allCases.compactMap { SearchLookup.of($0).find("component-code", of: "Observation")?.number }

    private static let categoryElements = ["category"]
    /// What a resource is about, where it has one code of that.
    static let codeElements = ["code", "medicationCodeableConcept", "vaccineCode"]

    private static func names(_ tokens: Set<CodeToken>, in resource: JSONValue, _ elements: [String]) -> Bool {
        guard !tokens.isEmpty else { return true }
        return elements.contains { element in
            resource.codings(of: element).contains { names(tokens, $0["system"]?.string, $0["code"]?.string) }
        }
    }
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
