/// A regular expression of a stranger's, matched in time that grows with the pattern times the text and no faster (K. Thompson, Regular Expression
/// Search Algorithm, 1968; with submatches as R. Pike's, https://swtch.com/~rsc/regexp/regexp2.html). Foundation's goes back and forth without a bound.
///
/// Alternatives, groups, named groups, classes, repeats (greedy and lazy), anchors and word boundaries; neither looking around nor back.
struct FHIRPattern: Sendable {
    static let longest = 1_024
    static let mostInstructions = 8_192
    /// Of compiling: parts of the pattern that are looked at, each as often as it is repeated. What is looked at need not come to an instruction.
    static let mostSteps = 65_536
    private static let deepest = 24

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

    // MARK: Compiling

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

    // MARK: Reading

    private struct Reader {
        let scalars: [UnicodeScalar]
        var position = 0
        var names: [String: Int] = [:]
        var groups = 1

        var isAtEnd: Bool { position == scalars.count }
        func peek(_ ahead: Int = 0) -> UnicodeScalar? { position + ahead < scalars.count ? scalars[position + ahead] : nil }

        mutating func take(_ scalar: UnicodeScalar) -> Bool {
            guard peek() == scalar else { return false }
            position += 1
            return true
        }

        init(scalars: [UnicodeScalar]) { self.scalars = scalars }

        mutating func alternatives(depth: Int) throws(FHIRPathError) -> Tree {
            guard depth < FHIRPattern.deepest else { throw .badPattern }
            var parts: [Tree] = []
            repeat {
                var sequence: [Tree] = []
                while let next = peek(), next != "|", next != ")" {
                    let part = try repeated(depth)
                    if !part.isNothing { sequence.append(part) }
                }
                parts.append(.sequence(sequence))
            } while take("|")
            return parts.count == 1 ? parts[0] : .either(parts)
        }

        private mutating func repeated(_ depth: Int) throws(FHIRPathError) -> Tree {
            var tree = try atom(depth)
            var repeats = 0
            while let bounds = try bounds() {
                repeats += 1
                guard repeats <= 2 else { throw .badPattern }
                let isLazy = take("?")
                tree = tree.isNothing || bounds.1 == 0 ? .nothing : .times(tree, least: bounds.0, most: bounds.1, isLazy: isLazy)
            }
            return tree
        }

        private mutating func bounds() throws(FHIRPathError) -> (Int, Int?)? {
            if take("*") { return (0, nil) }
            if take("+") { return (1, nil) }
            if take("?") { return (0, 1) }
            guard peek() == "{", let digit = peek(1), ("0"..."9").contains(digit) else { return nil }
            position += 1
            let least = try number()
            var most: Int? = least
            if take(",") { most = peek() == "}" ? nil : try number() }
            guard take("}"), least <= most ?? least else { throw .badPattern }
            return (least, most)
        }

        private mutating func number() throws(FHIRPathError) -> Int {
            var number = 0
            let start = position
            while let digit = peek(), ("0"..."9").contains(digit), number <= 1_000 {
                number = number * 10 + Int(digit.value - 0x30)
                position += 1
            }
            guard position > start, number <= 1_000 else { throw .badPattern }
            return number
        }

        private mutating func atom(_ depth: Int) throws(FHIRPathError) -> Tree {
            guard let scalar = peek() else { throw .badPattern }
            position += 1
            switch scalar {
            case ".": return .any
            case "^": return .begin
            case "$": return .end
            case "[": return .set(try characters())
            case "(": return try group(depth)
            case "\\": return try escaped()
            case "*", "+", "?", ")": throw .badPattern
            default: return .set(FHIRPatternSet([scalar.value...scalar.value]))
            }
        }

        private mutating func group(_ depth: Int) throws(FHIRPathError) -> Tree {
            var number: Int?
            if take("?") {
                if take("<") {
                    var name = ""
                    while let next = peek(), next != ">" {
                        guard next.properties.isAlphabetic || ("0"..."9").contains(next), name.utf8.count < 40 else { throw .badPattern }
                        name.unicodeScalars.append(next)
                        position += 1
                    }
                    guard take(">"), !name.isEmpty else { throw .badPattern }
                    names[name] = groups
                    number = groups
                } else if !take(":") {
                    throw .badPattern
                }
            } else {
                number = groups
            }
            if number != nil { groups += 1 }
            guard groups <= 32 else { throw .badPattern }
            let tree = try alternatives(depth: depth + 1)
            guard take(")") else { throw .badPattern }
            return number.map { .group(tree, $0) } ?? tree
        }

        private mutating func escaped() throws(FHIRPathError) -> Tree {
            if take("b") { return .boundary }
            if take("B") { return .noBoundary }
            return .set(try escapedSet())
        }

        /// Behind a backslash.
        private mutating func escapedSet() throws(FHIRPathError) -> FHIRPatternSet {
            guard let letter = peek() else { throw .badPattern }
            position += 1
            if let set = FHIRPatternSet.shorthand(letter) { return set }
            let value: UInt32
            switch letter {
            case "n": value = 0x0A
            case "r": value = 0x0D
            case "t": value = 0x09
            case "f": value = 0x0C
            case "v": value = 0x0B
            case "u": value = try hexadecimal(4)
            case "x": value = try hexadecimal(2)
            case _ where letter.properties.isAlphabetic || ("0"..."9").contains(letter): throw .badPattern
            default: value = letter.value
            }
            return FHIRPatternSet([value...value])
        }

        private mutating func hexadecimal(_ count: Int) throws(FHIRPathError) -> UInt32 {
            var value: UInt32 = 0
            for _ in 0..<count {
                guard let scalar = peek(), scalar.isASCII, let digit = Character(scalar).hexDigitValue else { throw .badPattern }
                value = value << 4 | UInt32(digit)
                position += 1
            }
            return value
        }

        private mutating func characters() throws(FHIRPathError) -> FHIRPatternSet {
            var set = FHIRPatternSet([])
            set.isNegated = take("^")
            var isFirst = true
            while isFirst || peek() != "]" {
                guard let scalar = peek() else { throw .badPattern }
                isFirst = false
                position += 1
                let one = scalar == "\\" ? try escapedSet() : FHIRPatternSet([scalar.value...scalar.value])
                if let low = one.single, peek() == "-", let next = peek(1), next != "]" {
                    position += 2
                    guard let high = next == "\\" ? try escapedSet().single : next.value, low <= high else { throw .badPattern }
                    set.ranges.append(low...high)
                } else if one.isNegated {
                    set.others.append(one.ranges)
                } else {
                    set.ranges += one.ranges
                }
            }
            position += 1
            return set
        }
    }
}

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
