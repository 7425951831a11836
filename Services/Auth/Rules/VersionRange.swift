/// Which versions are meant, as npm and Cargo write it: comparisons with spaces between, all of which hold, and `||` between alternatives: `>=2.1.0 <3.0.0 || >=3.0.2`.
enum VersionRange {
    private static let comparisons = [">=", "<=", ">", "<", "="]

    static func isValid(_ text: String) -> Bool {
        guard text.utf8.count <= 200 else { return false }
        return text.split(separator: "||", omittingEmptySubsequences: false).allSatisfy { alternative in
            let parts = alternative.split(separator: " ")
            return !parts.isEmpty && parts.allSatisfy { isComparison($0) }
        }
    }

    private static func isComparison(_ text: Substring) -> Bool {
        let sign = comparisons.first { text.hasPrefix($0) } ?? ""
        return isVersion(text.dropFirst(sign.count))
    }

    /// Semantic Versioning 2.0.0: three numbers, and perhaps a release before.
    private static func isVersion(_ text: Substring) -> Bool {
        let halves = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        let numbers = halves[0].split(separator: ".", omittingEmptySubsequences: false)
        guard numbers.count == 3, numbers.allSatisfy({ isNumber($0) }) else { return false }
        guard halves.count == 2 else { return true }
        let words = halves[1].split(separator: ".", omittingEmptySubsequences: false)
        return words.allSatisfy { word in !word.isEmpty && word.utf8.allSatisfy { isWord($0) } }
    }

    private static func isNumber(_ text: Substring) -> Bool {
        (1...9).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) } && (text.utf8.count == 1 || text.first != "0")
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == UInt8(ascii: "-")
    }
}
