import CareModels

/// What a JSON text may be at most. Whatever a stranger sends is bounded before anything is made of it.
public struct JSONLimits: Sendable {
    /// Of values within values.
    public var depth: Int
    /// Each value takes 32 bytes of memory beside its text, and a text of `[[],[],…` is nearly nothing else.
    public var values = 2_000_000
    public var bytes = 1 << 30
    /// Whether strings may hold U+0000, which PostgreSQL cannot store in text.
    public var allowsNUL = true

    /// How many combining marks may stand in a row (`CombiningMarks`); nil: any number.
    public var marks: Int?

    public init(depth: Int, allowsNUL: Bool = true, marks: Int? = nil) {
        self.depth = depth
        self.allowsNUL = allowsNUL
        self.marks = marks
    }

    /// Of what Careline's services wrote themselves, or published.
    public static let own = JSONLimits(depth: 64)
    /// Of a request's body whose values are stored as columns.
    public static let body = JSONLimits(depth: 64, allowsNUL: false, marks: CombiningMarks.most)
    /// Of a resource or a bundle of them, which are kept as their bytes.
    public static let resource = JSONLimits(depth: 100)
    /// Of one that a stranger sends.
    public static let sentResource = JSONLimits(depth: 100, marks: CombiningMarks.most)
}
