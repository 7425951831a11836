import CareModels

/// Who may see or erase an account: its owner, with the scope for it, and an admin.
enum UserAccess {
    enum Decision: Equatable {
        case allowed
        /// 403: they may know that it exists, since it is theirs, but this token was not given the right.
        case needsScope(String)
        /// 404: whether such an account exists is not for them to learn.
        case hidden
    }

    static func decide(caller: UserID?, role: Role, scopes: Set<String>, target: UserID, scope: String) -> Decision {
        guard role == .admin || caller == target else { return .hidden }
        return scopes.contains(scope) ? .allowed : .needsScope(scope)
    }
}
