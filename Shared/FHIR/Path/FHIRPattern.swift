/// A regular expression of a stranger's, matched in time that grows with the pattern times the text and no faster (K. Thompson, Regular Expression
/// Search Algorithm, 1968; with submatches as R. Pike's, https://swtch.com/~rsc/regexp/regexp2.html). Foundation's goes back and forth without a bound.
///
/// Alternatives, groups, named groups, classes, repeats (greedy and lazy), anchors and word boundaries; neither looking around nor back.
struct FHIRPattern: Sendable {
    static let longest = 1_024
    static let mostInstructions = 8_192
    /// Of compiling: parts of the pattern that are looked at, each as often as it is repeated. What is looked at need not come to an instruction.
    static let mostSteps = 65_536

    enum Instruction: Sendable {
        case set(FHIRPatternSet)
        case any
        case split(Int, Int)
        case jump(Int)
        case save(Int)
        case begin, end, boundary, noBoundary
        case done
    }

    private(set) var program: [Instruction] = []
    private(set) var names: [String: Int] = [:]
    private(set) var groups = 1
    /// What compiling it took.
    private(set) var steps = 0

    init(_ text: String) throws(FHIRPathError) {
        guard text.utf8.count <= Self.longest else { throw .badPattern }
        var reader = Reader(scalars: Array(text.unicodeScalars))
        let tree = try reader.alternatives(depth: 0)
        guard reader.isAtEnd else { throw .badPattern }
        names = reader.names
        groups = reader.groups
        try emit(.save(0))
        try compile(tree)
        try emit(.save(1))
        try emit(.done)
    }

    indirect enum Tree {
        case set(FHIRPatternSet)
        case any, begin, end, boundary, noBoundary
        case sequence([Tree])
        case either([Tree])
        case group(Tree, Int)
        case times(Tree, least: Int, most: Int?, isLazy: Bool)

        /// Nothing, which is the same however often it is repeated: `(?:)`, `a{0}`, and whatever consists of such.
        static let nothing = Tree.sequence([])
        var isNothing: Bool { if case .sequence(let parts) = self { parts.isEmpty } else { false } }
    }

    private mutating func emit(_ instruction: Instruction) throws(FHIRPathError) {
        guard program.count < Self.mostInstructions else { throw .badPattern }
        program.append(instruction)
    }

    private mutating func compile(_ tree: Tree) throws(FHIRPathError) {
        steps += 1
        guard steps <= Self.mostSteps else { throw .badPattern }
        switch tree {
        case .set(let set): try emit(.set(set))
        case .any: try emit(.any)
        case .begin: try emit(.begin)
        case .end: try emit(.end)
        case .boundary: try emit(.boundary)
        case .noBoundary: try emit(.noBoundary)
        case .sequence(let parts): for part in parts { try compile(part) }
        case .either(let parts): try compile(either: parts)
        case .group(let tree, let number):
            try emit(.save(number * 2))
            try compile(tree)
            try emit(.save(number * 2 + 1))
        case .times(let tree, let least, let most, let isLazy):
            for _ in 0..<least { try compile(tree) }
            guard let most else { return try compile(endless: tree, isLazy) }
            var splits: [Int] = []
            for _ in least..<max(most, least) {
                splits.append(program.count)
                try emit(.jump(0))
                try compile(tree)
            }
            for split in splits { program[split] = isLazy ? .split(program.count, split + 1) : .split(split + 1, program.count) }
        }
    }

    private mutating func compile(endless tree: Tree, _ isLazy: Bool) throws(FHIRPathError) {
        let split = program.count
        try emit(.jump(0))
        try compile(tree)
        try emit(.jump(split))
        program[split] = isLazy ? .split(program.count, split + 1) : .split(split + 1, program.count)
    }

    private mutating func compile(either parts: [Tree]) throws(FHIRPathError) {
        var jumps: [Int] = []
        for (index, part) in parts.enumerated() {
            guard index < parts.count - 1 else {
                try compile(part)
                break
            }
            let split = program.count
            try emit(.jump(0))
            try compile(part)
            jumps.append(program.count)
            try emit(.jump(0))
            program[split] = .split(split + 1, program.count)
        }
        for jump in jumps { program[jump] = .jump(program.count) }
    }
}
