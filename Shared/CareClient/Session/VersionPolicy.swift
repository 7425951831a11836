import Foundation

/// What the operator says of versions of apps (`GET /sdk/versions`).
struct VersionPolicy: Decodable, Equatable, Sendable {
    enum Status: String, Decodable, Sendable { case supported, deprecated, unsupported }

    struct Versions: Decodable, Equatable, Sendable {
        /// Of semantic versions: comparisons with spaces between, all of which hold, and `||` between alternatives.
        var range: String
        var status: Status
    }

    struct Platform: Decodable, Equatable, Sendable {
        var platform: String
        var versions: [Versions]
    }

    var platforms: [Platform]

    /// The first range that has the version decides; nothing is said of a version that is in none, nor of a range that cannot be read here.
    func status(of version: String, on platform: String) -> Status {
        guard let version = SemanticVersion(version) else { return .supported }
        let versions = platforms.first { $0.platform == platform }?.versions ?? []
        return versions.first { version.isIn($0.range) }?.status ?? .supported
    }
}

/// Semantic Versioning 2.0.0, without build metadata, which orders nothing.
struct SemanticVersion: Comparable, Sendable {
    private let numbers: [Int]
    private let before: [Substring]

    init?(_ text: some StringProtocol) {
        let bare = Substring(text).prefix { $0 != "+" }
        let halves = bare.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = halves.first else { return nil }
        let parts = first.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Int($0) }
        guard parts.count == 3, numbers.count == 3, numbers.allSatisfy({ $0 >= 0 }) else { return nil }
        self.numbers = numbers
        before = halves.count == 2 ? halves[1].split(separator: ".", omittingEmptySubsequences: false) : []
    }

    /// Section 11.
    static func < (one: SemanticVersion, other: SemanticVersion) -> Bool {
        if one.numbers != other.numbers { return one.numbers.lexicographicallyPrecedes(other.numbers) }
        if one.before.isEmpty || other.before.isEmpty { return !one.before.isEmpty && other.before.isEmpty }
        for (mine, theirs) in zip(one.before, other.before) where mine != theirs {
            switch (Int(mine), Int(theirs)) {
            case (let mine?, let theirs?): return mine < theirs
            case (_?, nil): return true
            case (nil, _?): return false
            case (nil, nil): return mine < theirs
            }
        }
        return one.before.count < other.before.count
    }

    func isIn(_ range: String) -> Bool {
        range.components(separatedBy: "||").contains { alternative in
            let comparisons = alternative.split(separator: " ")
            return !comparisons.isEmpty && comparisons.allSatisfy { holds($0) }
        }
    }

    private func holds(_ comparison: Substring) -> Bool {
        let sign = comparison.prefix { "<>=".contains($0) }
        guard let other = SemanticVersion(comparison.dropFirst(sign.count)) else { return false }
        return switch sign {
        case ">=": self >= other
        case "<=": self <= other
        case ">": self > other
        case "<": self < other
        default: self == other
        }
    }
}
