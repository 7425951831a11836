extension FHIRPattern {
    /// Of the pattern's text.
    struct Reader {
        private static let deepest = 24

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
            guard depth < Self.deepest else { throw .badPattern }
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
