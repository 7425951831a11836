/// The search parameters of a release, as searches ask for them.
package struct SearchLookup: Sendable {
    package struct Entry: Sendable {
        /// What stands for it in what is stored.
        package let number: Int
        package let parameter: SearchParameter

        package init(number: Int, _ parameter: SearchParameter) {
            self.number = number
            self.parameter = parameter
        }
    }

    private let types: [String: [String: Entry]]
    private let narrowing: Set<Int>

    package init(_ types: [String: [Entry]]) {
        self.types = types.mapValues { Dictionary($0.map { ($0.parameter.code, $0) }, uniquingKeysWith: { first, _ in first }) }
        narrowing = Set(types.values.flatMap { $0 }.filter { SearchTerms.narrows($0.parameter) }.map(\.number))
    }

    /// Blind indexes are made of its values.
    func isNarrowing(_ number: Int) -> Bool { narrowing.contains(number) }

    package func find(_ code: String, of type: String) -> Entry? { types[type]?[code] }

    /// In the order of their codes.
    package func entries(of type: String) -> [Entry] { (types[type] ?? [:]).values.sorted { $0.parameter.code < $1.parameter.code } }

    package var allTypes: [String] { types.keys.sorted() }
}
