/// Texts by which a resource can be looked up among a person's others before its index is opened: a code, an identifier, where a reference leads. They say nothing of which
/// parameter has them; whoever looks up by them looks at the index too.
package enum SearchTerms {
    /// Of a resource. With more, it is found by `others` alone.
    static let most = 64
    /// Stands for all that a resource with too many of them has.
    package static let others = "*"

    /// Nearly every resource has the same few: nothing is gained by them, and more would be told.
    private static let common: Set<String> = [
        "status", "gender", "active", "intent", "priority", "category", "clinical-status", "verification-status", "use", "_profile", "_security", "patient",
        "address-use", "language", "experimental", "deceased"
    ]

    /// A reference to the person whose record it is says nothing within that record.
    private static let person = "Patient"

    package static func all(of values: [(parameter: Int, values: [SearchValue])], _ table: SearchLookup) -> [String] {
        var terms: Set<String> = []
        for (number, values) in values where table.isNarrowing(number) {
            for value in values {
                if let term = term(value) { terms.insert(term) }
            }
            if terms.count > most { return [others] }
        }
        return terms.sorted()
    }

    static func narrows(_ parameter: SearchParameter) -> Bool {
        !common.contains(parameter.code) && [.token, .reference, .uri].contains(parameter.kind)
    }

    private static func term(_ value: SearchValue) -> String? {
        switch value {
        case .token(_, let code?, _): return "c" + code
        case .uri(let uri): return "u" + unversioned(uri)
        case .reference(let reference):
            if let id = reference.id { return reference.type == person ? nil : "r" + id }
            return reference.url.map { "u" + unversioned($0) }
        default: return nil
        }
    }

    private static func unversioned(_ url: String) -> String { String(url.prefix { $0 != "|" }) }

    /// Every resource that matches has one of these at least, or `others`; nil when that cannot be said.
    package static func any(of condition: SearchCondition, _ table: SearchLookup) -> [String]? {
        switch condition {
        case .value(let parameter, let operands, false):
            return any(of: parameter, operands, table)
        case .keyed(let parameter, let operands, false): return any(of: parameter, operands.all, table)
        case .refers(let parameters, let targets):
            guard parameters.allSatisfy(table.isNarrowing), targets.count <= 200, !targets.contains(where: { $0.hasPrefix(person + "/") }) else { return nil }
            return targets.map { "r" + $0.drop { $0 != "/" }.dropFirst() }
        case .names(let parameters, let names):
            guard parameters.allSatisfy(table.isNarrowing), names.count <= 200 else { return nil }
            return Set(names.map { "u" + unversioned($0) }).sorted()
        case .isNamed(let canonical, let names):
            guard table.isNarrowing(canonical.url), names.count <= 200 else { return nil }
            return Set(names.map { "u" + unversioned($0) }).sorted()
        case .either(let conditions):
            var terms: [String] = []
            for condition in conditions {
                guard let some = any(of: condition, table) else { return nil }
                terms += some
            }
            return terms
        default: return nil
        }
    }

    private static func any(of parameter: Int, _ operands: [SearchOperand], _ table: SearchLookup) -> [String]? {
        guard table.isNarrowing(parameter) else { return nil }
        let terms = operands.map(term)
        return terms.contains(nil) ? nil : terms.compactMap { $0 }
    }

    private static func term(_ operand: SearchOperand) -> String? {
        switch operand {
        case .token(_, let code?): return "c" + code
        case .uri(let uri, .exact): return "u" + unversioned(uri)
        case .referenceURL(let url): return "u" + unversioned(url)
        case .reference(let types, let id): return types.isEmpty || types.contains(person) ? nil : "r" + id
        default: return nil
        }
    }
}
