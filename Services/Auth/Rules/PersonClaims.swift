/// The claims about a person that Careline knows (OpenID Connect Core, 5.1), and the scopes that give them (5.4). The parts of a name are what its person
/// wrote of them, never taken from the whole. `profile`, `website`, `gender` and `birthdate` are left out, as 5.3.2 allows: Auth knows none of them.
/// There is no public page of a person, and sex and birth are in the record, by consent, not for whoever lets people sign in.
enum PersonClaims {
    static let scopes = [
        "preferred_username": "profile", "name": "profile", "given_name": "profile", "middle_name": "profile", "family_name": "profile",
        "nickname": "profile", "picture": "profile", "zoneinfo": "profile", "locale": "profile",
        "updated_at": "profile", "email": "email", "email_verified": "email"
    ]

    /// Those that the scopes give.
    static func given(by granted: Set<String>) -> Set<String> { Set(scopes.filter { granted.contains($0.value) }.keys) }
}
