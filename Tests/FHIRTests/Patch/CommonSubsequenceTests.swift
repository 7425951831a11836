import Testing

@testable import FHIR

@Suite struct CommonSubsequenceTests {
    /// The longest of both by trying all that can be left out of the first.
    private static func longest(_ old: [Int], _ new: [Int]) -> Int {
        var longest = 0
        for choice in 0..<(1 << old.count) {
            let kept = old.indices.filter { choice >> $0 & 1 == 1 }
            var rest = new[...]
            let isThere = kept.allSatisfy { index in
                guard let found = rest.firstIndex(of: old[index]) else { return false }
                rest = rest[(found + 1)...]
                return true
            }
            if isThere { longest = max(longest, kept.count) }
        }
        return longest
    }

    @Test func noneIsLongerAndItIsInBoth() {
        let lists: [[Int]] = [[], [1], [2, 1], [1, 2, 3], [3, 1, 2, 1], [1, 1, 1], [2, 3, 2, 3, 2], [1, 2, 1, 3, 1, 2], [3, 3, 2, 1, 1, 2, 3]]
        for old in lists {
            for new in lists {
                let pairs = CommonSubsequence.pairs(old, new)
                #expect(pairs.count == Self.longest(old, new), "\(old) \(new)")
                for (one, other) in pairs { #expect(old[one] == new[other], "\(old) \(new)") }
                for (before, after) in zip(pairs, pairs.dropFirst()) { #expect(before.0 < after.0 && before.1 < after.1, "\(old) \(new)") }
            }
        }
    }
}
