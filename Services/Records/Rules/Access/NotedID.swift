/// What one use of a record is called, as an AuditEvent and as the place where a list goes on: the log's row of its person, and which of those in it.
struct NotedID: Comparable, Sendable, CustomStringConvertible {
    var sequence: Int
    var index: Int

    init(sequence: Int, index: Int) {
        self.sequence = sequence
        self.index = index
    }

    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "access", let sequence = Int(parts[1]), sequence >= 1, let index = Int(parts[2]), index >= 0 else { return nil }
        self.init(sequence: sequence, index: index)
    }

    /// What is noted later is greater.
    static func < (_ one: NotedID, _ other: NotedID) -> Bool { (one.sequence, one.index) < (other.sequence, other.index) }

    var description: String { "access.\(sequence).\(index)" }
}
