import CareModels

/// Checks a JSON text (RFC 8259, and I-JSON's rule against duplicate names, RFC 7493) and indexes it, in one pass over its bytes.
/// Nothing is decoded: numbers keep their text, strings their escapes.
struct JSONParser {
    /// So many values are read between two looks at whether the task was cancelled; a power of two.
    static let stride = 1 << 14

    private let bytes: UnsafeBufferPointer<UInt8>
    private let limits: JSONLimits
    private var position = 0
    private(set) var nodes: [JSONNode] = []
    /// The names of the objects that are open, the innermost last.
    private var keys: [Key] = []
    private var depth = 0
    private var deepest = 0
    /// Combining marks in a row, up to a place in the text.
    private var marks = (count: 0, end: 0)

    private struct Key {
        let start: Int
        let end: Int
        let isEscaped: Bool
        /// Its first eight bytes, so that most names differ at once.
        let prefix: UInt64
    }

    private init(_ bytes: UnsafeBufferPointer<UInt8>, _ limits: JSONLimits) {
        self.bytes = bytes
        self.limits = limits
        // Resources have one value in 20 bytes or more.
        nodes.reserveCapacity(min(bytes.count / 24 + 8, limits.values))
    }

    static func index(_ bytes: [UInt8], _ limits: JSONLimits) throws(JSONFault) -> (nodes: [JSONNode], depth: Int) {
        // Places in the text are kept in 32 bits.
        let longest = min(limits.bytes, 1 << 30)
        guard bytes.count <= longest else { throw JSONFault(kind: .tooLong(longest), offset: 0, path: "") }
        let result = bytes.withUnsafeBufferPointer { buffer -> Result<(nodes: [JSONNode], depth: Int), JSONFault> in
            var parser = JSONParser(buffer, limits)
            do throws(JSONFault) {
                try parser.document()
                return .success((parser.nodes, parser.deepest))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private mutating func document() throws(JSONFault) {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw fault(.byteOrderMark) }
        skipSpace()
        guard position < bytes.count else { throw fault(.empty) }
        try value(in: 0, keyStart: 0, keyEnd: 0, isKeyEscaped: false)
        skipSpace()
        guard position == bytes.count else { throw fault(.afterTheEnd) }
    }

    // MARK: Values

    private mutating func value(in parent: Int, keyStart: Int, keyEnd: Int, isKeyEscaped: Bool) throws(JSONFault) {
        guard position < bytes.count else { throw fault(.unterminated) }
        let kind: JSONNode.Kind
        switch bytes[position] {
        case UInt8(ascii: "\""): kind = .string
        case UInt8(ascii: "{"): kind = .object
        case UInt8(ascii: "["): kind = .array
        case UInt8(ascii: "t"): kind = .true
        case UInt8(ascii: "f"): kind = .false
        case UInt8(ascii: "n"): kind = .null
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): kind = .number
        default: throw try strange()
        }
        let index = nodes.count
        guard index < limits.values else { throw fault(.tooMany(limits.values)) }
        if index & (Self.stride - 1) == Self.stride - 1, Task.isCancelled { throw fault(.cancelled) }
        nodes.append(
            JSONNode(
                kind: kind, isKeyEscaped: isKeyEscaped, start: UInt32(position), parent: UInt32(parent), keyStart: UInt32(keyStart),
                keyEnd: UInt32(keyEnd)))
        switch kind {
        case .string: nodes[index].isEscaped = try string()
        case .object: try object(index)
        case .array: try array(index)
        case .number: try number()
        case .true: try literal("true")
        case .false: try literal("false")
        case .null: try literal("null")
        }
        nodes[index].end = UInt32(position)
        nodes[index].after = UInt32(nodes.count)
    }

    private mutating func object(_ index: Int) throws(JSONFault) {
        try enter()
        let firstKey = keys.count
        skipSpace()
        if take(UInt8(ascii: "}")) { return leave() }
        while true {
            guard position < bytes.count else { throw fault(.unterminated) }
            guard bytes[position] == UInt8(ascii: "\"") else { throw fault(.expected("a member's name in quotes")) }
            let start = position + 1
            let isEscaped = try string()
            let end = position - 1
            keys.append(Key(start: start, end: end, isEscaped: isEscaped, prefix: prefix(start, end)))
            skipSpace()
            guard take(UInt8(ascii: ":")) else { throw fault(position < bytes.count ? .expected("a colon") : .unterminated) }
            skipSpace()
            try value(in: index, keyStart: start, keyEnd: end, isKeyEscaped: isEscaped)
            skipSpace()
            if take(UInt8(ascii: "}")) { break }
            guard take(UInt8(ascii: ",")) else { throw fault(position < bytes.count ? .expected("a comma or }") : .unterminated) }
            skipSpace()
        }
        try checkKeys(from: firstKey, of: index)
        keys.removeSubrange(firstKey...)
        leave()
    }

    private mutating func array(_ index: Int) throws(JSONFault) {
        try enter()
        skipSpace()
        if take(UInt8(ascii: "]")) { return leave() }
        var item = 0
        while true {
            try value(in: index, keyStart: 0, keyEnd: item, isKeyEscaped: false)
            item += 1
            skipSpace()
            if take(UInt8(ascii: "]")) { return leave() }
            guard take(UInt8(ascii: ",")) else { throw fault(position < bytes.count ? .expected("a comma or ]") : .unterminated) }
            skipSpace()
        }
    }

    private mutating func enter() throws(JSONFault) {
        guard depth < limits.depth else { throw fault(.tooDeep(limits.depth)) }
        depth += 1
        deepest = max(deepest, depth)
        position += 1
    }

    private mutating func leave() { depth -= 1 }

    /// `-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?`
    private mutating func number() throws(JSONFault) {
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits() }
        if take(UInt8(ascii: ".")) { try digits() }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try digits()
        }
        guard position < bytes.count else { return }
        switch bytes[position] {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "-"): throw fault(.badNumber)
        default: break
        }
    }

    private mutating func digits() throws(JSONFault) {
        let start = position
        while position < bytes.count, bytes[position] >= UInt8(ascii: "0"), bytes[position] <= UInt8(ascii: "9") { position += 1 }
        guard position > start else { throw fault(.badNumber) }
    }

    private mutating func literal(_ text: StaticString) throws(JSONFault) {
        for offset in 0..<text.utf8CodeUnitCount {
            guard take(text.utf8Start[offset]) else { throw fault(.badLiteral) }
        }
    }

    /// What stands where a value should.
    private mutating func strange() throws(JSONFault) -> JSONFault {
        let start = position
        if bytes[position] >= 0x80 { try character() }
        position = start
        return fault(.badLiteral)
    }

    // MARK: Strings

    /// From its first quote to behind its last; true when there is an escape in it.
    private mutating func string() throws(JSONFault) -> Bool {
        position += 1
        var isEscaped = false
        while true {
            skipPlain()
            guard position < bytes.count else { throw fault(.unterminated) }
            let byte = bytes[position]
            if byte == UInt8(ascii: "\"") {
                position += 1
                return isEscaped
            }
            if byte == UInt8(ascii: "\\") {
                isEscaped = true
                try escape()
            } else if byte < 0x20 {
                throw fault(byte == 0 && !limits.allowsNUL ? .nul : .controlCharacter)
            } else if byte < 0x80 {
                position += 1
            } else {
                try character()
            }
        }
    }

    /// Eight bytes at a time, as long as all are ASCII and none is a quote, a backslash or a control character
    /// (S. E. Anderson, Bit Twiddling Hacks, "Determine if a word has a byte less than n").
    private mutating func skipPlain() {
        guard let base = bytes.baseAddress else { return }
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highs: UInt64 = 0x8080_8080_8080_8080
        while position + 8 <= bytes.count {
            let word = UnsafeRawPointer(base + position).loadUnaligned(as: UInt64.self)
            let quotes = word ^ (ones &* 0x22)
            let slashes = word ^ (ones &* 0x5C)
            let stops = (quotes &- ones) & ~quotes | (slashes &- ones) & ~slashes | (word &- ones &* 0x20) & ~word | word
            if stops & highs != 0 { return }
            position += 8
        }
    }

    private mutating func escape() throws(JSONFault) {
        position += 1
        guard position < bytes.count else { throw fault(.unterminated) }
        switch bytes[position] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"),
            UInt8(ascii: "t"):
            position += 1
        case UInt8(ascii: "u"):
            position += 1
            let start = position - 2
            let unit = try hexUnit()
            if unit == 0, !limits.allowsNUL { throw fault(.nul) }
            if (0xDC00...0xDFFF).contains(unit) { throw fault(.badEscape) }
            guard (0xD800...0xDBFF).contains(unit) else { return try count(unit, from: start) }
            guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else { throw fault(.badEscape) }
            let low = try hexUnit()
            guard (0xDC00...0xDFFF).contains(low) else { throw fault(.badEscape) }
            try count(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00), from: start)
        default:
            throw fault(.badEscape)
        }
    }

    private mutating func hexUnit() throws(JSONFault) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard position < bytes.count, let digit = JSONText.hexDigit(bytes[position]) else { throw fault(.badEscape) }
            unit = unit << 4 | digit
            position += 1
        }
        return unit
    }

    /// One character beyond ASCII (RFC 3629: no overlong forms, surrogates, or anything above U+10FFFF).
    private mutating func character() throws(JSONFault) {
        let first = bytes[position]
        let length: Int
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch first {
        case 0xC2...0xDF: length = 2
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: length = 3
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: length = 4
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: throw fault(.notUTF8)
        }
        guard position + length <= bytes.count, second.contains(bytes[position + 1]) else { throw fault(.notUTF8) }
        for index in 2..<max(2, length) {
            guard bytes[position + index] & 0xC0 == 0x80 else { throw fault(.notUTF8) }
        }
        let start = position
        position += length
        // What is below U+0300 is no mark.
        guard first >= 0xCC, limits.marks != nil else { return }
        var value = UInt32(first) & (0x7F >> UInt32(length))
        for index in 1..<length { value = value << 6 | UInt32(bytes[start + index] & 0x3F) }
        try count(value, from: start)
    }

    /// A character that was read, where it is a combining mark.
    private mutating func count(_ value: UInt32, from start: Int) throws(JSONFault) {
        guard let most = limits.marks, value >= 0x300, let scalar = Unicode.Scalar(value), CombiningMarks.isMark(scalar) else { return }
        marks = (count: marks.end == start ? marks.count + 1 : 1, end: position)
        guard marks.count <= most else { throw fault(.tooManyMarks(most)) }
    }

    // MARK: Names

    private func prefix(_ start: Int, _ end: Int) -> UInt64 {
        var prefix: UInt64 = 0
        for index in start..<min(end, start + 8) { prefix = prefix << 8 | UInt64(bytes[index]) }
        return prefix
    }

    private func checkKeys(from first: Int, of object: Int) throws(JSONFault) {
        let count = keys.count - first
        if count < 2 { return }
        // Pairs are quickest for few names; many, or names with escapes, go through a set.
        if count > 40 || keys[first...].contains(where: \.isEscaped) {
            var seen: Set<[UInt8]> = []
            for key in keys[first...] {
                let name = JSONText.decode(UnsafeBufferPointer(rebasing: bytes[key.start..<key.end]), isEscaped: key.isEscaped)
                if !seen.insert(name).inserted { throw duplicate(key, in: object) }
            }
            return
        }
        for index in (first + 1)..<keys.count {
            let key = keys[index]
            for other in first..<index where keys[other].prefix == key.prefix && isSame(keys[other], key) { throw duplicate(key, in: object) }
        }
    }

    private func isSame(_ one: Key, _ other: Key) -> Bool {
        guard one.end - one.start == other.end - other.start else { return false }
        for offset in 0..<(one.end - one.start) where bytes[one.start + offset] != bytes[other.start + offset] { return false }
        return true
    }

    private func duplicate(_ key: Key, in object: Int) -> JSONFault {
        let name = JSONText.decode(UnsafeBufferPointer(rebasing: bytes[key.start..<key.end]), isEscaped: key.isEscaped)
        let path = JSONPath.text(to: object, in: nodes, bytes)
        return JSONFault(kind: .duplicateKey, offset: key.start - 1, path: JSONPath.join(path, String(decoding: name, as: UTF8.self)))
    }

    // MARK: Small steps

    private mutating func take(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    /// The path is that of the innermost value that was begun and not finished.
    private func fault(_ kind: JSONFault.Kind) -> JSONFault {
        let open = nodes.lastIndex { $0.end == 0 }
        return JSONFault(kind: kind, offset: position, path: open.map { JSONPath.text(to: $0, in: nodes, bytes) } ?? "")
    }
}
