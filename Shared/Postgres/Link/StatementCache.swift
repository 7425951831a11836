/// The prepared statements of one connection: the same text with the same parameter types has the same name; the least recently
/// used goes when there are too many.
struct StatementCache {
    struct Statement {
        let name: String
        let types: [UInt32]
        fileprivate(set) var lastUse: UInt64
    }

    private let limit: Int
    private var statements: [String: [Statement]] = [:]
    private(set) var count = 0
    private var uses: UInt64 = 0
    private var names: UInt64 = 0

    init(limit: Int) { self.limit = limit }

    /// The name of this statement, or nil when it must be prepared first.
    mutating func find(_ text: String, _ parameters: [PostgresValue?]) -> String? {
        guard let position = statements[text]?.firstIndex(where: { $0.matches(parameters) }) else { return nil }
        uses += 1
        statements[text]![position].lastUse = uses
        return statements[text]![position].name
    }

    /// A new name for a statement that is being prepared, and the name of the one to deallocate for it.
    mutating func add(_ text: String, _ parameters: [PostgresValue?]) -> (added: Statement, evicted: String?) {
        let evicted = count >= limit ? evict() : nil
        uses += 1
        names += 1
        count += 1
        let statement = Statement(name: "s\(names)", types: parameters.map { $0?.type ?? PostgresType.unspecified }, lastUse: uses)
        statements[text, default: []].append(statement)
        return (statement, evicted)
    }

    /// The server does not have it (any more).
    mutating func forget(_ text: String, name: String) {
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

extension StatementCache.Statement {
    fileprivate func matches(_ parameters: [PostgresValue?]) -> Bool {
        guard types.count == parameters.count else { return false }
        for (index, parameter) in parameters.enumerated() where types[index] != parameter?.type ?? PostgresType.unspecified {
            return false
        }
        return true
    }
}
