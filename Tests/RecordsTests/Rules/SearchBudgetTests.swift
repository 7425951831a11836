import Testing

@testable import RecordsService

/// What the searches of one answer may cost.
@Suite struct SearchBudgetTests {
    @Test func isSharedAndEnds() throws {
        let one = SearchBudget()
        try one.compare(SearchBudget.comparisons / 2)
        #expect(!one.isHalfSpent)
        try one.compare(SearchBudget.comparisons / 2)
        #expect(one.isHalfSpent)
        #expect { try one.compare(1) } throws: { ($0 as? ResourceFault)?.code == .tooCostly }
        let two = SearchBudget(searches: 2)
        try two.open(SearchBudget.bytes)
        #expect(!two.isHalfSpent)
        try two.open(SearchBudget.bytes)
        #expect(two.isHalfSpent)
        #expect { try two.open(1) } throws: { ($0 as? ResourceFault)?.code == .tooCostly }
        // What it is spent on are two things.
        #expect(throws: Never.self) { try two.compare(1) }
    }

    @Test(
        arguments: [
            ([], []), ([5], [0..<1]), ([50], [0..<1]), ([3, 3, 3, 3], [0..<3, 3..<4]), ([10, 1, 9, 1], [0..<1, 1..<3, 3..<4]), ([1, 50, 1], [0..<1, 1..<2, 2..<3])
        ] as [([Int], [Range<Int>])])
    func rowsAreOpenedInPieces(_ weights: [Int], _ pieces: [Range<Int>]) { #expect(SearchOpening.pieces(weights, most: 10) == pieces) }
}
