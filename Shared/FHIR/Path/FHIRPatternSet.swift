/// Characters by their numbers.
struct FHIRPatternSet: Sendable {
    var ranges: [ClosedRange<UInt32>]
    var isNegated = false
    /// `\D` and its like within a class: whatever is in none of these.
    var others: [[ClosedRange<UInt32>]] = []

    init(_ ranges: [ClosedRange<UInt32>], isNegated: Bool = false) {
        self.ranges = ranges
        self.isNegated = isNegated
    }

    /// Of looking for a character in it.
    var cost: Int { (ranges.count + others.reduce(0) { $0 + $1.count }) / 8 }

    var single: UInt32? { !isNegated && ranges.count == 1 && ranges[0].count == 1 ? ranges[0].lowerBound : nil }

    func contains(_ scalar: UInt32) -> Bool {
        let isIn = ranges.contains { $0.contains(scalar) } || others.contains { ranges in !ranges.contains { $0.contains(scalar) } }
        return isIn != isNegated
    }

    private static let digits: [ClosedRange<UInt32>] = [0x30...0x39]
    static let words: [ClosedRange<UInt32>] = [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A]
    private static let spaces: [ClosedRange<UInt32>] = [0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x2028...0x2029, 0x3000...0x3000]

    static func shorthand(_ letter: UnicodeScalar) -> FHIRPatternSet? {
        switch letter {
        case "d": FHIRPatternSet(digits)
        case "D": FHIRPatternSet(digits, isNegated: true)
        case "w": FHIRPatternSet(words)
        case "W": FHIRPatternSet(words, isNegated: true)
        case "s": FHIRPatternSet(spaces)
        case "S": FHIRPatternSet(spaces, isNegated: true)
        default: nil
        }
    }
}
