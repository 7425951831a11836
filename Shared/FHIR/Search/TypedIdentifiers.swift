import JSON

/// `identifier:of-type=system|code|value` (http://hl7.org/fhir/R4/search.html#token): a number of some kind, such as a medical record number, whoever has given it. An
/// index has an identifier's system and value, and nothing of its type: by the value it tells which resources are opened and asked.
package struct TypedIdentifiers: Sendable, Equatable {
    /// What an identifier's type is, by one of its codings.
    struct Kind: Hashable, Sendable {
        var system: String
        var code: String
    }

    private let parameter: Int
    /// Where the parameter's identifiers are.
    private let path: FHIRPath
    private let release: FHIRRelease
    /// Any of these, by its value.
    private var wanted: [String: Set<Kind>] = [:]

    /// Nil where its expression cannot be read.
    init?(_ parameter: SearchParameter, _ release: FHIRRelease) {
        guard let path = try? FHIRPath(parameter.expression) else { return nil }
        (self.parameter, self.path, self.release) = (parameter.number, path, release)
    }

    /// `system|code|value`, all three of them. False: it is none.
    mutating func add(_ text: String) -> Bool {
        let parts = SearchWords.split(text, "|", most: 2).map(SearchWords.plain)
        guard parts.count == 3, parts.allSatisfy({ !$0.isEmpty }) else { return false }
        wanted[parts[2], default: []].insert(Kind(system: parts[0], code: parts[1]))
        return true
    }

    /// What an index says of it: that there is one with such a value.
    var ofIndex: SearchCondition {
        let operands = wanted.keys.sorted().map { SearchOperand.token(.any, code: $0) }
        if let many = KeyedOperands(operands) { return .keyed(parameter: parameter, any: many, negated: false) }
        return .value(parameter: parameter, any: operands, negated: false)
    }

    package func holds(of resource: JSONValue) -> Bool {
        let found = (try? path.nodes(resource, FHIRPathEnvironment(release: release))) ?? []
        return found.contains { node in
            guard node.type == "Identifier", let kinds = node.value["value"]?.string.flatMap({ wanted[$0] }), let codings = node.value["type"]?["coding"],
                codings.kind == .array
            else { return false }
            return codings.children.contains { coding in
                guard let system = coding["system"]?.string, let code = coding["code"]?.string else { return false }
                return kinds.contains(Kind(system: system, code: code))
            }
        }
    }

    package static func == (one: Self, other: Self) -> Bool {
        one.parameter == other.parameter && one.release == other.release && one.path.text == other.path.text && one.wanted == other.wanted
    }
}
