import CareModels

/// A place in a search across persons: in somebody's record, behind one of its resources, or behind that person.
struct PersonsPlace: Equatable, Sendable, CustomStringConvertible {
    static let prefix = "p."

    var owner: UserID
    /// Nil: nothing more of theirs.
    var after: RecordID?
    /// Instead of it, what a search of theirs alone would go on by, where nobody is to read in it what is there.
    var sealed: String?

    init(owner: UserID, after: RecordID? = nil) { (self.owner, self.after) = (owner, after) }

    /// `next`: of a search of theirs alone.
    init(owner: UserID, next: String) {
        self.init(owner: owner, after: RecordID(next))
        if after == nil { sealed = next }
    }

    /// There may be more of theirs.
    var isWithin: Bool { after != nil || sealed != nil }

    init?(_ text: String) {
        guard text.hasPrefix(Self.prefix) else { return nil }
        let parts = text.dropFirst(Self.prefix.count).split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let owner = UserID(parts[0]) else { return nil }
        self.owner = owner
        guard parts.count == 2 else { return }
        if parts[1].hasPrefix("s.") {
            sealed = String(parts[1])
            return
        }
        guard let after = RecordID(parts[1]) else { return nil }
        self.after = after
    }

    var description: String { "\(Self.prefix)\(owner)" + ((after.map { "\($0)" } ?? sealed).map { ".\($0)" } ?? "") }
}
