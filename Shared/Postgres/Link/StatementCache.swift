import Glibc

/// The prepared statements of one connection: the same text with the same parameter types has the same name; the least recently
/// used goes when there are too many.
struct StatementCache {
    struct Statement {
        let name: String
        let types: [UInt32]
        fileprivate(set) var lastUse: UInt64
    }

    private let limit: Int
    private var statements: [StatementText: [Statement]] = [:]
    private(set) var count = 0
    private var uses: UInt64 = 0
    private var names: UInt64 = 0

    init(limit: Int) { self.limit = limit }

    /// The name of this statement, or nil when it must be prepared first.
    mutating func find(_ text: [UInt8], _ parameters: [PostgresValue?]) -> String? {
        uses += 1
        return statements[StatementText(text), default: []].use(with: parameters, at: uses)
    }

    /// A new name for a statement that is being prepared, and the name of the one to deallocate for it.
    mutating func add(_ text: [UInt8], _ parameters: [PostgresValue?]) -> (added: Statement, evicted: String?) {
        let evicted = count >= limit ? evict() : nil
        uses += 1
        names += 1
        count += 1
        let statement = Statement(name: "s\(names)", types: parameters.map { $0?.type ?? PostgresType.unspecified }, lastUse: uses)
        statements[StatementText(text), default: []].append(statement)
        return (statement, evicted)
    }

    /// The server does not have it (any more).
    mutating func forget(_ text: [UInt8], name: String) { forget(StatementText(text), name: name) }

    private mutating func forget(_ text: StatementText, name: String) {
        guard let position = statements[text]?.firstIndex(where: { $0.name == name }) else { return }
        statements[text]!.remove(at: position)
        if statements[text]!.isEmpty { statements[text] = nil }
        count -= 1
    }

    /// Names go on counting, so that none is used twice.
    mutating func forgetAll() {
        statements.removeAll()
        count = 0
    }

    private mutating func evict() -> String? {
        let oldest = statements.lazy
            .flatMap { text, variants in variants.map { (text: text, name: $0.name, lastUse: $0.lastUse) } }
            .min { $0.lastUse < $1.lastUse }
        guard let oldest else { return nil }
        forget(oldest.text, name: oldest.name)
        return oldest.name
    }
}

/// A statement's text as a key. It is never a stranger's, so it needs no hash that withstands one: this takes eight bytes at a time, where
/// String's own took a twentieth of a booking's instructions.
struct StatementText: Hashable {
    private let text: [UInt8]
    private let digest: UInt64

    init(_ text: [UInt8]) {
        self.text = text
        digest = text.withUnsafeBytes(Self.digest)
    }

    static func == (one: StatementText, other: StatementText) -> Bool {
        guard one.digest == other.digest, one.text.count == other.text.count else { return false }
        return one.text.withUnsafeBytes { one in other.text.withUnsafeBytes { other in one.isEmpty || memcmp(one.baseAddress!, other.baseAddress!, one.count) == 0 } }
    }

    func hash(into hasher: inout Hasher) { hasher.combine(digest) }

    /// FNV-1a over words, and what is left at the end byte by byte.
    private static func digest(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var digest: UInt64 = 0xcbf2_9ce4_8422_2325
        let words = bytes.count & ~7
        for offset in stride(from: 0, to: words, by: 8) {
            digest = (digest ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) &* 0x100_0000_01b3
            digest ^= digest >> 32
        }
        for byte in bytes[words...] { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return digest
    }
}

extension [StatementCache.Statement] {
    /// The name of the one whose parameters have these types.
    fileprivate mutating func use(with parameters: [PostgresValue?], at use: UInt64) -> String? {
        guard let position = firstIndex(where: { $0.matches(parameters) }) else { return nil }
        self[position].lastUse = use
        return self[position].name
    }
}

extension StatementCache.Statement {
    fileprivate func matches(_ parameters: [PostgresValue?]) -> Bool {
        guard types.count == parameters.count else { return false }
        for (index, parameter) in parameters.enumerated() where types[index] != parameter?.type ?? PostgresType.unspecified {
            return false
        }
        return true
    }
}
