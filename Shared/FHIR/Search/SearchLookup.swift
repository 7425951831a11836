import JSON

/// The search parameters of a release, as searches ask for them: by type and code.
package struct SearchLookup: Sendable {
    private let types: [String: [String: SearchParameter]]
    private let narrowing: Set<Int>
    /// Whose definitions say more of these parameters' elements; nil for parameters of nobody's.
    private var release: FHIRRelease?

    private static let r4 = SearchLookup(.r4)
    private static let stu3 = SearchLookup(.stu3)

    /// The standard's.
    package static func of(_ release: FHIRRelease) -> SearchLookup {
        switch release {
        case .r4: r4
        case .stu3: stu3
        }
    }

    /// Rows have these, not their indexes.
    private static let ofRows: Set<String> = ["_id", "_lastUpdated"]
    /// The resource itself is asked (`BodyCondition`).
    private static let ofBodies: Set<String> = ["near", "near-distance"]

    private init(_ release: FHIRRelease) {
        let parameters = SearchParameters.of(release)
        self.init(
            Dictionary(
                uniqueKeysWithValues: release.types.map { type in
                    (type, parameters.parameters(of: type).filter { !Self.ofRows.contains($0.code) && !Self.ofBodies.contains($0.code) })
                }))
        self.release = release
    }

    package init(_ types: [String: [SearchParameter]]) {
        self.types = types.mapValues { Dictionary($0.map { ($0.code, $0) }, uniquingKeysWith: { first, _ in first }) }
        narrowing = Set(types.values.flatMap { $0 }.filter(SearchTerms.narrows).map(\.number))
    }

    /// How values are written that the releases write otherwise.
    var form: FHIRRelease { release ?? .r4 }

    /// Blind indexes are made of its values.
    func isNarrowing(_ number: Int) -> Bool { narrowing.contains(number) }

    package func find(_ code: String, of type: String) -> SearchParameter? { types[type]?[code] }

    func implied(_ parameter: SearchParameter, of type: String) -> ImpliedSystems {
        release.map { SearchParameters.of($0).implied(parameter.number, of: type) } ?? ImpliedSystems()
    }

    /// R4 alone has `:of-type`.
    func mayBeOfType(_ parameter: SearchParameter, of type: String) -> Bool {
        guard release == .r4, parameter.kind == .token else { return false }
        return SearchParameters.of(.r4).isOfIdentifiers(parameter.number, of: type)
    }

    package func isType(_ type: String) -> Bool { types[type] != nil }

    /// In the order of their codes.
    package func parameters(of type: String) -> [SearchParameter] { (types[type] ?? [:]).values.sorted { $0.code < $1.code } }

    package var allTypes: [String] { types.keys.sorted() }

    /// What a resource has for each parameter, by its number.
    package static func values(of resource: JSONValue, _ release: FHIRRelease, base: String) -> [(parameter: Int, values: [SearchValue])] {
        SearchParameters.of(release).values(of: resource, base: base).compactMap { parameter, values in
            ofRows.contains(parameter.code) ? nil : (parameter: parameter.number, values: values)
        }
    }
}
