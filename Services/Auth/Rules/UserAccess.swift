import CareModels

/// Who may see, change or erase an account, and who acts for it: its owner, with the scope for it, and an admin with the power over others' accounts, which only
/// the platform's own apps are given.
enum UserAccess {
    enum Decision: Equatable {
        case allowed
        /// 403: they may know that it exists, but this token was not given the right.
        case needsScope(String)
        /// 404: whether such an account exists is not for them to learn.
        case hidden
    }

    static func decide(caller: UserID?, role: Role, scopes: Set<String>, target: UserID, scope: String) -> Decision {
        let isOwn = caller == target
        guard isOwn || role == .admin else { return .hidden }
        let needed = isOwn ? scope : "admin:users"
        return scopes.contains(needed) ? .allowed : .needsScope(needed)
    }
}
