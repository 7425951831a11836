/// Reads an expression (the grammar is http://hl7.org/fhirpath/N1/grammar.html) into a tree whose depth is bounded, whatever is sent.
struct FHIRPathParser {
    private let tokens: [FHIRPathToken]
    private var next = 0
    private var depth = 0

    init(_ text: String) throws(FHIRPathError) {
        guard text.utf8.count <= FHIRPath.longest else { throw .tooLong(FHIRPath.longest) }
        tokens = try FHIRPathLexer.tokens(text)
    }

    /// The whole of it.
    mutating func expression() throws(FHIRPathError) -> FHIRPathTree {
        let tree = try nested()
        guard token == .end else { throw fault("an operator, or the end") }
        return tree
    }

    private var token: FHIRPathToken.Kind { tokens[next].kind }

    private func fault(_ expected: String) -> FHIRPathError { .syntax(offset: tokens[next].offset, expected: expected) }

    private mutating func take(_ sign: String) -> Bool {
        guard token == .sign(sign) else { return false }
        next += 1
        return true
    }

    private mutating func demand(_ sign: String) throws(FHIRPathError) {
        guard take(sign) else { throw fault(sign) }
    }

    private mutating func nested() throws(FHIRPathError) -> FHIRPathTree {
        guard depth < FHIRPath.deepest else { throw .tooDeep(FHIRPath.deepest) }
        depth += 1
        defer { depth -= 1 }
        return try chain(rank: 0)
    }

    // MARK: Operators

    private mutating func chain(rank: Int) throws(FHIRPathError) -> FHIRPathTree {
        guard rank < FHIRPathOperator.ranks.count else { return try signed() }
        let first = try operand(under: rank)
        var rest: [FHIRPathOperand] = []
        while let sign = operatorAhead(rank) {
            next += 1
            rest.append(FHIRPathOperand(sign: sign, tree: try operand(under: rank)))
        }
        return rest.isEmpty ? first : .chain(first, rest)
    }

    private mutating func operand(under rank: Int) throws(FHIRPathError) -> FHIRPathTree {
        guard rank + 1 == FHIRPathOperator.rankOfSums else { return try chain(rank: rank + 1) }
        let tree = try chain(rank: rank + 1)
        var tests: [FHIRPathTypeTest] = []
        while case .name(let word) = token, word == "is" || word == "as" {
            next += 1
            tests.append(try typeTest(isQuestion: word == "is"))
        }
        return tests.isEmpty ? tree : .typed(tree, tests)
    }

    private func operatorAhead(_ rank: Int) -> FHIRPathOperator? {
        let word: String
        switch token {
        case .sign(let sign): word = sign
        case .name(let name): word = name
        default: return nil
        }
        return FHIRPathOperator(rawValue: word).flatMap { FHIRPathOperator.ranks[rank].contains($0) ? $0 : nil }
    }

    private mutating func typeTest(isQuestion: Bool) throws(FHIRPathError) -> FHIRPathTypeTest {
        let first = try name()
        guard take(".") else { return FHIRPathTypeTest(isQuestion: isQuestion, space: nil, name: first) }
        return FHIRPathTypeTest(isQuestion: isQuestion, space: first, name: try name())
    }

    private mutating func name() throws(FHIRPathError) -> String {
        switch token {
        case .name(let name), .quotedName(let name):
            next += 1
            return name
        default: throw fault("a name")
        }
    }

    private mutating func signed() throws(FHIRPathError) -> FHIRPathTree {
        var isNegative = false
        var isSigned = false
        while true {
            if take("-") {
                isNegative.toggle()
            } else if !take("+") {
                break
            }
            isSigned = true
        }
        let tree = try path()
        if isNegative { return .negated(tree) }
        // A plus demands a number as a minus does.
        return isSigned ? .negated(.negated(tree)) : tree
    }

    // MARK: Paths

    private mutating func path() throws(FHIRPathError) -> FHIRPathTree {
        var steps: [FHIRPathStep] = []
        let head = try head(&steps)
        while true {
            if take(".") {
                steps.append(try step())
            } else if take("[") {
                steps.append(.item(try nested()))
                try demand("]")
            } else {
                break
            }
        }
        if steps.isEmpty, case .tree(let tree) = head { return tree }
        return .path(head, steps)
    }

    private mutating func head(_ steps: inout [FHIRPathStep]) throws(FHIRPathError) -> FHIRPathHead {
        switch token {
        case .special(let word):
            switch word {
            case "this": return taken(.this)
            case "index": return taken(.index)
            case "total": return taken(.total)
            default: throw fault("$this, $index or $total")
            }
        case .variable(let name): return taken(.variable(name))
        case .sign("("):
            next += 1
            let tree = try nested()
            try demand(")")
            return .tree(tree)
        case .sign("{"):
            next += 1
            try demand("}")
            return .tree(.values([]))
        case .string(let text): return taken(.tree(.values([.string(text)])))
        case .number(let text): return .tree(try number(text))
        case .time(let text):
            guard let value = FHIRPathTime.literal(text) else { throw fault("a date or a time") }
            return taken(.tree(.values([value])))
        case .name("true"): return taken(.tree(.values([.boolean(true)])))
        case .name("false"): return taken(.tree(.values([.boolean(false)])))
        case .name, .quotedName:
            steps.append(try step())
            return .focus
        default: throw fault("an expression")
        }
    }

    private mutating func taken(_ head: FHIRPathHead) -> FHIRPathHead {
        next += 1
        return head
    }

    /// A number, or with a unit behind it a quantity: `4 'mg'`, `3 days`.
    private mutating func number(_ text: String) throws(FHIRPathError) -> FHIRPathTree {
        guard let decimal = FHIRDecimal(text) else { throw fault("a number of at most 38 digits") }
        next += 1
        if case .string(let unit) = token {
            next += 1
            return .values([.quantity(decimal, unit: unit.isEmpty ? "1" : unit)])
        }
        if case .name(let word) = token, let unit = FHIRPathUnit.word(word) {
            next += 1
            return .values([.quantity(decimal, unit: unit)])
        }
        if !text.utf8.contains(UInt8(ascii: ".")), let whole = decimal.whole { return .values([.integer(whole)]) }
        return .values([.decimal(decimal)])
    }

    private mutating func step() throws(FHIRPathError) -> FHIRPathStep {
        // `$this` may also stand behind a point, and means nothing more there.
        if case .special = token { throw fault("a name") }
        let isQuoted = if case .quotedName = token { true } else { false }
        let offset = tokens[next].offset
        let name = try name()
        guard !isQuoted, take("(") else { return .member(name) }
        switch name {
        case "is", "as", "ofType":
            let test = try typeTest(isQuestion: name == "is")
            try demand(")")
            return .typed(test)
        default: break
        }
        // STU3's invariants have it in lower case.
        guard let function = FHIRPathFunction(rawValue: name == "htmlchecks" ? "htmlChecks" : name) else {
            throw name.utf8.count <= 40 ? .unknownFunction(name) : .syntax(offset: offset, expected: "a function")
        }
        let arguments = try arguments()
        guard function.arguments.contains(arguments.count) else { throw .wrongArguments(function: name) }
        return .call(function, arguments)
    }

    /// Behind their opening parenthesis.
    private mutating func arguments() throws(FHIRPathError) -> [FHIRPathTree] {
        if take(")") { return [] }
        var arguments: [FHIRPathTree] = []
        repeat { arguments.append(try nested()) } while take(",")
        try demand(")")
        return arguments
    }
}
