import CareModels

/// A place in a search across persons: in somebody's record, behind one of its resources, or behind that person.
struct PersonsPlace: Equatable, Sendable, CustomStringConvertible {
    static let prefix = "p."

    var owner: UserID
    /// Nil: nothing more of theirs.
    var after: RecordID?

    init(owner: UserID, after: RecordID? = nil) { (self.owner, self.after) = (owner, after) }

    init?(_ text: String) {
        guard text.hasPrefix(Self.prefix) else { return nil }
        let parts = text.dropFirst(Self.prefix.count).split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let owner = UserID(parts[0]) else { return nil }
        self.owner = owner
        guard parts.count == 2 else { return }
        guard let after = RecordID(parts[1]) else { return nil }
        self.after = after
    }

    var description: String { "\(Self.prefix)\(owner)" + (after.map { ".\($0)" } ?? "") }
}
