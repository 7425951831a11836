import CareModels

/// Who may see and change who acts for an account: its owner, with the scope for it, and an admin with the power over others' accounts.
enum GuardianshipAccess {
    static func decide(caller: UserID?, role: Role, scopes: Set<String>, target: UserID, scope: String) -> UserAccess.Decision {
        if caller == target { return scopes.contains(scope) ? .allowed : .needsScope(scope) }
        guard role == .admin else { return .hidden }
        return scopes.contains("admin:users") ? .allowed : .needsScope("admin:users")
    }
}
