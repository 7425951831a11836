import CareModels

/// A team's name, and who is in it.
struct TeamDetails: Equatable, Sendable {
    static let longestName = 100
    /// Of one team. An event names them all.
    static let mostMembers = 100

    var name: String
    /// In the order of their ids, each once.
    var memberIDs: [UserID]

    /// What no two teams of an organisation have alike, and what they are listed by.
    var foldedName: String { SearchText.fold(name) }

    /// A change as it arrives, a JSON merge patch.
    struct Patch: Decodable, Sendable {
        var name: Patched<String> = .absent
        var memberIds: Patched<[UserID]> = .absent
    }

    init(name: String, memberIDs: [UserID]) {
        self.name = name
        self.memberIDs = memberIDs
    }

    /// Checks a new one; `checks` has what else is wrong with the request.
    static func checked(name: String?, memberIDs: [UserID]?, _ checks: inout Checks) -> TeamDetails? {
        let name = label(name, &checks)
        let members = each(memberIDs ?? [], &checks)
        return name.map { TeamDetails(name: $0, memberIDs: members) }
    }

    /// Every faulty field at once.
    func changed(by patch: Patch) throws(Faults) -> TeamDetails {
        var checks = Checks()
        var changed = self
        if let name = checks.kept(patch.name, "name") { changed.name = Self.label(name, &checks) ?? changed.name }
        if !patch.memberIds.isAbsent { changed.memberIDs = Self.each(patch.memberIds.value ?? [], &checks) }
        try checks.done()
        return changed
    }

    /// One of signs alone that nobody sees is none.
    private static func label(_ sent: String?, _ checks: inout Checks) -> String? {
        guard let name = checks.name(sent, "name", required: true, most: longestName) else { return nil }
        checks.check(!SearchText.fold(name).isEmpty, "name", "is required")
        return name
    }

    private static func each(_ sent: [UserID], _ checks: inout Checks) -> [UserID] {
        let members = Set(sent).sorted()
        checks.check(members.count <= mostMembers, "memberIds", "must have at most \(limit: mostMembers) members, not \(members.count)")
        return members
    }
}
