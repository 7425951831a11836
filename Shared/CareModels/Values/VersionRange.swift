/// Which versions are meant, as npm and Cargo write it: comparisons with spaces between, all of which hold, and `||` between alternatives: `>=2.1.0 <3.0.0 || >=3.0.2`.
/// Whoever says which are supported and the app that asks read it alike.
package struct VersionRange: Sendable {
    private enum Sign: String, CaseIterable {
        case atLeast = ">="
        case atMost = "<="
        case above = ">"
        case below = "<"
        case equal = "="
    }

    private struct Comparison {
        var sign = Sign.equal
        var version: SemanticVersion

        init?(_ text: Substring) {
            let found = Sign.allCases.first { text.hasPrefix($0.rawValue) }
            // Builds are not told apart.
            guard !text.contains("+"), let version = SemanticVersion(text.dropFirst(found?.rawValue.count ?? 0)) else { return nil }
            if let found { sign = found }
            self.version = version
        }

        func holds(of other: SemanticVersion) -> Bool {
            switch sign {
            case .atLeast: other >= version
            case .atMost: other <= version
            case .above: other > version
            case .below: other < version
            case .equal: other == version
            }
        }
    }

    package static let longest = 200

    private let alternatives: [[Comparison]]

    package init?(_ text: String) {
        guard text.utf8.count <= Self.longest else { return nil }
        var alternatives: [[Comparison]] = []
        for alternative in text.split(separator: "||", omittingEmptySubsequences: false) {
            let parts = alternative.split(separator: " ")
            let comparisons = parts.compactMap(Comparison.init)
            guard !parts.isEmpty, comparisons.count == parts.count else { return nil }
            alternatives.append(comparisons)
        }
        self.alternatives = alternatives
    }

    package func contains(_ version: SemanticVersion) -> Bool { alternatives.contains { $0.allSatisfy { $0.holds(of: version) } } }
}
