import Testing

@testable import CareModels

@Suite struct UnitedRangesTests {
    @Test(
        arguments: [
            ([], []), ([3..<5], [3..<5]), ([3..<5, 0..<2], [0..<2, 3..<5]), ([0..<3, 3..<5], [0..<5]), ([0..<9, 2..<4, 5..<7], [0..<9]),
            ([4..<6, 0..<5, 5..<8], [0..<8]), ([2..<2, 0..<1], [0..<1, 2..<2])
        ] as [([Range<Int>], [Range<Int>])])
    func holdWhatLiesInAny(_ ranges: [Range<Int>], _ united: [Range<Int>]) { #expect(ranges.united == united) }
}
