import CareModels

/// Reads CBOR that a stranger sends. Refused are indefinite lengths, tags, numbers spelled longer than need be, keys that come twice, texts that are no UTF-8, too deep
/// nesting, and lengths that go beyond the bytes; nothing is set aside by a length that is merely claimed.
struct CBORReader {
    enum Fault: Error, Equatable {
        /// The bytes end within a value, or before what a length claims.
        case truncated
        /// Something that CTAP2's canonical form does not have.
        case notCanonical
        case tooDeep
        case repeatedKey
        case notUTF8
        /// Bytes after the value.
        case trailing
    }

    /// One more than a compound attestation needs: CTAP2 itself has four.
    static let deepest = 6
    /// Members of a map: keys are compared with one another.
    static let mostMembers = 64

    private let bytes: [UInt8]
    /// How far it has been read.
    private(set) var position: Int

    init(_ bytes: [UInt8], at position: Int = 0) { (self.bytes, self.position) = (bytes, position) }

    /// One value that is all of the bytes.
    static func value(_ bytes: [UInt8]) throws(Fault) -> CBOR {
        var reader = CBORReader(bytes)
        let value = try reader.next()
        guard reader.position == bytes.count else { throw .trailing }
        return value
    }

    /// The next value.
    mutating func next() throws(Fault) -> CBOR { try next(depth: 1) }

    private var left: Int { bytes.count - position }

    private mutating func next(depth: Int) throws(Fault) -> CBOR {
        let first = try byte()
        let (major, additional) = (first >> 5, first & 31)
        if major == 7 { return try simple(additional) }
        let argument = try argument(additional)
        switch major {
        case 0: return .unsigned(argument)
        case 1: return .negative(argument)
        case 2: return .bytes(Array(try take(argument)))
        case 3:
            guard let text = String(validating: try take(argument), as: UTF8.self) else { throw .notUTF8 }
            // Keys are compared with one another, which a row of marks would make slow; no authenticator writes one.
            guard !CombiningMarks.areTooMany(in: text) else { throw .notCanonical }
            return .text(text)
        case 4: return try array(argument, depth)
        case 5: return try map(argument, depth)
        default: throw .notCanonical
        }
    }

    private mutating func array(_ count: UInt64, _ depth: Int) throws(Fault) -> CBOR {
        guard depth < Self.deepest else { throw .tooDeep }
        // Each has a byte at least.
        guard count <= UInt64(left) else { throw .truncated }
        var items: [CBOR] = []
        for _ in 0..<count { items.append(try next(depth: depth + 1)) }
        return .array(items)
    }

    private mutating func map(_ count: UInt64, _ depth: Int) throws(Fault) -> CBOR {
        guard depth < Self.deepest else { throw .tooDeep }
        guard count <= UInt64(left / 2) else { throw .truncated }
        guard count <= UInt64(Self.mostMembers) else { throw .notCanonical }
        var pairs: [CBOR.Pair] = []
        for _ in 0..<count {
            let key = try next(depth: depth + 1)
            guard !pairs.contains(where: { $0.key == key }) else { throw .repeatedKey }
            pairs.append(CBOR.Pair(key: key, value: try next(depth: depth + 1)))
        }
        return .map(pairs)
    }

    private mutating func simple(_ additional: UInt8) throws(Fault) -> CBOR {
        switch additional {
        case 20: return .bool(false)
        case 21: return .bool(true)
        case 22: return .null
        case 0...23: return .other(UInt64(additional))
        case 25: return .other(try number(of: 2))
        case 26: return .other(try number(of: 4))
        case 27: return .other(try number(of: 8))
        default: throw .notCanonical
        }
    }

    /// A number or a length, in its shortest form.
    private mutating func argument(_ additional: UInt8) throws(Fault) -> UInt64 {
        switch additional {
        case 0...23: return UInt64(additional)
        case 24: return try number(of: 1, from: 24)
        case 25: return try number(of: 2, from: 1 << 8)
        case 26: return try number(of: 4, from: 1 << 16)
        case 27: return try number(of: 8, from: 1 << 32)
        default: throw .notCanonical
        }
    }

    private mutating func number(of size: UInt64, from least: UInt64 = 0) throws(Fault) -> UInt64 {
        let number = try take(size).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard number >= least else { throw .notCanonical }
        return number
    }

    private mutating func byte() throws(Fault) -> UInt8 {
        guard left > 0 else { throw .truncated }
        defer { position += 1 }
        return bytes[position]
    }

    private mutating func take(_ count: UInt64) throws(Fault) -> ArraySlice<UInt8> {
        guard count <= UInt64(left) else { throw .truncated }
        defer { position += Int(count) }
        return bytes[position..<position + Int(count)]
    }
}
