/// Semantic Versioning 2.0.0 (https://semver.org): three numbers, and perhaps a release before. Build metadata is read, and orders nothing.
package struct SemanticVersion: Comparable, Sendable {
    private let numbers: [Int]
    private let before: [Substring]

    package init?(_ text: some StringProtocol) {
        let parts = Substring(text).split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
        let halves = parts[0].split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        let numbers = halves[0].split(separator: ".", omittingEmptySubsequences: false).map(Self.number)
        guard numbers.count == 3, !numbers.contains(nil) else { return nil }
        let before = halves.count == 2 ? halves[1].split(separator: ".", omittingEmptySubsequences: false) : []
        let build = parts.count == 2 ? parts[1].split(separator: ".", omittingEmptySubsequences: false) : []
        guard before.allSatisfy({ Self.isWord($0) && (!Self.isDigits($0) || Self.isPlain($0)) }), build.allSatisfy(Self.isWord) else { return nil }
        self.numbers = numbers.compactMap(\.self)
        self.before = before
    }

    /// Section 11.
    package static func < (one: SemanticVersion, other: SemanticVersion) -> Bool {
        if one.numbers != other.numbers { return one.numbers.lexicographicallyPrecedes(other.numbers) }
        if one.before.isEmpty || other.before.isEmpty { return !one.before.isEmpty && other.before.isEmpty }
        for (mine, theirs) in zip(one.before, other.before) where mine != theirs {
            switch (isDigits(mine), isDigits(theirs)) {
            // Of whatever length: without a leading zero the longer one is the greater.
            case (true, true): return (mine.utf8.count, mine) < (theirs.utf8.count, theirs)
            case (true, false): return true
            case (false, true): return false
            case (false, false): return mine < theirs
            }
        }
        return one.before.count < other.before.count
    }

    private static func number(_ text: Substring) -> Int? { isDigits(text) && isPlain(text) && text.utf8.count <= 9 ? Int(text) : nil }

    private static func isDigits(_ text: Substring) -> Bool { !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) } }

    private static func isPlain(_ digits: Substring) -> Bool { digits.utf8.count == 1 || digits.first != "0" }

    private static func isWord(_ text: Substring) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "-")
            }
    }
}
