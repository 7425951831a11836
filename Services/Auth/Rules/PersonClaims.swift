/// The claims about a person that Careline knows (OpenID Connect Core, 5.1), and the scopes that give them (5.4).
enum PersonClaims {
    static let scopes = [
        "preferred_username": "profile", "name": "profile", "picture": "profile", "zoneinfo": "profile", "locale": "profile",
        "updated_at": "profile", "email": "email", "email_verified": "email"
    ]

    /// Those that the scopes give.
    static func given(by granted: Set<String>) -> Set<String> { Set(scopes.filter { granted.contains($0.value) }.keys) }
}
