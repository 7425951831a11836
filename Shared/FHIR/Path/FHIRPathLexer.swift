import CareModels

/// The words of an expression.
struct FHIRPathToken: Equatable {
    enum Kind: Equatable {
        case name(String)
        /// In backquotes: never a keyword.
        case quotedName(String)
        case string(String)
        case number(String)
        /// `@2026-03-08T14:30`, without its sign.
        case time(String)
        /// `$this` and its like.
        case special(String)
        /// `%resource`, without its sign.
        case variable(String)
        case sign(String)
        case end
    }

    let kind: Kind
    let offset: Int
}

struct FHIRPathLexer {
    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    static func tokens(_ text: String) throws(FHIRPathError) -> [FHIRPathToken] {
        var lexer = FHIRPathLexer(text)
        var tokens: [FHIRPathToken] = []
        repeat { tokens.append(try lexer.next()) } while tokens.last?.kind != .end
        return tokens
    }

    private mutating func next() throws(FHIRPathError) -> FHIRPathToken {
        try skipSpace()
        let start = position
        return FHIRPathToken(kind: try kind(), offset: start)
    }

    private mutating func kind() throws(FHIRPathError) -> FHIRPathToken.Kind {
        guard let byte = peek() else { return .end }
        switch byte {
        case _ where Self.beginsName(byte): return .name(word())
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(number())
        case UInt8(ascii: "'"): return .string(try quoted())
        case UInt8(ascii: "`"), UInt8(ascii: "\""): return .quotedName(try quoted())
        case UInt8(ascii: "@"):
            position += 1
            return .time(time())
        case UInt8(ascii: "$"):
            position += 1
            return .special(word())
        case UInt8(ascii: "%"):
            position += 1
            switch peek() {
            case UInt8(ascii: "'"), UInt8(ascii: "`"), UInt8(ascii: "\""): return .variable(try quoted())
            default: return .variable(take { Self.beginsName($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") })
            }
        default: return .sign(try sign(byte))
        }
    }

    private mutating func sign(_ byte: UInt8) throws(FHIRPathError) -> String {
        let two = String(decoding: bytes[position..<min(position + 2, bytes.count)], as: UTF8.self)
        if ["<=", ">=", "!=", "!~"].contains(two) {
            position += 2
            return two
        }
        guard ".[](){},+-*/&|=~<>".utf8.contains(byte) else { throw .syntax(offset: position, expected: "an expression") }
        position += 1
        return String(UnicodeScalar(byte))
    }

    private func peek(_ ahead: Int = 0) -> UInt8? { position + ahead < bytes.count ? bytes[position + ahead] : nil }

    private static func beginsName(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == UInt8(ascii: "_")
    }

    private mutating func take(while isPart: (UInt8) -> Bool) -> String {
        let start = position
        while let byte = peek(), isPart(byte) { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func word() -> String { take { Self.beginsName($0) || (0x30...0x39).contains($0) } }

    private mutating func number() -> String {
        let whole = take { (0x30...0x39).contains($0) }
        guard peek() == UInt8(ascii: "."), let digit = peek(1), (0x30...0x39).contains(digit) else { return whole }
        position += 1
        return whole + "." + take { (0x30...0x39).contains($0) }
    }

    /// A point belongs to it where digits follow seconds, and is a step's otherwise: `@2012.toString()`.
    private mutating func time() -> String {
        var text = take { (0x30...0x39).contains($0) || "-:T".utf8.contains($0) }
        if text.utf8.contains(UInt8(ascii: ":")) || text.utf8.contains(UInt8(ascii: "T")) {
            if peek() == UInt8(ascii: "."), let digit = peek(1), (0x30...0x39).contains(digit) {
                position += 1
                text += "." + take { (0x30...0x39).contains($0) }
            }
            text += take { (0x30...0x39).contains($0) || "+-:Z".utf8.contains($0) }
        }
        return text
    }

    /// From a quote to its like.
    private mutating func quoted() throws(FHIRPathError) -> String {
        let start = position
        let quote = bytes[position]
        position += 1
        var text: [UInt8] = []
        while let byte = peek() {
            position += 1
            if byte == quote {
                let quoted = String(decoding: text, as: UTF8.self)
                // A name is compared with others as a text is, of each value that it is asked of: escapes make no row that could not be sent.
                guard !CombiningMarks.areTooMany(in: quoted) else {
                    throw .syntax(offset: start, expected: "at most \(CombiningMarks.most) combining marks in a row")
                }
                return quoted
            }
            if byte == UInt8(ascii: "\\") {
                try escape(into: &text)
            } else {
                text.append(byte)
            }
        }
        throw .syntax(offset: start, expected: "the end of what is in quotes")
    }

    private mutating func escape(into text: inout [UInt8]) throws(FHIRPathError) {
        guard let letter = peek() else { throw .syntax(offset: position, expected: "an escape") }
        position += 1
        switch letter {
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "u"):
            let start = position
            let unit = try hexUnit()
            var scalar = UnicodeScalar(unit)
            if (0xD800...0xDBFF).contains(unit), peek() == UInt8(ascii: "\\"), peek(1) == UInt8(ascii: "u") {
                position += 2
                let low = try hexUnit()
                if (0xDC00...0xDFFF).contains(low) { scalar = UnicodeScalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)) }
            }
            guard let scalar else { throw .syntax(offset: start, expected: "a character's number") }
            text.append(contentsOf: String(Character(scalar)).utf8)
        // `\\`, `\'`, `\/` and what else stands for itself; the standard's own expressions have `\-`.
        default: text.append(letter)
        }
    }

    private mutating func hexUnit() throws(FHIRPathError) -> UInt32 {
        let end = min(position + 4, bytes.count)
        let figures = bytes[position..<end]
        guard figures.count == 4, figures.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
            let unit = UInt32(String(decoding: figures, as: UTF8.self), radix: 16)
        else { throw .syntax(offset: position, expected: "four hexadecimal digits") }
        position = end
        return unit
    }

    private mutating func skipSpace() throws(FHIRPathError) {
        while let byte = peek() {
            if byte == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "/") {
                while let byte = peek(), byte != 0x0A, byte != 0x0D { position += 1 }
            } else if byte == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
                let start = position
                position += 2
                while peek() != nil, !(peek() == UInt8(ascii: "*") && peek(1) == UInt8(ascii: "/")) { position += 1 }
                guard peek() != nil else { throw .syntax(offset: start, expected: "the end of a comment") }
                position += 2
            } else if byte == 0x20 || (0x09...0x0D).contains(byte) {
                position += 1
            } else {
                return
            }
        }
    }
}
